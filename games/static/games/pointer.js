// Mouse, pen and finger on the table: taps, drags, and looking at a covered card.

import { setting } from "./ui.js";

const START = { mouse: 4, pen: 6, touch: 10 };

/**
 * Watch the pointer until the signal comes.
 *
 * `play` has `tap(pile, card)`, `twice(pile, card)`, `lift(pile, n)`, which returns how many
 * cards go along and the piles they may go to, and `drop(pile, n, target)`, which says whether
 * it was taken. `isDead()` tells that nothing may be touched.
 */
export function watchPointer(table, play, signal) {
  const element = table.element;
  let press = null;
  let last = { time: -1000, x: 0, y: 0, card: null };

  element.addEventListener("pointerdown", (event) => {
    if (press || !event.isPrimary || event.button !== 0 || play.isDead()) return;
    const what = table.at(document.elementFromPoint(event.clientX, event.clientY));
    if (!what) return;
    press = { ...what, id: event.pointerId, kind: event.pointerType, x: event.clientX, y: event.clientY, time: performance.now() };
    const hold = Number(setting("hold", 450));  // Or none, if it is off.
    if (hold) press.timer = setTimeout(() => {
      press.peeked = table.cards.get(press.card)?.li;
      press.peeked?.classList.add("peek");
    }, hold);
    element.setPointerCapture(event.pointerId);
  });

  element.addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.id || press.peeked) return;
    const dx = event.clientX - press.x;
    const dy = event.clientY - press.y;
    if (!press.lifted) {
      if (Math.hypot(dx, dy) < START[press.kind] || !press.card) return;
      clearTimeout(press.timer);
      start();
    }
    Object.assign(press, { dx, dy: press.kind === "touch" ? dy - 8 : dy });
    for (const card of press.lifted) card.li.style.translate = `${press.dx}px ${press.dy}px`;
  });

  function start() {
    Object.assign(press, play.lift(press.pile, press.n));
    press.lifted = table.run(press.pile, press.n).map((name) => table.cards.get(name));
    for (const card of press.lifted) {
      card.animation?.cancel();
      card.li.classList.add("lifted");
    }
    press.rings = setTimeout(() => table.ring(press.targets), 150);
  }

  element.addEventListener("pointerup", (event) => {
    if (!press || event.pointerId !== press.id) return;
    const done = end();
    if (done.peeked) return;
    const now = performance.now();
    const far = Math.hypot(event.clientX - done.x, event.clientY - done.y);
    if (!done.lifted) tap(done, event, now);
    else if (far < 16 && now - done.time < 250) {
      for (const card of done.lifted) card.li.style.translate = "";
      tap(done, event, now);
    } else play.drop(done.pile, done.n, landed(done));
  });

  /** The pile that the dragged cards lie over: of those they may go to the one they cover most. */
  function landed({ pile, targets, lifted: [first], dx, dy, kind }) {
    const { card: width, high, places } = table.layout;
    const slack = kind === "touch" ? 16 : 12;
    const along = (from, size, start, extent) => Math.max(0, Math.min(from + size, start + extent + slack) - Math.max(from, start - slack));
    const covered = [...places].filter(([id]) => id !== pile || targets.includes(id)).map(([id, place]) => (
      { id, area: along(first.x + dx, width, place.x, width) * along(first.y + dy, high, place.y, place.height) }
    )).filter(({ area }) => area > 0.15 * width * high).sort((a, b) => b.area - a.area);
    return (covered.find(({ id }) => targets.includes(id)) ?? covered[0])?.id ?? null;
  }

  function tap(done, event, now) {
    const isNear = now - last.time < 300 && Math.hypot(event.clientX - last.x, event.clientY - last.y) < 24;
    const isSame = isNear && done.card && done.card === last.card;
    // What lies under the finger now is not what was meant by the second tap of two.
    if ((isNear && !isSame) || (setting("tap") === "drag" && done.card)) return;
    last = { time: now, x: event.clientX, y: event.clientY, card: done.card };
    if (isSame) play.twice(done.pile, done.card);
    else play.tap(done.pile, done.card);
  }

  function end() {
    const done = press;
    clearTimeout(done.timer);
    clearTimeout(done.rings);
    done.peeked?.classList.remove("peek");
    press = null;
    if (done.lifted) {
      for (const card of done.lifted) card.li.classList.remove("lifted");
      table.ring([]);
    }
    return done;
  }

  /** Give up what the pointer is doing; dragged cards go back. */
  function cancel() {
    if (!press) return;
    const done = end();
    if (done.lifted) table.show(table.view);
  }

  for (const name of ["pointercancel", "lostpointercapture"]) {
    element.addEventListener(name, (event) => press?.id === event.pointerId && cancel());
  }
  element.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    const card = event.target.closest?.("[data-card]")?.parentNode;
    if (!card || press) return;
    card.classList.add("peek");
    setTimeout(() => card.classList.remove("peek"), 1500);
  });
  // Screen readers press buttons without a pointer.
  element.addEventListener("click", (event) => {
    if (event.detail !== 0 || play.isDead()) return;
    const at = table.at(event.target);
    if (at) play.tap(at.pile, at.card);
  });

  for (const name of ["blur", "resize", "orientationchange"]) addEventListener(name, cancel, { signal });
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !press) return;
    event.stopPropagation();
    cancel();
  }, { signal, capture: true });
  signal.addEventListener("abort", cancel);
}
