// What the table's buttons open: menu, help, settings, guide.

import { ask, call } from "./api.js";
import { canInstall, install } from "./app.js";
import { inWords } from "./speech.js";
import { isPairing } from "./store.js";
import { cardName, dialog, fail, go, h, set, setting, sure, t, toast, under } from "./ui.js";

const PAGES = { statistics: "/stats", daily: "/daily", account: "/account", start: "/" };
const CLOSE = () => ({ text: t("close"), value: "", main: true });

/** Open one of these. */
export async function openMenu(what, context) {
	const screens = { menu, help, hint: () => question("hint", context), anew, settings, position, moves, guide };
	await screens[what](context);
}

/** A dialog that is a list of things to do; resolves to the key of one, or "". */
function list(title, keys, notes = []) {
	const choose = (key) => h("button.item", { onclick: (event) => event.target.closest("dialog").close(key) }, t(key));
	return dialog(title, [...notes.map((note) => h("p", note)), h("div.items", ...keys.map(choose))], [CLOSE()]);
}

async function menu(context) {
	const { game } = context.play;
	const { status, mode, paused, can_undo: canUndo, piles } = game.view;
	const isOpen = status === "active";
	const keys = [
		isOpen && mode !== "daily" && !paused && "pause",
		isOpen && canUndo && "restart",
		"new",
		isOpen && "resign",
		piles.every(({ kind }) => kind !== "stock") && !paused && "deal.copy",
		"settings",
		"statistics",
		"daily",
		"account",
		canInstall() && "install",
		"start",
	].filter(Boolean);
	const acts = {
		pause: () => game.pause(),
		restart: async () => (await sure(t("restart"), `${t("restartText")} ${isFree(game.view) || !isPairing(game.view) ? "" : t("reveals")}`, t("restart"))) && game.restart(),
		new: () => anew(context),
		resign: async () => (await sure(t("resign"), t(mode === "practice" ? "resignPractice" : "resignText"), t("resign"))) && game.take(await call("POST", `/games/${game.view.id}/resign`), "answer"),
		"deal.copy": async () => (await import("./share.js")).copyDeal(game.view),
		settings,
		install,
	};
	const chosen = await list(t("menu"), keys, [t(isOpen ? "menuText" : "over")]);
	if (PAGES[chosen]) go(PAGES[chosen]);
	else await Promise.resolve(acts[chosen]?.()).catch(fail);
}

/** Another game like this one. */
async function anew({ play, newGame }) {
	const { view } = play.game;
	if (view.mode === "casual") await newGame(view, view.status === "active");
	else go("/");
}

/** Whether help changes nothing. */
const isFree = ({ assisted, mode }) => assisted || mode === "practice";

/** What the solver can say; it marks the game as helped, so it asks first. */
async function help({ play }) {
	const chosen = await list(t("hint"), ["askHint", "askVerdict"], isFree(play.game.view) ? [] : [t("helpText")]);
	if (chosen) await question(chosen === "askHint" ? "hint" : "verdict", { play }, true);
}

async function question(kind, { play: { game, table } }, isTold = false) {
	if (game.view.status !== "active" || game.view.paused) return;
	if (!isTold && !isFree(game.view) && !(await sure(t("askHint"), t("helpText"), t("askHint")))) return;
	const looking = toast(t("thinking"));
	const { id, version } = game.view;
	try {
		const answer = await ask(id, kind).finally(() => looking.remove());
		await game.refresh();  // It is marked now.
		if (!answer) toast(t("noAnswer"));
		else if (game.view.version !== version) toast(t("tooLate"));
		else if (kind === "verdict") toast(t(`verdict.${answer.verdict}`));
		else showHint(answer, game.view, table);
	} catch (problem) {
		fail(problem);
	}
}

function phrase(view, entry) {
	const [key, values] = inWords(view, entry);
	return t(`act.${key}`, values);
}

function showHint({ move, undo, verdict }, view, table) {
	const entry = view.legal_moves.find((each) => each.move === move);
	if (!entry) return toast(undo ? t("hintUndo", { n: undo }) : t(`verdict.${verdict}`));
	table.ring(entry.to ? [entry.to] : ["stock"], table.run(entry.from, isPairing(view) ? 1 : entry.n));
	return toast(t("try", { move: phrase(view, entry) }));
}

/** The settings, as the catalogue lists them and their values, the initial one first; a choice holds at once. */
async function settings() {
	const row = (name) => {
		const values = under(name);
		const options = values.map((value) => h("option", { value, selected: value === setting(name, values[0]) }, t(`${name}.${value}`)));
		return h("label.row", h("span", t(`set.${name}`)), h("select", { onchange: ({ target }) => set(name, target.value) }, ...options));
	};
	await dialog(t("settings"), under("set").map(row), [CLOSE()], { class: "wide" });
}

/** How the table is played, and the rules as the service words them; a game's clock stands meanwhile. */
async function guide({ play, variant }) {
	const { view } = play?.game ?? {};
	const isPaused = view?.status === "active" && !view.paused && view.mode !== "daily";
	if (isPaused) play.game.pause();
	const { key, rules_text: rules, name, family } = await call("GET", `/variants/${view?.variant ?? variant}`);
	const part = (title, lines) => [h("h3", t(`guide.${title}`)), h("ul", ...lines.map((line) => h("li", line)))];
	const steps = (...keys) => keys.flatMap((each) => t(each).split("\n"));
	await read(name, [h("p", t(`about.${key}`)), ...part("play", steps(`guide.taps.${family}`, "guide.common")), ...part("rules", rules),
		...part("tips", steps(`tips.${key}`)), ...part("keys", steps("guide.keyList"))], "wide guide");
	if (isPaused) play.game.resume();
}

const read = (title, content, kind = "wide") => dialog(title, content, [CLOSE()], { class: kind, scrolls: true });

/** The position as text, to be read at leisure. */
async function position({ play: { game, table } }) {
	await read(t("position"), game.view.piles.map(({ id, kind, cards }) => {
		const name = table.piles.get(id).list.ariaLabel;
		return h("section", h("h3", name), kind !== "foundation" && cards?.length > 0 && h("p", cards.map(cardName).join(", ")));
	}));
}

/** All moves that can be made, best first from each pile. */
async function moves({ play: { game: { view } } }) {
	const items = view.legal_moves.map((entry) => h("li", phrase(view, entry)));
	await read(t("moves"), [items.length ? h("ul", ...items) : h("p", t("stuck"))]);
}
