// Starts the client: the words, and the modules that the page needs.

import { boot, call, csrfToken } from "./api.js";
import { applySettings, h, isDrawn, keep, recall, speak, t, toast } from "./ui.js";

const [root, update] = ["screen", "update"].map((id) => document.getElementById(id));
let leave = () => {};
let drawn = Promise.resolve();
let isBack = false;

/** Draw the game or the replay of this address, one after the other; `state` is what is known of it. */
const draw = (state) => (drawn = drawn.then(() => show(state)));

async function show(state = {}) {
	await leave();
	leave = () => {};
	for (const open of document.querySelectorAll("dialog")) open.close();
	const [, screen, id] = location.pathname.split("/");
	try {
		if (!isDrawn(location.pathname)) location.reload();
		else if (screen === "play") leave = await openGame(id, state);
		else leave = await replay(id);
	} catch (problem) {
		const [text, way, href] = problem.status ? [problem.message, "start", "/"] : [t("offline"), "again", ""];
		root.replaceChildren(h("main.page", h("p", { role: "alert" }, text), h("a.button", { href }, t(way))));
	}
}

async function replay(id, game) {
	const [{ showReplay }, { showResult }] = await Promise.all([import("./replay.js"), import("./result.js")]);
	return showReplay(root, { id, game, titles: boot.titles, showResult });
}

/** Go on with a game, or look at one that is over, unless its cards are still played for a board. */
async function openGame(id, { game, isNew }) {
	const [found, { playTable }] = await Promise.all([game?.id === id ? game : call("GET", `/games/${id}`), import("./table.js")]);
	const isOver = found.status !== "active";
	const view = found.paused ? await call("POST", `/games/${id}/ops`, { base_version: found.version, ops: ["r"] }) : found;
	const since = view === boot.game ? 0 : performance.now();
	return (isOver && await replay(id, found)) || playTable(root, view, { title: boot.titles[view.variant], tick: boot.tick, isNew, since });
}

/** What the page can do beyond what the service has written into it. */
async function enliven() {
	const screen = location.pathname.split("/")[1];
	if (screen === "") (await import("./start.js")).watchStart(root);
	else if (screen === "daily") (await import("./daily.js")).watchDaily(root);
	else if (screen === "account") (await import("./account.js")).watchAccount(root);
	for (const part of root.querySelectorAll("[inert]")) part.inert = false;
	for (const time of root.querySelectorAll("time")) {
		const style = { dateStyle: time.dataset.kind === "time" ? undefined : "medium", timeStyle: "short" };
		time.textContent = new Intl.DateTimeFormat(document.documentElement.lang, style).format(new Date(time.dateTime));
	}
}

/** A link to what is drawn here loads no page. */
function follow(event) {
	const path = event.target.closest?.("a:not([download])")?.getAttribute("href");
	if (!path || !isDrawn(path) || event.ctrlKey || event.metaKey || event.shiftKey) return;
	event.preventDefault();
	go(path);
}

async function go(path, state) {
	if (isDrawn(path)) {
		history.pushState(null, "", path);
		await draw(state);
	} else {
		await leave();
		location.assign(path);
	}
}

speak(document.documentElement.lang, await (await fetch(boot.words)).json());
applySettings();
const { text, isAlarm } = recall("said");
if (text) toast(text, isAlarm);
keep("said", {});
addEventListener("click", follow);
addEventListener("go", ({ detail }) => go(...detail));
addEventListener("popstate", () => {
	const dialog = !isBack && document.querySelector("dialog[open]");
	if (dialog) history.forward();  // Back closes a dialog, and no more.
	else if (!isBack) draw();
	isBack = Boolean(dialog);
	if (dialog) dialog.close("");
});
// A page may be older than its tokens, and than the modules that it has not asked for yet.
addEventListener("submit", ({ target: { elements: { csrfmiddlewaretoken: token } } }) => token && (token.value = csrfToken()));
addEventListener("unhandledrejection", ({ reason }) => /module/.test(reason?.message) && (update.hidden = false));
update.querySelector("button").addEventListener("click", () => location.reload());
await (isDrawn(location.pathname) ? draw(boot) : enliven());
if (boot.worker) import("./app.js").then(({ watchApp }) => watchApp()).catch(() => {});  // One can play without.
