// Choices and tables of figures.

import { h, t } from "./ui.js";

/** A table that scrolls sideways where it must; `marked` is the place of a row that stands out. */
export function sheet(label, heads, rows, marked) {
  // Figures stand right, and so does what they stand under.
  const cell = (name, text, like = text) => h(name, { class: /^[\d–][\d\s.,:%–]*$/.test(like) && "number" }, text);
  return h("div.scroll", { tabindex: 0, role: "region", "aria-label": label }, h("table",
    h("thead", h("tr", ...heads.map((text, at) => cell("th", text, rows[0]?.[at])))),
    h("tbody", ...rows.map((row, at) => h("tr", { class: at === marked && "mine" }, ...row.map((text) => cell("td", text)))))));
}

/** A choice under a name, of values and their texts. */
export function choice(name, options, chosen, change) {
  return h("label", t(name), h("select", { onchange: ({ target }) => change(target.value) },
    ...options.map(([value, text]) => h("option", { value, selected: value === chosen }, text))));
}
