// Games as the service tells of them, and one that is played here.

import { Channel, load, network } from "./page.mjs";

/** A position of Baker's Game: a run of two in column 1, hearts begun. */
export const VIEW = {
  id: "g1", variant: "bakers_game", status: "active", version: 4, moves: 4, undos: 0,
  paused: false, auto_finish: false, can_undo: true,
  piles: [
    { id: "1", kind: "column", cards: ["KD", "7S", "6S"] },
    { id: "2", kind: "column", cards: ["8S"] },
    { id: "3", kind: "column", cards: ["2H"] },
    { id: "4", kind: "column", cards: [] },
    { id: "a", kind: "cell", cards: [] },
    { id: "hC", kind: "foundation", cards: [] },
    { id: "hH", kind: "foundation", cards: ["AH"] },
  ],
  legal_moves: [
    { move: "12", from: "1", to: "2", n: 2 },
    { move: "1a", from: "1", to: "a", n: 1 },
    { move: "3h", from: "3", to: "h", n: 1 },
    { move: "34", from: "3", to: "4", n: 1 },
    { move: "3a", from: "3", to: "a", n: 1 },
  ],
  clock: { elapsed_ms: 60_000, running: true },
};

/** A position of Baroness with a king, pairs of two piles and of one, and a hidden stock. */
export const PAIRS = {
  ...VIEW, id: "g2", variant: "baroness",
  piles: [
    { id: "1", kind: "column", cards: ["4C", "9D"] },
    { id: "2", kind: "column", cards: ["5S", "8S", "4H"] },
    { id: "3", kind: "column", cards: ["2C", "KS"] },
    { id: "4", kind: "column", cards: ["8H", "5D"] },
    { id: "5", kind: "column", cards: [] },
    { id: "stock", kind: "stock", count: 20 },
    { id: "discard", kind: "discard", cards: ["QC", "AC"] },
  ],
  legal_moves: [
    { move: "3", from: "3", to: "discard", n: 1 },
    { move: "12", from: "1", to: "2", n: 2 },
    { move: "44", from: "4", to: "4", n: 2 },
    { move: "2>5", from: "2", to: "5", n: 1 },
    { move: "n", from: "stock", to: null, n: 5 },
  ],
};

/** The view after another move, with other piles if they are given. */
export function next(view, more = {}) {
  const after = { ...view, version: view.version + 1, moves: view.moves + 1, ...more };
  const has = ({ from, n }) => after.piles.some(({ id, cards: held }) => id === from && (!held || held.length >= n));
  const { legal_moves: all } = [VIEW, PAIRS].find(({ id }) => id === view.id);
  return { ...after, legal_moves: all.filter(has) };
}

/** The cards of some piles of a view. */
export const cards = ({ piles }, ...ids) => ids.map((id) => piles.find((pile) => pile.id === id).cards?.join(" "));

const { Game } = await load("store");

/** A game and what it has told: `shown` has each reason with the position. */
export function play(view) {
  Channel.open.clear();
  network.waiting.length = 0;
  const shown = [];
  const refused = [];
  const trouble = [];
  const game = new Game(view, performance.now(), {
    show: (now, why) => shown.push({ why, now }),
    refused: (problem, ops) => refused.push({ problem, ops }),
    trouble: (isThere) => trouble.push(isThere),
  });
  /** Ask for a listed move by its text, or for another op. */
  const act = (text) => game.act((now) => now.legal_moves.find(({ move }) => move === text) ?? text);
  return { game, shown, refused, trouble, act, reasons: () => shown.map(({ why }) => why) };
}
