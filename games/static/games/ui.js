// What every screen is made with: elements, words, dialogs, messages and the player's settings.

const SVG = "http://www.w3.org/2000/svg";
let messages = {};
let language = "en";
let plurals = new Intl.PluralRules("en");

/** Make an element: attributes, `onclick` and the like as functions, then children. */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (key === "class") element.className = value;
    else if (key in element && typeof value === "boolean") element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Make an SVG element. */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const ICONS = {
  menu: "M3 6h18M3 12h18M3 18h18",
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 12",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.5",
  hint: "M9 18h6M10 21h4M8.5 14.5a6 6 0 1 1 7 0c-.6.5-.9 1-.9 1.5h-5.2c0-.5-.3-1-.9-1.5z",
};

/** A line drawing by its name. */
function icon(name) {
  const path = svg("path", { d: ICONS[name] });
  const size = name === "undo" ? "0 2 24 24" : "0 0 24 24";
  return svg("svg", { viewBox: size, class: "icon", "aria-hidden": "true" }, path);
}

/** Take the messages of one language. */
export function speak(code, texts) {
  language = code;
  messages = texts;
  plurals = new Intl.PluralRules(code);
}

/** The message of a key; `n` in the values chooses among plural forms. */
export function t(key, values = {}) {
  let text = messages[key] ?? key;
  if (typeof text === "object") text = text[plurals.select(values.n)] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (whole, name) =>
    typeof values[name] === "number" ? number(values[name]) : (values[name] ?? whole));
}

/** Whether there is a message of this key. */
export function knows(key) {
  return key in messages;
}

/** A card's name as it is read out. */
export function cardName(card) {
  return t("card", { rank: t(`rank.${card[0]}`), suit: t(`suit.${card[1]}`) });
}

/** A number as the language writes it. */
export function number(value, options) {
  return new Intl.NumberFormat(language, options).format(value);
}

/** A day, written out. */
export function dayName(day) {
  const options = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" };
  return new Intl.DateTimeFormat(language, options).format(new Date(`${day}T12:00:00Z`));
}

/** Milliseconds as minutes and seconds. */
export function clockText(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const rest = [Math.floor(seconds / 60) % 60, seconds % 60].map((part, at) =>
    String(part).padStart(at || seconds >= 3600 ? 2 : 1, "0"));
  return (seconds >= 3600 ? [Math.floor(seconds / 3600), ...rest] : rest).join(":");
}

const SUITS = {
  S: "M16 2C7 10 3 14 3 19.5a6.3 6.3 0 0 0 11.5 3.6C14.3 26.5 13 28.6 11 30h10c-2-1.4-3.3-3.5-3.5-6.9A6.3 6.3 0 0 0 29 19.5C29 14 25 10 16 2z",
  H: "M16 29.5C6.5 21.5 2 16.5 2 10.8A7.2 7.2 0 0 1 16 7.6a7.2 7.2 0 0 1 14 3.2c0 5.7-4.5 10.7-14 18.7z",
  D: "M16 1.5C19 7 23 12 27.5 16 23 20 19 25 16 30.5 13 25 9 20 4.5 16 9 12 13 7 16 1.5z",
  C: "M16 2a6.5 6.5 0 0 0-5.6 9.8 6.5 6.5 0 1 0 4.3 10.4C14.4 26 13 28.5 11 30h10c-2-1.5-3.4-4-3.7-7.8a6.5 6.5 0 1 0 4.3-10.4A6.5 6.5 0 0 0 16 2z",
};

/** A suit as a picture. */
export function suit(letter) {
  const path = svg("path", { d: SUITS[letter] });
  return svg("svg", { viewBox: "0 0 32 32", class: "suit", "aria-hidden": "true" }, path);
}

/** A card that can be pressed. */
export function face(card) {
  const rank = card[0] === "T" ? "10" : card[0];
  const isCourt = "JQK".includes(card[0]);
  const middle = isCourt ? [h("b", {}, rank), suit(card[1])] : [suit(card[1])];
  return h("button", { type: "button", class: `card ${card[1]}`, tabindex: "-1", "data-card": card, "aria-label": cardName(card) },
    h("span", { class: "ix", "aria-hidden": "true" }, h("b", rank === "10" ? { class: "ten" } : {}, rank), suit(card[1])),
    h("span", { class: `face ${isCourt ? "court" : ""}`, "aria-hidden": "true" }, ...middle));
}

