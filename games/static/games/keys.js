// Playing by keyboard: arrows walk over the piles, Space picks up and puts down.

import { goals, isPairing, listed } from "./store.js";
import { cardName, say, t } from "./ui.js";

const LATIN = /^[a-z]$/i;

/** The key as a letter or a name: on other alphabets the place on the keyboard counts. */
export function keyOf(event) {
	const { key, code } = event;
	const name = key.length === 1 && !LATIN.test(key) && /^Key[A-Z]$/.test(code) ? code[3] : key;
	return name.length === 1 ? name.toLowerCase() : name;
}

/** Listen for keys until the signal comes. */
export function watchKeys({ play, open }, signal) {
	const { table, game } = play;
	let held = null;
	let digits = "";
	let digitsAt = 0;

	const here = () => table.at(document.activeElement);

	/** The rows of piles as they are seen, from left to right. */
	function rows() {
		const seen = [...table.layout.places].filter(([id]) => !table.piles.get(id).list.classList.contains("unused")).map(([id, { x, y }]) => ({ id, x, y }));
		const heights = [...new Set(seen.map(({ y }) => y))].sort((a, b) => a - b);
		return heights.map((height) => seen.filter(({ y }) => y === height).sort((a, b) => a.x - b.x));
	}

	function to(pile) {
		table.focus(table.stop(pile));
	}

	function toCard(card) {
		table.focus(table.cards.get(card)?.li.firstChild);
	}

	function upOrDown(at, step, all, row) {
		const isFan = table.layout.places.get(at.pile).fan;
		const card = isFan && at.card ? at.cards[at.cards.indexOf(at.card) + step] : undefined;
		if (card) return toCard(card);
		const other = all[(all.indexOf(row) + step + all.length) % all.length];
		const { x } = table.layout.places.get(at.pile);
		return to(other.reduce((best, each) => (Math.abs(each.x - x) < Math.abs(best.x - x) ? each : best)).id);
	}

	function pickUp(at, n) {
		const moves = listed(game.view, at.pile, n);
		const targets = goals(moves);
		if (!at.card) return;
		if (!targets.length || targets[0] === null) return void play.refuse(at.pile, n);
		held = { moves, targets, at: -1, card: at.cards.at(-n) };
		table.ring(targets, table.run(at.pile, isPairing(game.view) ? 1 : n));
		say(t("picked", { card: cardName(held.card), n: targets.length }));
		choose(1);
	}

	function choose(step) {
		held.at = (held.at + step + held.targets.length) % held.targets.length;
		to(held.targets[held.at]);
	}

	/** End what Space began: put the cards down where they may lie now, or back. */
	function letGo(isDown) {
		const { moves, targets, at, card } = held;
		held = null;
		table.ring([]);
		if (isDown) return play.move(moves.find((entry) => entry.to === targets[at]), card);
		toCard(card);
		return say(t("putBack"));
	}

	function toKind(at, kinds) {
		const kindOf = (id) => game.view.piles.find((pile) => pile.id === id)?.kind;
		const entry = listed(game.view, at.pile, at.n || 1).find(({ to: pile }) => kinds.includes(kindOf(pile)));
		if (entry) play.move(entry);
		else play.refuse(at.pile, at.n);
	}

	function byNumber(digit) {
		const now = performance.now();
		digits = now - digitsAt < 600 ? digits + digit : digit;
		digitsAt = now;
		const columns = game.view.piles.filter(({ kind }) => kind === "column" || kind === "grace");
		const pile = columns[(Number(digits) || 10) - 1];
		if (pile) to(pile.id);
	}

	/** Keys that only mean something on the table; says whether one was meant. */
	function onTable(key, event, at) {
		const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key];
		if (held) {
			if (step) choose(step);
			else if (event.repeat) return true;
			else if (key === " " || key === "Enter") letGo(true);
			else if (key === "Escape") letGo(false);
			else return false;
			return true;
		}
		const all = rows();
		const row = all.find((each) => each.some(({ id }) => id === at.pile));
		if (key === "ArrowUp" || key === "ArrowDown") upOrDown(at, step, all, row);
		else if (step) to(row.at((row.findIndex(({ id }) => id === at.pile) + step) % row.length).id);
		else if (event.ctrlKey) toCard(key === "Home" ? at.cards[0] : at.cards.at(-1));
		else if (key === "Home") to(row[0].id);
		else if (key === "End") to(row.at(-1).id);
		else if (/^[0-9]$/.test(key)) byNumber(key);
		else if (event.repeat) return [" ", "Enter"].includes(key);
		else if (key === "Enter") play.tap(at.pile, at.card);
		else if (key === " ") pickUp(at, Math.max(1, at.n));
		else if (key === "+" || key === "-") {
			const n = Math.max(1, Math.min(at.cards.length, at.n + (key === "+" ? 1 : -1)));
			toCard(at.cards.at(-n));
		} else if (key === "f") toKind(at, ["foundation", "discard"]);
		else if (key === "c") toKind(at, ["cell"]);
		else return false;
		return true;
	}

	/** Keys that mean something wherever the focus is on this screen. */
	function anywhere(key, event) {
		const opened = { h: "hint", n: "anew", "?": "guide", s: "position", m: "moves", p: "menu", Escape: "menu" }[key];
		if (key === "u" || (key === "z" && (event.ctrlKey || event.metaKey))) play.undo();
		else if (event.ctrlKey || event.metaKey || event.repeat) return false;
		else if (key === "d") play.tap("stock", null);
		else if (key === "a") play.finish();
		else if (opened) open(opened);
		else return false;
		return true;
	}

	function onKey(event) {
		if (event.altKey || document.querySelector("dialog[open]")) return;
		const key = keyOf(event);
		const isCommand = (event.ctrlKey || event.metaKey) && key !== "Home" && key !== "End";
		const at = here();
		if (isCommand && key !== "z") return;
		if (game.view.paused && (key === "Enter" || key === " ")) return;
		const isOurs = at && !isCommand && !play.isDead() && onTable(key, event, at);
		if (!isOurs && !(at || isCommand || key === "Escape" || document.activeElement === document.body)) return;
		if (isOurs || (!(isCommand && event.shiftKey) && anywhere(key, event))) event.preventDefault();
	}

	document.addEventListener("keydown", onKey, { signal });
	// A button would be pressed once more when Space is let go.
	document.addEventListener("keyup", (event) => event.key === " " && here() && event.preventDefault(), { signal });
}
