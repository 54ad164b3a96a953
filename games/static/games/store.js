// The game as the service has it, and as it is shown while one request is on its way.
//
// No rule of cards is here: what can be played is looked up in what the service listed.

import { Refused, call, insist } from "./api.js";

const WAITING = 3;

/** The piles after a listed move, as far as they can be known. */
function moved(piles, entry) {
  const after = new Map(piles.map((pile) => [pile.id, pile]));
  const taken = [];
  const take = (id, n) => {
    const pile = after.get(id);
    const cards = pile.cards ?? [];
    taken.push(...cards.slice(cards.length - n));
    after.set(id, { ...pile, cards: cards.slice(0, cards.length - n) });
  };
  const isDiscarded = after.has("discard") && (entry.n === 2 || entry.to === "discard");
  if (isDiscarded && entry.n === 2 && entry.to !== entry.from) {
    take(entry.from, 1);
    take(entry.to, 1);
  } else take(entry.from, entry.n);
  const to = isDiscarded ? "discard" : entry.to;
  after.set(to, { ...after.get(to), cards: [...after.get(to).cards, ...taken] });
  return piles.map((pile) => after.get(pile.id));
}

/**
 * A view whose moves home name their foundation.
 *
 * The notation leaves it out where there is no choice: then it is the one of the card's suit.
 */
function named(view) {
  const last = new Map(view.piles.map((pile) => [pile.id, pile.cards?.at(-1)]));
  const moves = view.legal_moves.map((entry) =>
    entry.to === "h" ? { ...entry, to: `h${last.get(entry.from)[1]}` } : entry);
  return { ...view, legal_moves: moves };
}

/** The cards that can be seen in a pile, base first. */
export function cardsOf(view, pile) {
  return view.piles.find((each) => each.id === pile)?.cards ?? [];
}

function isSame(piles, others) {
  const text = (all) => JSON.stringify(all.map((pile) => pile.cards ?? pile.count));
  return text(piles) === text(others);
}

/** Whether cards leave the table for a discard, one or two at a time. */
export function isPairing(view) {
  return view.piles.some((pile) => pile.kind === "discard");
}

/** Where a card is, and how many cards go along with it. */
export function located(view, pile, card) {
  const home = card && view.piles.find((each) => each.cards?.includes(card));
  return home ? { pile: home.id, n: home.cards.length - home.cards.indexOf(card) } : { pile, n: 0 };
}

/** The listed moves of so many cards from a pile; of a pair the other card comes from elsewhere. */
export function listed(view, pile, n) {
  const from = view.legal_moves.filter((entry) => entry.from === pile);
  return isPairing(view) || n === 0 ? from : from.filter((entry) => entry.n === n);
}

/** The listed move to a pile, or on to the only foundation or discard that can have been meant. */
export function towards(view, pile, n, target) {
  const moves = listed(view, pile, n);
  const kind = view.piles.find((each) => each.id === target)?.kind;
  const direct = moves.filter((entry) => entry.to === target);
  if (direct.length) return direct[0];
  const alike = moves.filter((entry) =>
    kind === "foundation" ? entry.to.startsWith("h") : kind === "discard" && entry.n === 2);
  return alike.length === 1 ? alike[0] : null;
}

/**
 * A game that is played here.
 *
 * `listener` has `show(view, why)`, `refused(problem, op)` and `trouble(isThere)`. `why` is
 * "move", "undo", "answer", "finish", "elsewhere" or "refused".
 */
export class Game {
  before = [];
  waiting = [];
  isBusy = false;
  isClosed = false;
  channel = new BroadcastChannel("deal");

  /** `since` is the moment at which the game was as `view` tells. */
  constructor(view, since, listener) {
    this.view = named(view);
    this.since = since;
    this.listener = listener;
    this.channel.onmessage = ({ data }) => {
      const isOlder = data.version > this.view.version || data.status !== this.view.status;
      if (data.id === this.view.id && isOlder && !this.isBusy) this.refresh();
    };
  }

  /** Milliseconds of the official clock, now. */
  elapsed() {
    const { elapsed_ms: at, running } = this.view.clock;
    return running ? at + performance.now() - this.since : at;
  }

  /**
   * Do something when the position is confirmed: at once, or after what is under way.
   *
   * `choose(view)` returns a listed move, the text of an op, or nothing. Says whether it will be
   * asked; it is not when too much waits already.
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
    const isMove = typeof chosen === "object" && !Array.isArray(chosen);
    const ops = isMove ? [chosen.move] : [].concat(chosen);
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
    let why = { x: "finish", z: "undo" }[ops[0]] ?? "answer";
    try {
      const view = await this.#ask("POST", "/ops", { base_version: version, ops });
      // Another tab may have gone on from the same ops: then more is there than was sent.
      if (view.version > version + ops.length) why = "elsewhere";
      this.#confirm(view, guess, why);
    } catch (problem) {
      await this.#repair(problem, ops);
    }
    this.isBusy = false;
    this.#next();
  }

  #ask(method, rest, body) {
    return insist(method, `/games/${this.view.id}${rest}`, body, (isThere) => this.listener.trouble(isThere));
  }

  #next() {
    if (this.isClosed) return this.channel.close();
    const choose = this.waiting.shift();
    return choose && this.#begin(choose);
  }

  #confirm(view, guess, why) {
    if (why === "elsewhere") {
      this.before = [];
      if (!isSame(view.piles, guess)) this.waiting = [];
    }
    this.take(view, why);
    this.channel.postMessage({ id: view.id, version: view.version, status: view.status });
  }

  async #repair(problem, ops) {
    this.waiting = [];
    this.before = [];
    const isRefused = problem instanceof Refused;
    if (isRefused && problem.status !== 401 && problem.status !== 404) {
      const isElsewhere = ["version_conflict", "game_paused", "game_finished"].includes(problem.code);
      await this.#reload(isElsewhere ? "elsewhere" : "refused");
      if (isElsewhere) return;
    }
    this.listener.refused(problem, ops);
  }

  async #reload(why) {
    try {
      this.take(await this.#ask("GET", ""), why);
    } catch (problem) {
      this.listener.refused(problem, []);
    }
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
    const known = this.view.version;
    try {
      const view = await call("GET", `/games/${this.view.id}`);
      if (view.version !== known || view.status !== this.view.status) {
        this.before = [];
        this.waiting = [];
        this.take(view, "elsewhere");
      } else this.take(view, "answer");
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

  /** Back to the deal: as many undos as there are moves to take back. */
  restart() {
    this.act((view) => {
      const undos = Math.min(200, view.moves - 2 * view.undos);
      return undos > 0 ? Array(undos).fill("z") : null;
    });
  }

  /** Wait until what was done is with the service, but not long. */
  idle() {
    return Promise.race([new Promise((resolve) => setTimeout(resolve, 2000)), new Promise((resolve) => this.act(() => resolve()) || resolve())]);
  }

  /** Leave the game; what is under way is no longer shown, but other tabs are told of it. */
  close() {
    this.isClosed = true;
    if (!this.isBusy) this.channel.close();
  }
}
