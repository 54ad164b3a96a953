// Draws the table: one element a card, kept for as long as the card is there, and one way to move
// cards for moves, undo, auto-finish and repair alike.

import { layOut, strip } from "./layout.js";
import { cardName, duration, face, h, setting, suit, t } from "./ui.js";

const EASE = "cubic-bezier(.2,.8,.2,1)";
const RANKS = "A23456789TJQK";

/** The piles and cards of one table. */
export class Table {
  constructor(element) {
    this.element = element;
    this.piles = new Map();
    this.cards = new Map();
    this.view = null;
    this.watch = new ResizeObserver(() => this.view && this.#draw(this.view, { still: true }));
    this.watch.observe(element);
  }

  /** Take the table away. */
  close() {
    this.watch.disconnect();
    this.element.replaceChildren();
  }

  /** Show a position; cards move there from where they are seen now. */
  show(view, options = {}) {
    this.#draw(view, options);
    this.view = view;
  }

  #draw(view, options) {
    const piles = view.piles;
    const size = { width: this.element.clientWidth, height: this.element.clientHeight };
    if (!size.width || !size.height) return;
    const isFlat = view.variant === "thirteens";
    const rows = isFlat ? 2 : { auto: undefined, one: 1, two: 2 }[setting("columns")];
    const table = layOut(piles, size, { rows, isFlat, isLeft: setting("side") === "left" });
    this.layout = table;
    this.#measure(table, piles);
    const focus = this.#focused();
    const seen = this.#positions();
    const stays = new Set();
    const changed = [];
    for (const pile of piles) this.#pile(pile, table, stays, changed);
    if (!view.paused) {
      for (const [card, shown] of this.cards) {
        if (stays.has(card)) continue;
        shown.li.remove();
        this.cards.delete(card);
      }
    }
    this.#label(view);
    this.changed = changed;
    this.#move(seen, table, options);
    this.#refocus(focus, changed, options);
  }

