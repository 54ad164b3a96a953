// Draws the table: one element a card, and one way to move cards for moves, undo, auto-finish and
// repair alike. Nothing is measured between two changes.

import { layOut, strip } from "./layout.js";
import { cardsOf } from "./store.js";
import { cardName, duration, face, h, setting, suit, t } from "./ui.js";

const EASE = "cubic-bezier(.2,.8,.2,1)";
const RANKS = "A23456789TJQK";

/** Put an element where it belongs, unless it is there. */
function put(element, shown, x, y) {
	if (shown.x !== x) element.style.left = `${x}px`;
	if (shown.y !== y) element.style.top = `${y}px`;
	Object.assign(shown, { x, y });
}

/** The piles and cards of one table. */
export class Table {
	piles = new Map();
	cards = new Map();
	view = null;
	size = {};

	constructor(element) {
		this.element = element;
		this.#fit();
		this.watch = new ResizeObserver(() => this.#fit() && this.view && this.show(this.view, { still: true }));
		this.watch.observe(element);
		element.addEventListener("focusin", ({ target }) => this.#rove(target));
	}

	/** Take the table away. */
	close() {
		this.watch.disconnect();
		this.element.replaceChildren();
	}

	/** Measure the table; says whether it has changed. */
	#fit() {
		const { size, element } = this;
		this.size = { width: element.clientWidth, height: element.clientHeight };
		return this.size.width !== size.width || this.size.height !== size.height;
	}

	/** Show a position; cards move there from where they are seen now. */
	show(view, options = {}) {
		this.view = view;
		const { piles } = view;
		if (!this.size.width || !this.size.height) return;
		const seen = this.#positions();
		const focus = this.#focused();
		const isFlat = view.variant === "thirteens";
		const rows = isFlat ? 2 : { one: 1, two: 2 }[setting("columns")];
		this.layout = layOut(piles, this.size, { rows, isFlat, isLeft: setting("side") === "left", isLarge: setting("print") === "large" });
		for (const name of ["card", "high", "index"]) this.element.style.setProperty(`--${name}`, `${this.layout[name]}px`);
		const stays = new Set();
		this.changed = [];
		for (const pile of piles) this.#pile(pile, stays);
		for (const [card, { li }] of view.paused ? [] : this.cards) if (!stays.has(card) && this.cards.delete(card)) li.remove();
		this.#label(piles);
		this.#move(seen, options);
		this.#refocus(focus, options);
	}

	/** Where the cards are seen that are not where they belong, as they move or are dragged. */
	#positions() {
		const seen = new Map();
		let base;
		for (const [name, { li, animation }] of this.cards) {
			if (!li.style.translate && animation?.playState !== "running") continue;
			base ??= this.element.getBoundingClientRect();
			const { left, top } = li.getBoundingClientRect();
			seen.set(name, { x: left - base.left, y: top - base.top });
		}
		return seen;
	}

