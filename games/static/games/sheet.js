// Tables of figures.

import { h } from "./ui.js";

const isFigure = (text) => /^[\d–]/.test(text);

/** A table that scrolls sideways where it must; `marked` is the place of a row that stands out. */
export function sheet(label, heads, rows, marked = -1) {
  const cell = (name, text, like = text) => h(name, { class: isFigure(like) ? "number" : "", ...(name === "th" ? { scope: "col" } : {}) }, text);
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, h("table", {},
    h("thead", {}, h("tr", {}, ...heads.map((text, at) => cell("th", text, rows[0]?.[at])))),
    h("tbody", {}, ...rows.map((row, at) => h("tr", { class: at === marked ? "mine" : "" }, ...row.map((text) => cell("td", text)))))));
}
