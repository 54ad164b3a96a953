// A deal of one's own choice: by its number, or as a board in text.

import { copy } from "./share.js";
import { newGame } from "./start.js";
import { dialog, h, t } from "./ui.js";

const NAMES = { ms: "Microsoft", pysolfc: "PySolFC", kpat: "KPat" };

/** Ask for a deal to practise on; `given` is what a link named, a scheme and a number. */
export async function enterDeal(choice, schemes, given = []) {
  const scheme = h("select", {}, ...schemes.map((each) => h("option", { value: each, selected: each === given[0] }, NAMES[each])));
  // Where long numbers cannot be written exactly, there are none.
  const number = h("input", { type: "text", inputmode: "numeric", required: "", pattern: "[0-9]+", maxlength: JSON.rawJSON ? 20 : 15, value: given[1] ?? "", autocomplete: "off" });
  const board = h("textarea", { rows: "6", required: "", spellcheck: "false", autocomplete: "off" });
  const form = (deal, ...fields) => h("form", { class: "fields", onsubmit: (event) => {
    event.preventDefault();
    newGame(choice, false, { deal: deal() });
  } }, ...fields);
  const field = (name, input) => h("label", {}, t(name), input);
  const link = () => copy(`${location.origin}/?deal=${[choice.variant, choice.level, scheme.value, number.value].join(".")}`);
  const exact = (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : JSON.rawJSON(text));
  const numbered = form(() => ({ scheme: scheme.value, number: exact(number.value) }),
    field("deal.scheme", scheme), field("deal.number", number),
    h("div", { class: "buttons" }, !choice.custom && h("button", { onclick: () => numbered.reportValidity() && link() }, t("deal.link")), h("button", { type: "submit", class: "main" }, t("play"))));
  await dialog(t("deal.title"), [h("p", {}, t("deal.text")), schemes.length > 0 && numbered,
    form(() => ({ board: board.value }), field("deal.board", board), h("div", { class: "buttons" }, h("button", { type: "submit", class: "main" }, t("play")))),
  ].filter(Boolean), [{ text: t("cancel"), value: "" }]);
}
