// The replay viewer: a finished game step by step, on a table where nothing can be moved.
// What a step does to the piles is told by the service.

import { ask, call } from "./api.js";
import { Table } from "./render.js";
import { copy, share } from "./share.js";
import { pileName } from "./speech.js";
import { newGame } from "./start.js";
import { applySettings, cardName, clockText, frame, go, h, number, say, svg, t } from "./ui.js";

/** The piles after a step. */
function after(piles, { changes }) {
	return piles.map((pile) => {
		const change = changes.find(({ id }) => id === pile.id);
		return change?.cards ? { ...pile, cards: [...pile.cards.slice(0, change.keep), ...change.cards] } : { ...pile, ...change };
	});
}

/** A step in words. */
function inWords({ op, changes }, piles) {
	if (op === "x") return t("finishing");
	const gains = changes.filter(({ cards }) => cards?.length);
	const { id, cards } = gains.find((each) => each.id === "discard") ?? gains[0] ?? {};
	if (!id) return t("undoneLay");
	const [card, other] = cards.map(cardName);
	const pile = pileName({ piles }, id);
	if (op === "z") return t("undone", { card, pile });
	if (id === "discard") return t(other ? "pair" : "discarded", { card, other });
	if (changes.some(({ count }) => count >= 0)) return t("laid");
	return t("moved", { card: other ? t("run", { n: cards.length, from: card, to: cardName(cards.at(-1)) }) : card, pile });
}

/** The ops that change the table, which are counted as steps; each knows its version. */
const stepsOf = ({ ops }) => ops.map((each, at) => ({ ...each, version: at + 1 })).filter(({ op }) => op !== "p" && op !== "r");

/** The solver's word on a game of the player, and its verdicts step by step, the deal's first. */
export async function analyse(replay) {
	const answer = await ask(replay.id, "analysis", "GET");
	if (!answer) return null;
	const { verdicts, last_winnable_version: last, par } = answer;
	const steps = stepsOf(replay);
	const n = steps.filter(({ version }) => version <= last).length;
	let text = t(n === steps.length ? "untilEnd" : n ? "until" : "untilDeal", { n });
	if (last === null) text = t(verdicts[0] === "unwinnable" ? "never" : "verdict.unknown");
	if (replay.status === "won") text = "";
	if (par !== null) text += ` ${t("par", { n: par })}`;
	return { text: text.trim(), verdicts: [verdicts[0], ...steps.map(({ version }) => verdicts[version])] };
}

/** Where the game could be won, as a line; a lower one where it could not. */
const mark = ({ verdicts, text }) =>
	svg("svg", { class: "mark", viewBox: `0 0 ${verdicts.length} 2`, preserveAspectRatio: "none", role: "img", "aria-label": text || t("verdict.winnable") },
		...verdicts.map((verdict, x) => svg("rect", { x, y: verdict === "winnable" ? 0 : 1, width: 1, height: 2, class: verdict })));

/** Show the player's own `game`, or one that is shared or on a closed board. Returns how to leave it; nothing, if its cards are still played for a board. */
export async function showReplay(root, { id, game, titles, showResult }) {
	const replay = await call("GET", game || id.length === 36 ? `/games/${id}/replay` : `/replays/${id}`).catch((problem) => {
		if (!game || problem.code !== "deal_in_play") throw problem;
	});
	if (!replay) return null;
	const { result, variant } = replay;
	const title = titles[variant];
	const steps = stepsOf(replay);
	const last = steps.length;
	const all = [replay.piles];
	for (const each of steps) all.push(after(all.at(-1), each));
	const texts = [t("dealt", { game: title }), ...steps.map((each, at) => inWords(each, all[at + 1]))];
	const asked = new URLSearchParams(location.search).get("move");
	const stop = new AbortController();
	let at = 0;
	let timer = 0;
	let later = 0;

	const acts = { leave: () => go("/"), first: () => step(0), back: () => step(at - 1), play: () => play(), forward: () => step(at + 1), last: () => step(last),
		from: playOn, share: () => share(replay.id, title, replay.slug), copy: () => copy(replay.board) };
	const find = frame(root, "film", title, (what) => acts[what]());
	const [area, told, line, slider, speed, list, worth, player, from] =
		find(".table", ".told", ".line", "input", "select", ".log", ".worth", "[data-do=play]", "[data-do=from]");
	const figures = [number(result.moves), clockText(result.elapsed_ms), number(result.score.total)];
	root.querySelectorAll(".score b").forEach((figure, index) => (figure.textContent = figures[index]));
	root.querySelector("main").ariaLabel = t("table", { game: title });
	root.querySelector("details").open = innerWidth >= 900;
	const entries = texts.map((text, to) => h("button", { tabindex: -1, onclick: () => step(to) }, `${number(to)}. ${text}`));
	list.append(...entries.map((entry) => h("li", entry)));
	slider.max = last;
	slider.addEventListener("input", () => step(Number(slider.value)));
	speed.addEventListener("change", () => play(timer > 0));
	applySettings(variant);
	const table = new Table(area);

	function show(to) {
		Object.assign(entries[at], { ariaCurrent: null, tabIndex: -1 });
		at = Math.max(0, Math.min(last, to));
		table.show({ variant, piles: all[at] });
		const { op, changes = [] } = steps[at - 1] ?? {};
		table.ring([], op === "x" ? [] : changes.flatMap(({ cards }) => cards ?? []));
		told.textContent = `${number(at)} / ${number(last)} · ${texts[at]}`;
		slider.value = at;
		slider.ariaValueText = told.textContent;
		Object.assign(entries[at], { ariaCurrent: "step", tabIndex: 0 });
		if (list.contains(document.activeElement)) entries[at].focus();
		list.scrollTop = entries[at].offsetTop - list.offsetTop - list.clientHeight / 2;
		from.disabled = at === last && replay.status === "won";
		// Browsers allow few changes of the address in a short time.
		clearTimeout(later);
		later = setTimeout(() => history.replaceState(null, "", `?move=${at}`), 400);
	}

	/** Go to a step as the viewer asked. */
	function step(to) {
		play(false);
		show(to);
		say(texts[at]);
	}

	function play(isOn = !timer) {
		clearInterval(timer);
		timer = 0;
		if (isOn && at === last) show(0);
		if (isOn) timer = setInterval(() => (at < last ? show(at + 1) : play(false)), 1000 / speed.value);
		const name = isOn ? "pause" : "play";
		player.ariaLabel = t(`film.${name}`);
		player.querySelector("use").setAttribute("href", `#icon-${name}`);
	}

	function playOn() {
		play(false);
		const ops = [];
		for (const { op } of steps.slice(0, at)) op === "z" ? ops.pop() : ops.push(op);
		newGame(replay, false, { deal: { id: replay.deal.id }, ops });
	}

	function onKey(event) {
		const { key, target, ctrlKey, metaKey, altKey } = event;
		if (ctrlKey || metaKey || altKey || target.closest("dialog, select")) return;
		const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[key];
		if (to !== undefined) step(to);
		else if (key === " " && !target.closest("button, summary")) play();
		else return;
		event.preventDefault();
	}

	addEventListener("keydown", onKey, { signal: stop.signal });

	show(asked === null && game ? last : Math.trunc(asked) || 0);
	say(texts[at]);
	slider.focus();
	const known = game && analyse(replay);
	known?.then((found) => {
		line.append(found ? mark(found) : "");
		worth.textContent = found?.text;
	}, () => {});
	if (game && asked === null) showResult({ view: game, title, worth: known });
	return () => {
		play(false);
		clearTimeout(later);
		stop.abort();
		table.close();
	};
}
