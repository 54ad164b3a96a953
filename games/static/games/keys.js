// Playing by keyboard: arrows walk over the piles, Space picks up and puts down.

import { isPairing, listed } from "./store.js";

const LATIN = /^[a-z]$/i;

/** The key as a letter or a name: on other alphabets the place on the keyboard counts. */
export function keyOf(event) {
  const { key, code } = event;
  if (key.length === 1 && !LATIN.test(key) && /^Key[A-Z]$/.test(code)) return code.slice(3).toLowerCase();
  return key.length === 1 ? key.toLowerCase() : key;
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
    const found = new Map();
    for (const [id, place] of table.layout.places) {
      if (table.piles.get(id).list.classList.contains("unused")) continue;
      const row = found.get(place.y) ?? [];
      row.push({ id, x: place.x });
      found.set(place.y, row);
    }
    return [...found.entries()].sort((a, b) => a[0] - b[0]).map(([, row]) => row.sort((a, b) => a.x - b.x));
  }

  function to(pile) {
    table.focus(table.stop(pile));
  }

  function upOrDown(at, step, all, row) {
    const isFan = table.layout.places.get(at.pile).fan;
    const card = isFan && at.card ? at.cards[at.cards.indexOf(at.card) + step] : undefined;
    if (card) {
      table.focus(table.cards.get(card).li.firstChild);
      return;
    }
    const other = all[(all.indexOf(row) + step + all.length) % all.length];
    const { x } = table.layout.places.get(at.pile);
    to(other.reduce((best, each) => (Math.abs(each.x - x) < Math.abs(best.x - x) ? each : best)).id);
  }

  function pickUp(at, n) {
    const moves = listed(game.view, at.pile, n);
    const targets = [...new Set(moves.map((entry) => entry.to))];
    if (!at.card || !targets.length || targets[0] === null) {
      if (at.card) play.refuse(at.pile, n);
      return;
    }
    held = { pile: at.pile, n, moves, targets, at: -1, card: at.cards[at.cards.length - n] };
    const cards = table.run(at.pile, isPairing(game.view) ? 1 : n);
    table.ring(targets, cards);
    play.announce("picked", { card: held.card, n: targets.length, count: n });
    choose(1);
  }

  function choose(step) {
    held.at = (held.at + step + held.targets.length) % held.targets.length;
    to(held.targets[held.at]);
  }

  function putDown() {
    const { moves, targets, at, card } = held;
    held = null;
    table.ring([]);
    play.move(moves.find((entry) => entry.to === targets[at]), card);
  }

  function putBack() {
    const { card } = held;
    held = null;
    table.ring([]);
    table.focus(table.cards.get(card)?.li.firstChild);
    play.announce("putBack", {});
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
    if (held) {
      if (key === "ArrowLeft" || key === "ArrowUp") choose(-1);
      else if (key === "ArrowRight" || key === "ArrowDown") choose(1);
      else if (event.repeat) return true;
      else if (key === " " || key === "Enter") putDown();
      else if (key === "Escape") putBack();
      else return false;
      return true;
    }
    const all = rows();
    const row = all.find((each) => each.some(({ id }) => id === at.pile));
    const beside = (step) => to(row.at((row.findIndex(({ id }) => id === at.pile) + step) % row.length).id);
    if (key === "ArrowLeft") beside(-1);
    else if (key === "ArrowRight") beside(1);
    else if (key === "ArrowUp") upOrDown(at, -1, all, row);
    else if (key === "ArrowDown") upOrDown(at, 1, all, row);
    else if (key === "Home") to(row[0].id);
    else if (key === "End") to(row.at(-1).id);
    else if (/^[0-9]$/.test(key)) byNumber(key);
    else if (event.repeat) return [" ", "Enter"].includes(key);
    else if (key === "Enter") play.tap(at.pile, at.n, at.card);
    else if (key === " ") pickUp(at, Math.max(1, at.n));
    else if (key === "+" || key === "-") {
      const n = Math.max(1, Math.min(at.cards.length, at.n + (key === "+" ? 1 : -1)));
      table.focus(table.cards.get(at.cards.at(-n))?.li.firstChild);
    } else if (key === "f") toKind(at, ["foundation", "discard"]);
    else if (key === "c") toKind(at, ["cell"]);
    else return false;
    return true;
  }

  /** Keys that mean something wherever the focus is on this screen. */
  function anywhere(key, event) {
    if (key === "u" || (key === "z" && (event.ctrlKey || event.metaKey))) play.undo();
    else if (event.ctrlKey || event.metaKey || event.repeat) return false;
    else if (key === "d") play.tap("stock", 0, null);
    else if (key === "h") open("hint");
    else if (key === "n") open("anew");
    else if (key === "?") open("guide");
    else if (key === "s") open("position");
    else if (key === "a") play.finish();
    else if (key === "p" || key === "Escape") open("menu");
    else return false;
    return true;
  }

  function onKey(event) {
    if (event.altKey || document.querySelector("dialog[open]")) return;
    const key = keyOf(event);
    const isCommand = event.ctrlKey || event.metaKey;
    const at = here();
    if (isCommand && key !== "z") return;
    if (game.view.paused && (key === "Enter" || key === " ")) return;
    const isOurs = at && !isCommand && !play.isDead() && onTable(key, event, at);
    if (!isOurs && !(at || isCommand || key === "Escape" || document.activeElement === document.body)) return;
    if (isOurs || (!(isCommand && event.shiftKey) && anywhere(key, event))) event.preventDefault();
  }

  /** A button would be pressed once more when Space is let go. */
  function onRelease(event) {
    if (event.key === " " && here()) event.preventDefault();
  }

  document.addEventListener("keydown", onKey, { signal });
  document.addEventListener("keyup", onRelease, { signal });
}
