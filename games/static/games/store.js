// The game as the service has it, and as it is shown while one request is on its way.
//
// No rule of cards is here: what can be played is looked up in what the service listed.

import { Refused, call, insist } from "./api.js";

const WAITING = 3;
const BATCH = 200;

/** The piles after a listed move, as far as they can be known. */
function moved(piles, entry) {
	const { from, to, n } = entry;
	const isDiscarded = isPairing({ piles }) && (n === 2 || to === "discard");
	const sources = new Map(isDiscarded && n === 2 && to !== from ? [[from, 1], [to, 1]] : [[from, n]]);
	const goal = isDiscarded ? "discard" : to;
	const taken = [...sources].flatMap(([id, count]) => cardsOf({ piles }, id).slice(-count));
	return piles.map((pile) => {
		if (sources.has(pile.id)) return { ...pile, cards: pile.cards.slice(0, -sources.get(pile.id)) };
		return pile.id === goal ? { ...pile, cards: [...pile.cards, ...taken] } : pile;
	});
}

/** A view whose moves home name their foundation also where it is that of the card's suit. */
function named(view) {
	const moves = view.legal_moves.map((entry) =>
		entry.to === "h" ? { ...entry, to: `h${cardsOf(view, entry.from).at(-1)[1]}` } : entry);
	return { ...view, legal_moves: moves };
}

/** The cards that can be seen in a pile, base first. */
export const cardsOf = (view, pile) => view.piles.find((each) => each.id === pile)?.cards ?? [];

const asText = (piles) => JSON.stringify(piles.map(({ cards, count }) => cards ?? count));

/** Whether cards leave the table for a discard, one or two at a time. */
export const isPairing = (view) => view.piles.some((pile) => pile.kind === "discard");

/** Where a card is, and how many cards go along with it. */
export function located(view, pile, card) {
	const home = card && view.piles.find((each) => each.cards?.includes(card));
	return home ? { pile: home.id, n: home.cards.length - home.cards.indexOf(card) } : { pile, n: 0 };
}

/** The listed moves of so many cards from a pile; of a pair one comes from elsewhere. */
export function listed(view, pile, n) {
	const from = view.legal_moves.filter((entry) => entry.from === pile);
	return isPairing(view) || n === 0 ? from : from.filter((entry) => entry.n === n);
}

/** The piles that moves lead to. */
export const goals = (moves) => [...new Set(moves.map((entry) => entry.to))];

/** The listed move to a pile, or to the only foundation or discard that can be meant. */
export function towards(view, pile, n, target) {
	const moves = listed(view, pile, n);
	const kind = view.piles.find((each) => each.id === target)?.kind;
	const alike = moves.filter((entry) => (kind === "foundation" ? entry.to.startsWith("h") : kind === "discard" && entry.n === 2));
	return moves.find((entry) => entry.to === target) ?? (alike.length === 1 ? alike[0] : null);
}

/**
 * A game that is played here.
 *
 * `listener` has `show(view, why)`, `refused(problem, ops)` and `trouble(isThere)`; `why` is
 * "move", "undo", "answer", "finish", "elsewhere" or "refused".
 */
export class Game {
	before = [];
	waiting = [];
	resting = [];
	isBusy = false;
	isClosed = false;
	channel = new BroadcastChannel("deal");

	/** `since` is the moment at which the game was as `view` tells. */
	constructor(view, since, listener) {
		Object.assign(this, { view: named(view), since, listener });
		this.channel.onmessage = ({ data }) => {
			const isOlder = data.version > this.view.version || data.status !== this.view.status;
			if (data.id === this.view.id && isOlder) this.refresh();
		};
	}

	/** Milliseconds of the official clock, now. */
	elapsed() {
		const { elapsed_ms: at, running } = this.view.clock;
		return running ? at + performance.now() - this.since : at;
	}

	/**
	 * Do something when the position is confirmed, unless too much waits already; says whether it will be.
	 *
	 * `choose(view)` returns a listed move, an op, several, or nothing.
	 */
	act(choose) {
		if (this.isClosed || this.waiting.length >= WAITING) return false;
		if (this.isBusy) this.waiting.push(choose);
		else this.#begin(choose);
		return true;
	}

