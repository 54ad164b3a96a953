// What every screen is made with: elements, words, dialogs, messages and the player's settings.

const SVG = "http://www.w3.org/2000/svg";
let messages = {};
let language = "en";
let plurals = null;
let plain = null;

/**
 * Make an element: `tag.class`, then attributes, with functions for `onclick` and the like, then
 * children, of which those that are missing or false are left out.
 */
export function h(name, attributes, ...children) {
  if (attributes?.constructor !== Object) return h(name, {}, attributes, ...children);
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (tag === "button") element.type = "button";
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if ((value ?? false) === false) continue;
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (key in element && typeof value === "boolean") element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => (child ?? false) !== false));
  return element;
}

/** Make an SVG element. */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** One of the drawings in the page, of the kinds `icon` and `suit`. */
export function glyph(kind, name) {
  return svg("svg", { class: kind, viewBox: "0 0 32 32", "aria-hidden": "true" }, svg("use", { href: `#${kind}-${name}` }));
}

export function speak(code, texts) {
  language = code;
  messages = texts;
  plurals = new Intl.PluralRules(code);
  plain = new Intl.NumberFormat(code);
}

/** The message of a key; `n` in the values chooses among plural forms. */
export function t(key, values = {}) {
  let text = messages[key] ?? key;
  if (typeof text === "object") text = text[plurals.select(values.n)] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (whole, name) =>
    typeof values[name] === "number" ? number(values[name]) : (values[name] ?? whole));
}

/** A card's name as it is read out. */
export function cardName(card) {
  return t("card", { rank: t(`rank.${card[0]}`), suit: t(`suit.${card[1]}`) });
}

/** A number as the language writes it. */
export function number(value, options) {
  return (options ? new Intl.NumberFormat(language, options) : plain).format(value);
}

/** A moment, in the reader's time zone. */
export function moment(time, options = { dateStyle: "medium", timeStyle: "short" }) {
  return new Intl.DateTimeFormat(language, options).format(new Date(time));
}

/** Milliseconds as minutes and seconds. */
export function clockText(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const rest = [Math.floor(seconds / 60) % 60, seconds % 60].map((part, at) =>
    String(part).padStart(at || seconds >= 3600 ? 2 : 1, "0"));
  return (seconds >= 3600 ? [Math.floor(seconds / 3600), ...rest] : rest).join(":");
}

/** A suit as a picture. */
export const suit = (letter) => glyph("suit", letter);

/** A card that can be pressed. */
export function face(card) {
  const letter = `letter.${card[0]}`;
  const rank = card[0] === "T" ? "10" : setting("letters") === "national" && letter in messages ? t(letter) : card[0];
  const isCourt = "JQK".includes(card[0]);
  const middle = isCourt ? [h("b", rank), suit(card[1])] : [suit(card[1])];
  return h("button", { class: `card ${card[1]}`, tabindex: "-1", "data-card": card, "aria-label": cardName(card) },
    h("span.ix", { "aria-hidden": "true" }, h("b", rank === "10" ? { class: "ten" } : {}, rank), suit(card[1])),
    h("span", { class: `face ${isCourt ? "court" : ""}`, "aria-hidden": "true" }, ...middle));
}

const live = h("div", { role: "status", class: "unseen" });
const alarm = h("div", { role: "alert", class: "unseen" });
const toasts = h("div.toasts", { "aria-hidden": "true" });
let spoken = [];
let speaking = 0;

/** Read a message out; messages that come together are read as one. */
export function say(text) {
  spoken.push(text);
  clearTimeout(speaking);
  live.textContent = "";
  speaking = setTimeout(() => {
    live.textContent = spoken.join(" ");
    spoken = [];
  }, 150);
}

/** Show a message for a while, and read it out; returns what is shown. */
export function toast(text, isAlarm = false) {
  const shown = h("div.toast", text);
  while (toasts.childElementCount > 1) toasts.firstChild.remove();
  toasts.append(shown);
  setTimeout(() => shown.remove(), Math.max(2500, text.length * 70));
  if (isAlarm) alarm.textContent = text;
  else say(text);
  return shown;
}