	#newPile({ id, kind }) {
		const button = h("button.place", { tabindex: "-1", "data-place": id }, kind === "foundation" && suit(id.at(-1)));
		const list = h("ol", { class: `pile ${kind}`, role: "list", "data-pile": id }, h("li", button));
		this.piles.set(id, { list, button });
		this.element.append(list);
		return this.piles.get(id);
	}

	#pile(pile, stays) {
		const place = this.layout.places.get(pile.id);
		const shown = this.piles.get(pile.id) ?? this.#newPile(pile);
		const { list, button } = shown;
		put(button, shown, place.x, place.y);
		if (!pile.cards) {
			button.dataset.count = pile.count || "";
			for (const li of list.children) if (li.firstChild.dataset.card) stays.add(li.firstChild.dataset.card);
			return;
		}
		const step = strip(place, pile.cards.length, this.layout.high);
		let before = button.parentNode;
		pile.cards.forEach((name, at) => {
			stays.add(name);
			if (!this.cards.has(name)) this.cards.set(name, { li: h("li", face(name)) });
			const card = this.cards.get(name);
			const next = before.nextSibling;
			if (next !== card.li) {
				if (card.pile !== pile.id) this.changed.push(name);
				if (card.li.isConnected && list.moveBefore) list.moveBefore(card.li, next);
				else list.insertBefore(card.li, next);
			}
			before = card.li;
			if (card.pile) card.from = { x: card.x, y: card.y };
			Object.assign(card, { pile: pile.id, at });
			put(card.li, card, place.x, place.y + at * step);
		});
	}

	/** Name the piles that are not as they were. */
	#label(piles) {
		const numbers = {};
		for (const { id, kind, cards, count } of piles) {
			const shown = this.piles.get(id);
			numbers[kind] = (numbers[kind] ?? 0) + 1;
			const n = cards?.length ?? count;
			const top = cards?.at(-1);
			if (shown.n === n && shown.top === top) continue;
			Object.assign(shown, { n, top });
			const name = t(`pile.${kind}`, { id: numbers[kind], suit: kind === "foundation" && t(`suit.${id.at(-1)}`) });
			const holds = kind === "foundation" && top ? cardName(top) : n ? t("cards", { n }) : t("empty");
			shown.list.ariaLabel = shown.button.ariaLabel = `${name}, ${holds}`;
			shown.button.parentNode.classList.toggle("filled", Boolean(cards?.length));
			shown.list.classList.toggle("unused", kind === "grace" && !cards?.length);
		}
	}

	#move(seen, options) {
		const { places, card: width } = this.layout;
		const start = places.get("stock") ?? { x: (this.size.width - width) / 2, y: this.size.height };
		const moving = [];
		for (const [name, card] of this.cards) {
			if (card.li.style.translate) card.li.style.translate = "";
			card.animation?.cancel();
			const { x, y } = seen.get(name) ?? card.from ?? start;
			const [right, down] = [x - card.x, y - card.y];
			if (Math.abs(right) + Math.abs(down) > 0.5) moving.push({ name, card, away: `${right}px ${down}px` });
		}
		const place = ({ name, card }) => (options.order === "rank" ? RANKS.indexOf(name[0]) : card.at);
		moving.sort((a, b) => place(a) - place(b));
		const time = options.still ? 0 : duration(options.time ?? 160);
		const gap = duration(options.gap ?? 0);
		for (const [at, { card, away }] of time ? moving.entries() : []) {
			const here = { zIndex: 100 + at, visibility: "visible" };
			card.animation = card.li.animate([{ ...here, translate: away }, { ...here, translate: "0px 0px" }],
				{ duration: time, delay: at * gap, easing: EASE, fill: "backwards" });
		}
		this.last = time ? moving.at(-1)?.card.animation : null;
	}

	/** Draw all anew, as a setting has changed. */
	reface() {
		for (const [name, { li }] of this.cards) li.replaceChildren(face(name));
		this.show(this.view, { still: true });
	}

	/** Bring all motions to their end. */
	skip() {
		for (const card of this.cards.values()) card.animation?.finish();
	}

	/** Let cards shake, and go back if they were dragged. */
	shake(names) {
		const seen = this.#positions();
		for (const name of names) {
			const card = this.cards.get(name);
			if (!card) continue;
			const { x, y } = seen.get(name) ?? card;
			const away = [x - card.x, y - card.y];
			card.li.style.translate = "";
			card.animation?.cancel();
			card.li.classList.add("refused");
			setTimeout(() => card.li.classList.remove("refused"), 600);
			if (!duration(1)) continue;
			const back = Math.hypot(...away) > 1 ? [away] : [];
			const frames = [...back, ...[0, -6, 6, -6, 6, 0].map((aside) => [aside, 0])].map(([right, down]) => ({ translate: `${right}px ${down}px`, zIndex: 100 }));
			card.animation = card.li.animate(frames, { duration: duration(240 + 180 * back.length), easing: "ease-out" });
		}
	}

	/** The last cards of a pile. */
	run(pile, n) {
		return cardsOf(this.view, pile).slice(-n);
	}

	/** What an element of the table stands for: its pile, its card, and how many lie from it on. */
	at(element) {
		const target = this.element.contains(element) && element.closest("[data-card], [data-place]");
		if (!target) return null;
		const { card = null } = target.dataset;
		const { pile } = target.closest("[data-pile]").dataset;
		const cards = this.run(pile, Infinity);
		return { pile, card, n: card ? cards.length - cards.indexOf(card) : 0, cards };
	}

	/** Put a ring around the piles of these ids, and around no other. */
	ring(ids, cards = []) {
		const isRinged = ids.length + cards.length > 0;
		if (!isRinged && !this.isRinged) return;
		this.isRinged = isRinged;
		for (const [id, { list }] of this.piles) list.classList.toggle("target", ids.includes(id));
		for (const [name, { li }] of this.cards) {
			const isChosen = cards.includes(name);
			li.classList.toggle("chosen", isChosen);
			li.firstChild.ariaPressed = isChosen ? "true" : null;
		}
	}

	#focused() {
		const element = document.activeElement;
		if (!this.element.contains(element)) return null;
		return { pile: element.closest("[data-pile]")?.dataset.pile, card: element.dataset.card };
	}

	#refocus(focus, options) {
		if (!focus) return this.#rove(this.roved?.isConnected ? this.roved : this.stop(this.piles.keys().next().value));
		const follows = this.cards.get(options.follow ?? (options.back && this.changed[0]));
		const same = this.cards.get(focus.card);
		return this.focus((follows ?? (same?.pile === focus.pile ? same : null))?.li.firstChild ?? this.stop(focus.pile));
	}

	/** What has the focus of a pile: its last card, or its empty place. */
	stop(pile) {
		return this.piles.get(pile)?.list.lastChild.firstChild;
	}

	/** Give an element of the table the focus; Tab comes back to it. */
	focus(element) {
		this.#rove(element);
		if (element !== document.activeElement) element?.focus({ preventScroll: true });
	}

	#rove(element) {
		if (!element || element === this.roved) return;
		if (this.roved) this.roved.tabIndex = -1;
		element.tabIndex = 0;
		this.roved = element;
	}
}