	#begin(choose) {
		const chosen = choose(this.view);
		if (!chosen) return this.#next();
		const isMove = Boolean(chosen.move);
		const ops = [].concat(chosen.move ?? chosen);
		const now = this.view.piles;
		let guess = now;
		if (isMove) {
			if (chosen.to !== null) guess = moved(now, chosen);
			this.before.push(now);
		} else if (chosen === "z") guess = this.before.pop() ?? now;
		else if (ops[0] === "z" || ops[0] === "x") this.before = [];
		if (guess !== now) this.listener.show({ ...this.view, piles: guess }, isMove ? "move" : "undo");
		return this.#send(ops, guess);
	}

	async #send(ops, guess) {
		this.isBusy = true;
		const { version } = this.view;
		try {
			const view = await this.#ask("POST", "/ops", { base_version: version, ops });
			// Another tab may have gone on from the same ops: then more is there than was sent.
			const isMore = view.version > version + ops.length;
			if (isMore) this.#forget(asText(view.piles) === asText(guess));
			this.take(view, isMore ? "elsewhere" : { x: "finish", z: "undo" }[ops[0]] ?? "answer");
			this.channel.postMessage({ id: view.id, version: view.version, status: view.status });
		} catch (problem) {
			if (await this.#repair(problem, ops, guess)) return;
		}
		this.isBusy = false;
		this.#next();
	}

	#ask(method, rest, body) {
		return insist(method, `/games/${this.view.id}${rest}`, body, (isThere) => this.listener.trouble(isThere));
	}

	#next() {
		const choose = this.waiting.shift();
		if (this.isClosed) this.channel.close();
		else if (choose) return this.#begin(choose);
		for (const rest of this.resting.splice(0)) rest();
		return null;
	}

	/** The positions before this one are not known any more, and what waits was meant for another. */
	#forget(isExpected = false) {
		this.before = [];
		if (!isExpected) this.waiting = [];
	}

	/** Show what the service has; says whether the ops could be sent again all the same. */
	async #repair(problem, ops, guess) {
		const isElsewhere = ["version_conflict", "game_paused", "game_finished"].includes(problem.code);
		if (problem instanceof Refused && problem.status !== 401 && problem.status !== 404) {
			try {
				const view = await this.#ask("GET", "");
				if (view.paused && ops[0] !== "r" && view.version <= this.view.version + 1 && !document.hidden) {
					// No more than a pause, made by another page as it was closed: what is done here goes on.
					this.view = named({ ...view, paused: false });
					await this.#send(["r", ...ops], guess);
					return true;
				}
				this.#forget();
				this.take(view, isElsewhere ? "elsewhere" : "refused");
			} catch (failed) {
				this.listener.refused(failed, []);
			}
		}
		this.#forget();
		if (!isElsewhere) this.listener.refused(problem, ops);
		return false;
	}

	/** Take what the service says of the game, and show it. */
	take(view, why) {
		if (this.isClosed) return;
		this.view = named(view);
		this.since = performance.now();
		this.listener.show(this.view, why);
	}

	/** Look whether the game went on elsewhere. */
	async refresh() {
		if (this.isBusy || this.isClosed) return;
		this.isBusy = true;
		const { id, version, status } = this.view;
		try {
			const view = await call("GET", `/games/${id}`);
			const isNews = view.version !== version || view.status !== status;
			if (isNews) this.#forget();
			this.take(view, isNews ? "elsewhere" : "answer");
		} catch {
			// The next move asks again.
		}
		this.isBusy = false;
		this.#next();
	}

	/** Stop the clock; the cards are covered. */
	pause() {
		this.act((view) => (view.paused || view.status !== "active" ? null : "p"));
	}

	/** Go on after a pause. */
	resume() {
		this.act((view) => (view.paused ? "r" : null));
	}

	/** Let the rest go home, if nothing else is left to do; says whether that is so. */
	finish() {
		this.act((view) => (view.auto_finish ? "x" : null));
		return this.view.auto_finish;
	}

	/** Back to the deal, undo by undo. */
	restart() {
		const choose = (view) => {
			const undos = view.moves - 2 * view.undos;
			if (undos > BATCH) this.waiting.unshift(choose);
			return undos > 0 ? Array(Math.min(BATCH, undos)).fill("z") : null;
		};
		this.act(choose);
	}

	/** Wait until all that was done is with the service. */
	idle() {
		return new Promise((resolve) => {
			if (this.isBusy) this.resting.push(resolve);
			else resolve();
		});
	}

	/** Leave the game; what is under way is no longer shown, but other tabs are told of it. */
	close() {
		this.isClosed = true;
		if (!this.isBusy) this.channel.close();
	}
}
