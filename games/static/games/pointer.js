// Mouse, pen and finger on the table: taps, drags, and looking at a covered card.

import { setting } from "./ui.js";

const START = { mouse: 4, pen: 6, touch: 10 };

/**
 * Watch the pointer until the signal comes.
 *
 * `play` has `isDead()`, `tap(pile, card)`, `twice(pile, card)`, `lift(pile, n)`, which tells how
 * many cards go along and where they may go, and `drop(pile, n, target)`.
 */
export function watchPointer(table, play, signal) {
	const { element } = table;
	let press = null;
	let last = { time: -1000 };

	function down({ target, clientX: x, clientY: y, timeStamp: time, pointerId: id, pointerType: kind, isPrimary, button }) {
		if (press || !isPrimary || button !== 0 || play.isDead()) return;
		const what = table.at(target);
		if (!what) return;
		press = { ...what, id, kind, x, y, time };
		const hold = Number(setting("hold", 450));  // Or none, if it is off.
		if (hold) press.timer = setTimeout(() => {
			press.peeked = table.cards.get(press.card)?.li;
			press.peeked?.classList.add("peek");
		}, hold);
		element.setPointerCapture(id);
	}

	function move({ clientX: x, clientY: y, pointerId: id }) {
		if (press?.id !== id || press.peeked) return;
		const [dx, dy] = [x - press.x, y - press.y];
		if (!press.lifted) {
			if (Math.hypot(dx, dy) < START[press.kind] || !press.card) return;
			lift();
		}
		Object.assign(press, { dx, dy: press.kind === "touch" ? dy - 8 : dy });
		for (const { li } of press.lifted) li.style.translate = `${press.dx}px ${press.dy}px`;
	}

	function lift() {
		clearTimeout(press.timer);
		Object.assign(press, play.lift(press.pile, press.n));
		press.lifted = table.run(press.pile, press.n).map((name) => table.cards.get(name));
		for (const { animation, li } of press.lifted) {
			animation?.cancel();
			li.classList.add("lifted");
		}
		press.timer = setTimeout(() => table.ring(press.targets), 150);
	}

	function up({ clientX: x, clientY: y, timeStamp: time, pointerId: id }) {
		if (press?.id !== id) return;
		const done = end();
		if (done.peeked) return;
		const isShort = Math.hypot(x - done.x, y - done.y) < 16 && time - done.time < 250;
		if (done.lifted && !isShort) {
			play.drop(done.pile, done.n, landed(done));
			return;
		}
		for (const { li } of done.lifted ?? []) li.style.translate = "";
		tap({ ...done, x, y, time });
	}

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

	function tap({ pile, card, x, y, time }) {
		const isNear = time - last.time < 300 && Math.hypot(x - last.x, y - last.y) < 24;
		const isSame = isNear && card && card === last.card;
		// What lies under the finger now is not what was meant by the second tap of two.
		if ((isNear && !isSame) || (setting("tap") === "drag" && card)) return;
		last = { time, x, y, card };
		play[isSame ? "twice" : "tap"](pile, card);
	}

	function end() {
		const done = press;
		press = null;
		clearTimeout(done.timer);
		done.peeked?.classList.remove("peek");
		for (const { li } of done.lifted ?? []) li.classList.remove("lifted");
		if (done.lifted) table.ring([]);
		return done;
	}

	/** Give up what the pointer is doing; dragged cards go back. */
	function cancel() {
		if (press && end().lifted) table.show(table.view);
	}

	function peek(event) {
		event.preventDefault();
		const card = event.target.closest?.("[data-card]")?.parentNode;
		if (!card || press) return;
		card.classList.add("peek");
		setTimeout(() => card.classList.remove("peek"), 1500);
	}

	/** Screen readers press buttons without a pointer. */
	function click({ detail, target }) {
		const at = detail === 0 && !play.isDead() && table.at(target);
		if (at) play.tap(at.pile, at.card);
	}

	function escape(event) {
		if (event.key !== "Escape" || !press) return;
		event.stopPropagation();
		cancel();
	}

	const on = (target, acts, capture) => {
		for (const [name, act] of Object.entries(acts)) target.addEventListener(name, act, { signal, capture });
	};
	const lost = ({ pointerId: id }) => press?.id === id && cancel();
	on(element, { pointerdown: down, pointermove: move, pointerup: up, pointercancel: lost, lostpointercapture: lost, contextmenu: peek, click });
	on(window, { blur: cancel, resize: cancel, orientationchange: cancel });
	on(window, { keydown: escape }, true);
	signal.addEventListener("abort", cancel);
}