/** The bar above a table: its buttons tell `act` what they open. */
export function gameBar(title, act) {
  const figures = {};
  const figure = (name) => {
    figures[name] = h("b", {}, "0");
    return h("span", { class: "figure" }, figures[name], h("small", {}, t(`figure.${name}`)));
  };
  const button = (name, what) =>
    h("button", { type: "button", class: "tool", "aria-label": t(name), title: t(name), onclick: () => act(what) }, icon(name));
  const undo = button("undo", "undo");
  const help = button("hint", "help");
  undo.append(h("span", { class: "word" }, t("undo")));
  const score = h("div", { class: "score" }, figure("moves"), figure("time"), figure("points"));
  const bar = h("header", { class: "bar" },
    button("menu", "menu"), h("h1", {}, title), score, help, button("help", "guide"), undo);
  return { bar, figures, score, undo, help };
}

const live = h("div", { role: "status", class: "unseen" });
const alarm = h("div", { role: "alert", class: "unseen" });
const toasts = h("div", { class: "toasts", "aria-hidden": "true" });
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

/** Show a message for a while, and read it out. */
export function toast(text, isAlarm = false) {
  const shown = h("div", { class: "toast" }, text);
  while (toasts.childElementCount > 1) toasts.firstChild.remove();
  toasts.append(shown);
  setTimeout(() => shown.remove(), Math.max(2500, text.length * 70));
  if (isAlarm) alarm.textContent = text;
  else say(text);
}

/** Put what is always there into the page. */
export function install() {
  document.body.append(live, alarm, toasts);
  // The focus is shown to whoever uses keys, also where the client has put it.
  const by = (name) => () => (document.documentElement.dataset.by = name);
  addEventListener("keydown", by("keys"), { capture: true });
  addEventListener("pointerdown", by("pointer"), { capture: true });
}

/** A modal dialog with a heading; resolves to the value of the button that closed it. */
export function dialog(title, content, buttons, options = {}) {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const make = (button) =>
      h("button", {
        type: "button",
        class: button.main ? "main" : button.bad ? "bad" : "",
        autofocus: Boolean(button.main),
        onclick: () => box.close(button.value),
      }, button.text);
    const box = h("dialog", { class: `dialog ${options.class || ""}`, "aria-labelledby": "title" },
      h("h2", { id: "title" }, title),
      h("div", { class: "content", ...(options.scrolls ? { tabindex: "0" } : {}) }, ...content),
      h("div", { class: "buttons" }, ...buttons.map(make)));
    box.addEventListener("cancel", () => box.close(""));
    box.addEventListener("close", () => {
      box.remove();
      if (document.contains(before)) before.focus({ preventScroll: true });
      resolve(box.returnValue);
    });
    document.body.append(box);
    toasts.parentNode === document.body && box.append(toasts);
    box.addEventListener("close", () => document.body.append(toasts));
    box.showModal();
  });
}

const DEFAULTS = {
  theme: "system", side: "right", colours: "auto", print: "normal", speed: "auto", tap: "best",
  finish: "on", columns: "auto", sound: "on", figures: "on",
};
let settings = { ...DEFAULTS };
try {
  settings = { ...DEFAULTS, ...JSON.parse(localStorage.getItem("settings") || "{}") };
} catch {
  // A browser that keeps nothing plays with the defaults.
}

/** The value of a setting. */
export function setting(name) {
  return settings[name];
}

/** Change a setting, keep it on this device, and show it. */
export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem("settings", JSON.stringify(settings));
  } catch {
    // It holds until the page is closed.
  }
  applySettings();
  dispatchEvent(new Event("settings"));
}

/** Tell the style sheet what the player has chosen. */
export function applySettings(variant) {
  const root = document.documentElement.dataset;
  if (variant) root.variant = variant;
  root.theme = settings.theme;
  root.side = settings.side;
  root.print = settings.print;
  const isFour = settings.colours === "auto" ? root.variant === "bakers_game" : settings.colours === "four";
  root.colours = isFour ? "four" : "two";
}

/** How long a motion takes that takes this long at normal speed; 0 for none. */
export function duration(milliseconds) {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const speed = settings.speed === "auto" ? (calm ? "off" : "normal") : settings.speed;
  return milliseconds * { off: 0, fast: 0.5, normal: 1, slow: 1.6 }[speed];
}
