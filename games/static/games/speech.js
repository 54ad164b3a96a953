// Moves in words: read out as they are made, shown as hints, and listed.

import { cardsOf, isPairing } from "./store.js";
import { cardName, say, t } from "./ui.js";

/** Where a card goes, in words. */
export function pileName(view, id) {
	const pile = view.piles.find((each) => each.id === id);
	const alike = view.piles.filter((each) => each.kind === pile.kind);
	return t(`to.${pile.kind}`, { id: alike.indexOf(pile) + 1 });
}

const last = (view, id, below = 0) => cardsOf(view, id).at(-1 - below);

/** What a listed move does: the key of a message, and what fills it. */
export function inWords(view, { from, to, n }) {
	if (to === null) return ["laid"];
	const isPair = isPairing(view) && n === 2;
	const first = cardName(last(view, from, isPair ? 0 : n - 1));
	if (isPair) return ["pair", { card: first, other: cardName(last(view, to, to === from ? 1 : 0)) }];
	const card = n === 1 ? first : t("run", { n, from: first, to: cardName(last(view, from)) });
	return [to === "discard" ? "discarded" : "moved", { card, pile: pileName(view, to) }];
}

/** Read a listed move out, as it is made, and the card that it lays open. */
export function moved(view, entry) {
	const [key, values] = inWords(view, entry);
	say(t(key, values));
	const left = key === "moved" && last(view, entry.from, entry.n);
	if (left) say(t("under", { card: cardName(left) }));
}

/** Read out which card came back. */
export function undone(view, [card]) {
	const pile = card && view.piles.find((each) => each.cards?.includes(card));
	if (pile) say(t("undone", { card: cardName(card), pile: pileName(view, pile.id) }));
}
