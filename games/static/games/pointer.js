// Mouse, pen and finger on the table: taps, drags, and looking at a covered card.

import { setting } from "./ui.js";

const START = { mouse: 4, pen: 6, touch: 10 };

/**
 * Watch the pointer until the signal comes.
 *
 * `play` has `tap(pile, n, card)`, `twice(pile, card)`, `lift(pile, n)`, which returns how many
 * cards go along and the piles they may go to, and `drop(pile, n, target)`, which says whether
 * it was taken. `isDead()` tells that nothing may be touched.
 */
export function watchPointer(table, play, signal) {
  const element = table.element;
  let press = null;
  let last = { time: -1000, x: 0, y: 0, card: null };

  function peek(isOn) {
    if (press?.peeked) press.peeked.classList.toggle("peek", isOn);
  }

  element.addEventListener("pointerdown", (event) => {
    if (press || !event.isPrimary || event.button !== 0 || play.isDead()) return;
    const what = table.at(document.elementFromPoint(event.clientX, event.clientY));
    if (!what) return;
    press = { ...what, id: event.pointerId, kind: event.pointerType, x: event.clientX, y: event.clientY, time: event.timeStamp };
    const hold = Number(setting("hold", 450));  // Or none, if it is off.
    if (hold) press.timer = setTimeout(() => {
      const card = press && table.cards.get(press.card);
      if (!card) return;
      press.peeked = card.li;
      peek(true);
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
    const rise = press.kind === "touch" ? -8 : 0;
    press.dx = dx;
    press.dy = dy + rise;
    for (const card of press.lifted) card.li.style.translate = `${press.dx}px ${press.dy}px`;
  });

  function start() {
    const { n, targets } = play.lift(press.pile, press.n);
    press.n = n;
    press.targets = targets;
    press.lifted = table.run(press.pile, n).map((name) => table.cards.get(name));
    for (const card of press.lifted) {
      card.animation?.cancel();
      card.li.classList.add("lifted");
    }
    press.rings = setTimeout(() => table.ring(targets), 150);
  }

  element.addEventListener("pointerup", (event) => {
    if (!press || event.pointerId !== press.id) return;
    const done = end();
    if (done.peeked) return;
    const now = event.timeStamp;
    const far = Math.hypot(event.clientX - done.x, event.clientY - done.y);
    if (!done.lifted) tap(done, event, now);
    else if (far < 16 && now - done.time < 250) {
      for (const card of done.lifted) card.li.style.translate = "";
      tap(done, event, now);
    } else {
      const target = landed(done);
      play.drop(done.pile, done.n, target);
    }
  });

  /** The pile that the dragged cards lie over: of those they may go to the one they cover most. */
  function landed(done) {
    const first = done.lifted[0];
    const { card: width, high, places } = table.layout;
    const x = first.x + done.dx;
    const y = first.y + done.dy;
    const slack = done.kind === "touch" ? 16 : 12;
    const least = 0.15 * width * high;
    const covered = [...places].filter(([id]) => id !== done.pile || done.targets.includes(id)).map(([id, place]) => {
      const wide = Math.min(x + width, place.x + width + slack) - Math.max(x, place.x - slack);
      const tall = Math.min(y + high, place.y + place.height + slack) - Math.max(y, place.y - slack);
      return { id, area: Math.max(0, wide) * Math.max(0, tall) };
    }).filter(({ area }) => area > least).sort((a, b) => b.area - a.area);
    return (covered.find(({ id }) => done.targets.includes(id)) ?? covered[0])?.id ?? null;
  }

  function tap(done, event, now) {
    const isNear = now - last.time < 300 && Math.hypot(event.clientX - last.x, event.clientY - last.y) < 24;
    const isSame = isNear && done.card && done.card === last.card;
    // What lies under the finger now is not what was meant by the second tap of two.
    if (isNear && !isSame) return;
    last = { time: now, x: event.clientX, y: event.clientY, card: done.card };
    if (isSame) play.twice(done.pile, done.card);
    else play.tap(done.pile, done.n, done.card);
  }

  function end() {
    const done = press;
    clearTimeout(done.timer);
    clearTimeout(done.rings);
    peek(false);
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
    if (at) play.tap(at.pile, at.n, at.card);
  });

  for (const name of ["blur", "resize", "orientationchange"]) addEventListener(name, cancel, { signal });
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !press) return;
    event.stopPropagation();
    cancel();
  }, { signal, capture: true });
  signal.addEventListener("abort", cancel);
}