/** Put what is always there into the page. */
export function install() {
  document.body.append(live, alarm, toasts);
  // The focus is shown to whoever uses keys, also where the client has put it.
  const by = (name) => () => (document.documentElement.dataset.by = name);
  addEventListener("keydown", by("keys"), { capture: true });
  addEventListener("pointerdown", by("pointer"), { capture: true });
  night.addEventListener("change", () => applySettings());
}

/** Say that something failed: why, if the service has told. */
export function fail(problem) {
  toast((problem.status && problem.message) || t("failed"), true);
}

/** Whether a module draws what is at a path; all else is a page from the service. */
export const isDrawn = (path) => /^\/(play|replays)\//.test(path);

/** Go to a path; what is drawn there is told `state`. */
export function go(path, state) {
  dispatchEvent(new CustomEvent("go", { detail: [path, state] }));
}

/** Ask before something that cannot be taken back; resolves to "" unless it is wanted. */
export function sure(title, text, yes, no = t("keep")) {
  return dialog(title, [h("p", text)], [{ text: no, value: "", main: true }, { text: yes, value: "yes", bad: true }]);
}

/** A modal dialog with a heading; resolves to the value of the button that closed it. */
export function dialog(title, content, buttons, options = {}) {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const make = (button) =>
      h("button", {
        class: button.main ? "main" : button.bad ? "bad" : "",
        autofocus: Boolean(button.main),
        onclick: () => box.close(button.value),
      }, button.text);
    const box = h("dialog", { class: `dialog ${options.class || ""}`, "aria-labelledby": "title" },
      h("h2", { id: "title" }, title),
      h("div.content", { tabindex: options.scrolls && "0" }, ...content),
      h("div.buttons", ...buttons.map(make)));
    box.addEventListener("cancel", () => box.close(""));
    box.addEventListener("close", () => {
      box.remove();
      if (document.contains(before)) before.focus({ preventScroll: true });
      resolve(box.returnValue);
    });
    document.body.append(box);
    box.append(live, alarm, toasts);
    box.addEventListener("close", () => document.body.append(live, alarm, toasts));
    box.showModal();
  });
}

/** What this browser keeps under a name; nothing, if it keeps nothing. */
export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(name) || "{}");
  } catch {
    return {};
  }
}

/** Let this browser keep something; says whether it does. */
export function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

const settings = recall("settings");
const night = matchMedia("(prefers-color-scheme: dark)");

/** The value of a setting, if one was chosen. */
export function setting(name, initial) {
  return settings[name] ?? initial;
}

/** Change a setting, keep it on this device, and show it. */
export function set(name, value) {
  settings[name] = value;
  keep("settings", settings);
  if (name === "theme") document.cookie = `theme=${value}; path=/; max-age=31536000; samesite=lax`;  // For the first paint.
  applySettings();
  dispatchEvent(new Event("settings"));
}

/** Tell the style sheet what the player has chosen. */
export function applySettings(variant) {
  const root = document.documentElement.dataset;
  if (variant) root.variant = variant;
  for (const name of ["side", "print", "reds"]) root[name] = setting(name, "");
  root.theme = setting("theme", "system");
  const isDark = root.theme === "dark" || (root.theme === "system" && night.matches);
  root.felt = isDark ? "dark" : "light";
  root.faces = isDark ? setting("night", "dimmed") : "white";
  root.colours = setting("colours", "auto");
  if (root.colours === "auto") root.colours = root.variant === "bakers_game" ? "four" : "two";
}

/** How long a motion takes that takes this long at normal speed; 0 for none. */
export function duration(milliseconds) {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const chosen = setting("speed", "auto");
  const speed = chosen !== "auto" ? chosen : calm ? "off" : "normal";
  return milliseconds * { off: 0, fast: 0.5, normal: 1, slow: 1.6 }[speed];
}
