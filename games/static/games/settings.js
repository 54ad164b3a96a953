// The settings: what can be chosen, and the dialog in which it is.

import { dialog, h, set, setting, t } from "./ui.js";

// What is first holds until something is chosen.
const CHOICES = {
  theme: ["system", "light", "dark", "contrast"],
  night: ["dimmed", "white", "dark"],
  colours: ["auto", "two", "four"],
  reds: ["filled", "outlined"],
  letters: ["international", "national"],
  print: ["normal", "large"],
  side: ["right", "left"],
  columns: ["auto", "one", "two"],
  tap: ["best", "two"],
  pairs: ["on", "ask"],
  hold: ["450", "250", "800", "off"],
  speed: ["auto", "off", "fast", "normal", "slow"],
  finish: ["on", "off"],
  figures: ["on", "off"],
  sound: ["on", "off"],
  vibration: ["off", "on"],
  reader: ["off", "on"],
};

/** Show them; each choice holds at once, on this device. */
export async function settings() {
  const row = ([name, values]) => {
    const change = (event) => set(name, event.target.value);
    const options = values.map((value) =>
      h("option", { value, selected: value === setting(name, values[0]) }, t(`${name}.${value}`)));
    return h("label.row", h("span", t(`set.${name}`)), h("select", { onchange: change }, ...options));
  };
  await dialog(t("settings"), Object.entries(CHOICES).map(row), [{ text: t("close"), value: "", main: true }], { class: "wide" });
}
