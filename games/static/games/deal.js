// A deal of one's own choice: by its number, or as a board in text.

import { copy } from "./share.js";
import { newGame } from "./start.js";
import { dialog, h, t } from "./ui.js";

const NAMES = { ms: "Microsoft", pysolfc: "PySolFC", kpat: "KPat" };

/** Ask for a deal to practise on; `given` is what a link named, a scheme and a number. */
export async function enterDeal(choice, schemes, [named, given = ""]) {
  const scheme = h("select", ...schemes.map((value) => h("option", { value, selected: value === named }, NAMES[value])));
  // Where long numbers cannot be written exactly, there are none.
  const number = h("input", { type: "text", inputmode: "numeric", required: "", pattern: "[0-9]+", maxlength: JSON.rawJSON ? 20 : 15, value: given });
  const board = h("textarea", { rows: 6, required: "", spellcheck: "false" });
  const exact = () => (Number.isSafeInteger(Number(number.value)) ? Number(number.value) : JSON.rawJSON(number.value));
  const link = () => form.reportValidity() && copy(`${location.origin}/?deal=${[choice.variant, choice.level, scheme.value, number.value].join(".")}`);
  const ask = (deal, fields, more) => h("form.fields", { onsubmit: (event) => {
    event.preventDefault();
    newGame(choice, false, { deal: deal() });
  } }, ...Object.entries(fields).map(([name, field]) => h("label", t(`deal.${name}`), field)),
  h("div.buttons", more, h("button.main", { type: "submit" }, t("play"))));
  const form = ask(() => ({ scheme: scheme.value, number: exact() }), { scheme, number }, !choice.custom && h("button", { onclick: link }, t("deal.link")));
  await dialog(t("deal.title"), [h("p", t("deal.text")), schemes.length ? form : "", ask(() => ({ board: board.value }), { board })], [{ text: t("cancel"), value: "" }]);
}
