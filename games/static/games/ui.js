// What every screen is made with: elements, words, dialogs, messages, settings.

const SVG = "http://www.w3.org/2000/svg";
let messages = {};
let plurals = null;
let plain = null;

/** Make an element: `tag.class`, attributes, functions for `onclick` and the like, and children, if they are there. */
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
export function svg(name, attributes, ...children) {
	const element = document.createElementNS(SVG, name);
	for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
	element.append(...children);
	return element;
}

/** A suit as it is drawn in the page. */
export const suit = (letter) =>
	svg("svg", { class: "suit", viewBox: "0 0 32 32", "aria-hidden": "true" }, document.querySelector(`#suit-${letter} > path`).cloneNode());

/** Speak a language, with the texts of its catalogue. */
export function speak(code, texts) {
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

/** The ends of the keys that begin alike, in the order of the catalogue. */
export const under = (name) =>
	Object.keys(messages).filter((key) => key.startsWith(`${name}.`)).map((key) => key.slice(name.length + 1));

/** A card's name as it is read out. */
export const cardName = (card) => t("card", { rank: t(`rank.${card[0]}`), suit: t(`suit.${card[1]}`) });

/** A number as the language writes it. */
export const number = (value) => plain.format(value);

/** Milliseconds as minutes and seconds, and hours if there are any. */
export function clockText(milliseconds) {
	const [hours, minutes, seconds] = [3600, 60, 1].map((unit) => Math.floor(milliseconds / 1000 / unit));
	const two = (value) => String(value % 60).padStart(2, "0");
	return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

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

const [live, alarm, toasts] = ["live", "alarm", "toasts"].map((id) => document.getElementById(id));
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
	setTimeout(() => {
		shown.remove();
		alarm.textContent = "";
	}, Math.max(2500, text.length * 70));
	if (isAlarm) alarm.textContent = text;
	else say(text);
	return shown;
}

/** Say that something failed: why, if the service has told. */
export function fail(problem) {
	toast((problem.status && problem.message) || t("failed"), true);
}

/** Whether this page can draw what is at a path; all else the service draws. */
export const isDrawn = (path) => /^\/(play|replays)\//.test(path) && Boolean(document.getElementById("table"));

/** Go to a path; what is drawn there is told `state`. */
export const go = (path, state) => dispatchEvent(new CustomEvent("go", { detail: [path, state] }));

/** Fill the screen with a frame, whose buttons tell `act` what they are for; returns what finds its parts. */
export function frame(root, name, title, act) {
	root.replaceChildren(document.getElementById(name).content.cloneNode(true));
	root.querySelector("h1").textContent = title;
	document.title = `${title} · Patience`;
	for (const button of root.querySelectorAll("[data-do]")) button.addEventListener("click", () => act(button.dataset.do));
	return (...selectors) => selectors.map((selector) => root.querySelector(selector));
}

/** Ask before something that cannot be taken back; resolves to "" unless it is wanted. */
export const sure = (title, text, yes, no = t("keep")) =>
	dialog(title, [h("p", text)], [{ text: no, value: "", main: true }, { text: yes, value: "yes", bad: true }]);

/** A modal dialog with a heading; resolves to the value of the button that closed it, or "". */
export function dialog(title, content, buttons, options = {}) {
	const make = ({ text, value, main, bad }) => h("button", { type: "submit", value, autofocus: Boolean(main), class: main ? "main" : bad && "bad" }, text);
	const box = h("dialog", { class: `dialog ${options.class ?? ""}`, "aria-labelledby": "title" },
		h("h2", { id: "title" }, title),
		h("div.content", { tabindex: options.scrolls && "0" }, ...content),
		h("form.buttons", { method: "dialog" }, ...buttons.map(make)));
	document.body.append(box);
	box.append(live, alarm, toasts);
	box.showModal();
	return new Promise((resolve) => box.addEventListener("close", () => {
		document.body.append(live, alarm, toasts);
		box.remove();
		resolve(box.returnValue);
	}));
}

/** What this browser keeps under a name; nothing, if it keeps nothing. */
export function recall(name) {
	try {
		return { ...JSON.parse(localStorage.getItem(name)) };
	} catch {
		return {};
	}
}

/** Let this browser keep something, if it does. */
export function keep(name, value) {
	try {
		localStorage.setItem(name, JSON.stringify(value));
	} catch {
		// Then it holds as long as the page.
	}
}

/** Tell the service for a year what this browser has chosen. */
export function keepCookie(name, value) {
	document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`;
}

const settings = recall("settings");
const night = matchMedia("(prefers-color-scheme: dark)");
night.addEventListener("change", () => applySettings());
// The focus is shown to whoever uses keys, also where the client has put it.
for (const [name, by] of [["keydown", "keys"], ["pointerdown", "pointer"]]) {
	addEventListener(name, () => (document.documentElement.dataset.by = by), { capture: true });
}

/** The value of a setting, if one was chosen. */
export const setting = (name, initial) => settings[name] ?? initial;

/** Change a setting, keep it on this device, and show it. */
export function set(name, value) {
	settings[name] = value;
	keep("settings", settings);
	if (name === "theme") keepCookie(name, value);  // For the first paint.
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
	const auto = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 1;
	return milliseconds * { auto, off: 0, fast: 0.5, normal: 1, slow: 1.6 }[setting("speed", "auto")];
}