  #measure(table, piles) {
    const style = this.element.style;
    const least = Math.min(...piles.map((pile) =>
      (pile.cards?.length > 1 && strip(table.places.get(pile.id), pile.cards.length, table.high)) || Infinity));
    const large = setting("print") === "large" ? 0.56 : 0.46;
    const index = Math.max(10, Math.min(large * table.card, 30, least - 3));
    style.setProperty("--card", `${table.card}px`);
    style.setProperty("--high", `${table.high}px`);
    style.setProperty("--index", `${index}px`);
  }

  /** Where each card is seen now, animations and drags included. */
  #positions() {
    const base = this.element.getBoundingClientRect();
    const seen = new Map();
    for (const [card, shown] of this.cards) {
      const isMoving = shown.li.style.translate || shown.animation?.playState === "running";
      const { left, top } = isMoving ? shown.li.getBoundingClientRect() : {};
      seen.set(card, isMoving ? { x: left - base.left, y: top - base.top } : { x: shown.x, y: shown.y });
    }
    return seen;
  }

  #pile(pile, table, stays, changed) {
    const place = table.places.get(pile.id);
    let shown = this.piles.get(pile.id);
    if (!shown) {
      const button = h("button", { type: "button", class: "place", tabindex: "-1", "data-place": pile.id });
      if (pile.kind === "foundation") button.append(suit(pile.id.at(-1)));
      const list = h("ol", { class: `pile ${pile.kind}`, role: "list", "data-pile": pile.id }, h("li", {}, button));
      shown = { list, button };
      this.piles.set(pile.id, shown);
      this.element.append(list);
    }
    shown.button.style.left = `${place.x}px`;
    shown.button.style.top = `${place.y}px`;
    if (!pile.cards) {
      shown.button.dataset.count = pile.count || "";
      for (const li of shown.list.children) if (li.firstChild.dataset.card) stays.add(li.firstChild.dataset.card);
      return;
    }
    const step = strip(place, pile.cards.length, table.high);
    pile.cards.forEach((name, at) => {
      stays.add(name);
      let card = this.cards.get(name);
      if (!card) {
        card = { li: h("li", {}, face(name)), isNew: true };
        this.cards.set(name, card);
      }
      const before = shown.list.children[at + 1] ?? null;
      if (before !== card.li) {
        if (card.pile !== pile.id) changed.push(name);
        if (card.li.isConnected && shown.list.moveBefore) shown.list.moveBefore(card.li, before);
        else shown.list.insertBefore(card.li, before);
      }
      card.pile = pile.id;
      card.at = at;
      card.x = place.x;
      card.y = place.y + at * step;
      card.li.style.left = `${card.x}px`;
      card.li.style.top = `${card.y}px`;
      const isCovered = !place.fan && at < pile.cards.length - 2;
      card.li.classList.toggle("covered", isCovered);
      card.li.classList.toggle("beneath", !place.fan && at < pile.cards.length - 1);
    });
  }

  #label(view) {
    const numbers = {};
    for (const pile of view.piles) {
      const { list, button } = this.piles.get(pile.id);
      numbers[pile.kind] = (numbers[pile.kind] ?? 0) + 1;
      const values = { id: numbers[pile.kind], n: pile.cards?.length ?? pile.count, suit: "" };
      if (pile.kind === "foundation") values.suit = t(`suit.${pile.id.at(-1)}`);
      const name = t(`pile.${pile.kind}`, values);
      const top = pile.cards?.at(-1);
      const holds = pile.kind === "foundation" && top ? cardName(top) : values.n ? t("cards", values) : t("empty");
      list.setAttribute("aria-label", `${name}, ${holds}`);
      button.setAttribute("aria-label", `${name}, ${holds}`);
      const isEmpty = !pile.cards?.length;
      button.parentNode.classList.toggle("filled", !isEmpty);
      list.classList.toggle("unused", pile.kind === "grace" && isEmpty);
    }
  }

  #move(seen, table, options) {
    const stock = table.places.get("stock");
    const start = stock ?? { x: (this.element.clientWidth - table.card) / 2, y: this.element.clientHeight };
    const moving = [];
    for (const [name, card] of this.cards) {
      card.li.style.translate = "";
      const from = card.isNew ? start : seen.get(name);
      card.isNew = false;
      if (Math.abs(from.x - card.x) + Math.abs(from.y - card.y) > 0.5) moving.push([name, card, from]);
      else card.animation?.cancel();
    }
    if (options.order === "rank") moving.sort((a, b) => RANKS.indexOf(a[0][0]) - RANKS.indexOf(b[0][0]));
    else moving.sort((a, b) => a[1].at - b[1].at);
    const time = options.still ? 0 : duration(options.time ?? 160);
    const gap = duration(options.gap ?? 0);
    moving.forEach(([, card, from], at) => {
      card.animation?.cancel();
      if (!time) return;
      const here = { zIndex: 100 + at, visibility: "visible" };
      card.animation = card.li.animate(
        [{ ...here, translate: `${from.x - card.x}px ${from.y - card.y}px` }, { ...here, translate: "0px 0px" }],
        { duration: time, delay: at * gap, easing: EASE, fill: "backwards" });
    });
    this.last = moving.at(-1)?.[1].animation ?? null;
  }

  /** Bring all motions to their end. */
  skip() {
    for (const card of this.cards.values()) card.animation?.finish();
  }

  /** Let cards shake, and go back if they were dragged. */
  shake(names) {
    const steps = ["0px 0px", "-6px 0px", "6px 0px", "-6px 0px", "6px 0px", "0px 0px"];
    const base = this.element.getBoundingClientRect();
    for (const name of names) {
      const card = this.cards.get(name);
      if (!card) continue;
      const box = card.li.getBoundingClientRect();
      const away = { x: box.left - base.left - card.x, y: box.top - base.top - card.y };
      card.li.style.translate = "";
      card.animation?.cancel();
      card.li.classList.add("refused");
      setTimeout(() => card.li.classList.remove("refused"), 600);
      if (!duration(1)) continue;
      const back = Math.hypot(away.x, away.y) > 1 ? 180 : 0;
      const high = { zIndex: 100 };
      const frames = steps.map((translate) => ({ translate, ...high }));
      if (back) frames.unshift({ translate: `${away.x}px ${away.y}px`, ...high });
      card.animation = card.li.animate(frames, { duration: duration(240 + back), easing: "ease-out" });
    }
  }

  /** The last cards of a pile. */
  run(pile, n) {
    return (this.view.piles.find((each) => each.id === pile)?.cards ?? []).slice(-n);
  }

  /** Put a ring around the piles of these ids, and around no other. */
  ring(ids, cards = []) {
    for (const [id, { list }] of this.piles) list.classList.toggle("target", ids.includes(id));
    for (const [name, card] of this.cards) {
      const isChosen = cards.includes(name);
      card.li.classList.toggle("chosen", isChosen);
      if (isChosen) card.li.firstChild.setAttribute("aria-pressed", "true");
      else card.li.firstChild.removeAttribute("aria-pressed");
    }
  }

  #focused() {
    const element = document.activeElement;
    if (!this.element.contains(element)) return null;
    const pile = element.closest("[data-pile]")?.dataset.pile;
    return { pile, card: element.dataset.card };
  }

  #refocus(focus, changed, options) {
    if (!focus) {
      this.#rove(this.element.querySelector("[tabindex='0']") ?? this.stop(this.piles.keys().next().value));
      return;
    }
    const follows = options.follow ?? (options.back && changed[0]);
    if (follows && this.cards.has(follows)) this.focus(this.cards.get(follows).li.firstChild);
    else if (focus.card && this.cards.get(focus.card)?.pile === focus.pile) this.focus(this.cards.get(focus.card).li.firstChild);
    else this.focus(this.stop(focus.pile));
  }

  /** What has the focus of a pile: its last card, or its empty place. */
  stop(pile) {
    const { list, button } = this.piles.get(pile) ?? {};
    if (!list) return null;
    return list.children.length > 1 ? list.lastChild.firstChild : button;
  }

  /** Give an element of the table the focus; Tab comes back to it. */
  focus(element) {
    if (!element) return;
    this.#rove(element);
    element.focus({ preventScroll: true });
  }

  #rove(element) {
    for (const other of this.element.querySelectorAll("[tabindex='0']")) other.tabIndex = -1;
    if (element) element.tabIndex = 0;
  }
}
