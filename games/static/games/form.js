// Forms whose mistakes are told at the fields they are about.

import { Refused, Unreachable } from "./api.js";
import { h, t } from "./ui.js";

function field({ name, type = "text", fill, value = "", note, isHidden }) {
  const error = h("p.error", { id: `${name}-error` });
  const input = h("input", {
    id: name, name, type, value, autocomplete: fill, autocapitalize: "none", spellcheck: "false", "aria-describedby": `${name}-note ${error.id}`,
  });
  const reveal = type === "password" && h("button", { "aria-pressed": "false", onclick: () => {
    const isShown = input.type === "text";
    input.type = isShown ? "password" : "text";
    reveal.setAttribute("aria-pressed", String(!isShown));
  } }, t("account.show"));
  const box = h("div.field", { hidden: isHidden }, h("label", { for: name }, t(`account.${name}`)),
    h("div.entry", input, reveal), h("small", { id: `${name}-note` }, note && t(note)), error);
  return { name, input, error, box };
}

/**
 * A form; `send` gets the values by name, and what it throws is told at the field it is about.
 *
 * A field has a `name`, and may have a `type`, what browsers `fill` it with, a `value` and a `note`.
 */
export function form(parts, label, send, ...more) {
  const fields = parts.map(field);
  const trouble = h("p.error", { role: "alert" });
  const button = h("button.main", { type: "submit" }, t(label));
  function tell(problem) {
    const errors = problem.errors ?? [];
    const at = ({ name }) => errors.filter((each) => each.field === name).map((each) => each.text).join(" ");
    for (const each of fields) {
      each.error.textContent = at(each);
      if (at(each)) each.input.setAttribute("aria-invalid", "true");
      else each.input.removeAttribute("aria-invalid");
    }
    const first = fields.find(at);
    const other = problem.status === 429 ? t("account.tooOften") : problem.status ? problem.message : t("account.noAnswer");
    trouble.textContent = first || !(problem instanceof Error) ? "" : other;
    first?.input.focus();
  }
  async function submit(event) {
    event.preventDefault();
    button.disabled = true;
    tell({});
    try {
      await send(Object.fromEntries(fields.map(({ name, input }) => [name, input.value])));
    } catch (problem) {
      tell(problem);
      if (!(problem instanceof Refused || problem instanceof Unreachable)) throw problem;
    } finally {
      button.disabled = false;
    }
  }
  return h("form", { novalidate: true, onsubmit: submit }, ...fields.map(({ box }) => box), trouble, h("div.buttons", ...more, button));
}
