// What is read out about moves.

import { cardsOf, isPairing } from "./store.js";
import { cardName, say, t } from "./ui.js";

/** Where a card goes, in words. */
export function pileName(view, id) {
  const pile = view.piles.find((each) => each.id === id);
  const alike = view.piles.filter((each) => each.kind === pile.kind);
  const suit = pile.kind === "foundation" ? t(`suit.${id.at(-1)}`) : "";
  return t(`to.${pile.kind}`, { id: alike.indexOf(pile) + 1, suit });
}

function last(view, id, below = 0) {
  return cardsOf(view, id).at(-1 - below);
}

/** Read a listed move out, as it is made. */
export function moved(view, entry) {
  if (entry.to === null) {
    say(t("laid"));
    return;
  }
  if (isPairing(view) && (entry.n === 2 || entry.to === "discard")) {
    const one = cardName(last(view, entry.from));
    if (entry.n === 1) say(t("discarded", { card: one }));
    else say(t("pair", { card: one, other: cardName(last(view, entry.to, entry.to === entry.from ? 1 : 0)) }));
    return;
  }
  const left = last(view, entry.from, entry.n);
  const first = last(view, entry.from, entry.n - 1);
  const what = entry.n === 1 ? cardName(first) : t("run", { n: entry.n, from: cardName(first), to: cardName(last(view, entry.from)) });
  say(t("moved", { card: what, pile: pileName(view, entry.to) }));
  if (left) say(t("under", { card: cardName(left) }));
}

/** Read out which card came back. */
export function undone(view, changed) {
  if (!changed.length) return;
  const pile = view.piles.find((each) => each.cards?.includes(changed[0]));
  if (pile) say(t("undone", { card: cardName(changed[0]), pile: pileName(view, pile.id) }));
}

/** A move in words, for a hint. */
export function inWords(view, entry) {
  if (entry.to === null) return t("hintLay");
  const card = cardName(last(view, entry.from, entry.to === entry.from ? 0 : entry.n === 2 && isPairing(view) ? 0 : entry.n - 1));
  if (isPairing(view) && entry.n === 2) {
    return t("hintPair", { card, other: cardName(last(view, entry.to, entry.to === entry.from ? 1 : 0)) });
  }
  return t("hintMove", { card, pile: pileName(view, entry.to) });
}
