// The table of a game: what taps and drags do, the score line and the notices.

import { watchPointer } from "./pointer.js";
import { Table } from "./render.js";
import { Game, goals, isPairing, listed, located, towards } from "./store.js";
import { applySettings, cardName, clockText, fail, frame, go, h, keep, number, say, setting, sure, t, toast } from "./ui.js";

/** Play a game that was as `first` at a moment `since`; returns how to leave it. */
export function playTable(root, first, { title, tick: charge, isNew, since }) {
	const find = frame(root, "table", title, (what) => (what === "undo" ? play.undo() : open(what)));
	const [area, cover, notice, score, undo, help] = find(".table", ".cover", ".notice", ".score", "[data-do=undo]", "[data-do=help]");
	const [moves, time, points] = score.querySelectorAll("b");
	area.ariaLabel = t("table", { game: title });
	cover.addEventListener("click", () => game.resume());
	applySettings(first.variant);
	const table = new Table(area);
	let selected = null;
	let isOffline = false;
	let ending = null;
	let follow = null;
	let speech = null;
	let sound = () => {};
	let timer = 0;

	const game = new Game(first, since, {
		show(view, why) {
			select(null);
			table.show(view, { back: why === "undo", follow, ...(why === "finish" && { time: 240, gap: 60, order: "rank" }) });
			if (why !== "move") follow = null;
			if (why === "elsewhere") toast(t("elsewhere"));
			if (why === "undo") speech?.undone(view, table.changed);
			if (view === game.view) settled(view);
		},
		refused(problem, ops) {
			const isGone = problem.status === 401;
			if (isGone || problem.status === 404) {
				game.close();
				keep("said", { text: isGone ? t("signedOut") : problem.message, isAlarm: true });
				go(isGone ? "/account?step=signIn" : "/");
			} else {
				fail(problem);
				if (ops.length) sound("refused");
			}
		},
		trouble(isThere) {
			isOffline = isThere;
			tell();
			(isThere ? say : toast)(t(isThere ? "offline" : "online"));
		},
	});

	/** What follows when the service has spoken. */
	function settled(view) {
		const { paused, status } = view;
		moves.textContent = number(view.moves);
		undo.disabled = !view.can_undo;
		help.disabled = status !== "active" || paused;
		if (cover.hidden === paused) covered(paused);
		score.hidden = setting("figures") === "off";
		area.role = setting("reader") === "on" ? "application" : "main";
		tick();
		tell();
		if (view.auto_finish && setting("finish") !== "off") play.finish();
		if (status !== "active") ending ??= finished(view);
	}

	/** Cover the cards or show them again; the focus goes along, unless it is elsewhere. */
	function covered(isCovered) {
		const isHere = [document.body, cover.lastChild].includes(document.activeElement) || area.contains(document.activeElement);
		cover.hidden = !isCovered;
		say(t(isCovered ? "paused" : "resumed"));
		area.classList.toggle("hidden", isCovered);
		area.inert = isCovered;
		if (isHere) isCovered ? cover.lastChild.focus() : table.focus(area.querySelector("[tabindex='0']"));
	}

	async function finished(view) {
		await table.last?.finished.catch(() => {});
		const { showResult } = await import("./result.js");
		if (!game.isClosed) await showResult({ view, table, title, sound, isFresh: first.status === "active" });
	}

	/** The line under the table: no connection, no move, no way to a win, or nothing. */
	function tell() {
		const { view } = game;
		const act = (key, action) => h("button", { onclick: action }, t(key));
		const isOpen = view.status === "active" && !view.paused && !isOffline;
		const isEnd = isOpen && (view.stuck || view.dead);
		const text = isOffline ? t("offline") : isEnd ? t(view.stuck ? "stuck" : "dead") : "";
		const content = [
			text && h("p", text),
			isEnd && view.can_undo && act("undo", play.undo),
			isEnd && act("new", () => open("anew")),
			isOpen && view.auto_finish && setting("finish") === "off" && act("finish", play.finish),
		].filter(Boolean);
		if (isEnd && notice.dataset.text !== text) say(text);
		notice.dataset.text = text;
		notice.hidden = !content.length;
		notice.replaceChildren(...content);
	}

	function tick() {
		clearTimeout(timer);
		const { score: { total }, clock } = game.view;
		const elapsed = game.elapsed();
		const charges = Math.floor(elapsed / charge.ms) - Math.floor(clock.elapsed_ms / charge.ms);
		time.textContent = clockText(elapsed);
		points.textContent = number(Math.max(0, total - charges * charge.points));
		if (clock.running && !document.hidden && !game.isClosed) timer = setTimeout(tick, 1005 - (elapsed % 1000));
	}

	function select(choice) {
		selected = choice;
		table.ring(choice?.targets ?? [], choice ? table.run(choice.pile, Math.max(1, choice.cards)) : []);
	}

	/** Refuse: say why if it is known, and let the cards shake. */
	function refuse(view, pile, n, target) {
		const long = view.blocked.find((each) => each.from === pile && each.n === n && (!target || each.to === target));
		if (long) toast(t("tooLong", { n: long.max_run }));
		else say(t("impossible"));
		sound("refused");
		table.shake(table.run(pile, Math.max(1, n)));
		return null;
	}

	const isHome = ({ to }) => to?.startsWith("h") || to === "discard";

	function made(entry, view) {
		setTimeout(() => {  // The picture need not wait for it.
			speech?.moved(view, entry);
			sound(isHome(entry) ? "home" : "put");
		});
		return entry;
	}

	const play = {
		game,
		table,
		isDead: () => game.view.status !== "active" || game.view.paused || isOffline,
		tap(pile, card) {
			game.act((view) => {
				const at = located(view, pile, card);
				const chosen = selected;
				if (chosen) {
					select(null);
					const entry = chosen.targets.includes(at.pile) && towards(view, chosen.pile, chosen.n, at.pile);
					if (entry) return made(entry, view);
					if (chosen.pile === at.pile) return null;
				}
				let found = listed(view, at.pile, at.n);
				if (!found.length && view.variant !== "bakers_game") {
					at.n = 1;
					found = listed(view, at.pile, 0);
				}
				if (!found.length) return at.n ? refuse(view, at.pile, at.n) : null;
				const targets = goals(found);
				const isChoice = found[0].n === 2 && isPairing(view) && (goals(found.filter(({ n }) => n === 2)).length > 1 || setting("pairs") === "ask");
				if (setting("tap") === "two" ? found[0].from !== "stock" && targets[0] !== "discard" : isChoice) {
					select({ pile: at.pile, n: at.n, cards: isPairing(view) ? 1 : found[0].n, targets });
					say(t("picked", { card: cardName(card), n: targets.length }));
					return null;
				}
				return made(found[0], view);
			});
		},
		/** Home at once. */
		twice(pile, card) {
			game.act((view) => {
				select(null);
				const at = located(view, pile, card);
				const entry = listed(view, at.pile, at.n).find(isHome);
				return entry ? made(entry, view) : null;
			});
		},
		lift(pile, n) {
			select(null);
			const { view } = game;
			const isRun = view.blocked.some((each) => each.from === pile && each.n === n) || listed(view, pile, n).length;
			const count = isPairing(view) || (!isRun && view.variant !== "bakers_game") ? 1 : n;
			sound("pick");
			return { n: count, targets: goals(listed(view, pile, count)) };
		},
		drop(pile, n, target) {
			const cards = table.run(pile, n);
			const isTaken = game.act((view) => {
				const at = located(view, pile, cards[0]);
				const entry = target && towards(view, at.pile, n, target);
				if (entry) return made(entry, view);
				if (target && target !== at.pile) return refuse(view, at.pile, n, target);
				table.show(table.view);
				return null;
			});
			if (!isTaken) table.shake(cards);
		},
		/** Carry out a listed move. */
		move(entry, card) {
			follow = card ?? null;
			game.act((view) => {
				const same = view.legal_moves.find((each) => each.move === entry.move && each.from === entry.from);
				return same ? made(same, view) : null;
			});
		},
		async undo() {
			if (!game.view.can_undo) return;
			const isTold = !game.view.undo_reveals || game.view.assisted;
			if (!isTold && !(await sure(t("undo"), t("reveals"), t("undo")))) return;
			game.act((view) => (view.can_undo ? "z" : null));
		},
		finish: () => game.finish() && say(t("finishing")),
		refuse: (pile, n) => refuse(game.view, pile, n),
	};

	async function open(what) {
		const [{ openMenu }, { newGame }] = await Promise.all([import("./menu.js"), import("./start.js")]);
		if (!game.isClosed) await openMenu(what, { play, newGame });
	}

	const stop = new AbortController();
	addEventListener("settings", () => {
		table.reface();
		settled(game.view);
	}, { signal: stop.signal });
	watchPointer(table, play, stop.signal);
	area.addEventListener("pointerdown", () => table.last?.playState === "running" && table.skip(), { capture: true, signal: stop.signal });
	table.show(game.view, { time: isNew ? 260 : 160, gap: isNew ? 14 : 4 });
	settled(game.view);
	if (document.activeElement === document.body) table.focus(area.querySelector("[tabindex='0']"));
	say(t("dealt", { game: title }));
	import("./keys.js").then(({ watchKeys }) => watchKeys({ play, open }, stop.signal));
	import("./speech.js").then((module) => (speech = module));
	import("./sound.js").then((module) => (sound = module.sound));
	import("./presence.js").then(({ watchPresence }) => watchPresence(game, tick, stop.signal));

	return async () => {
		area.inert = true;
		await game.idle();
		if (game.view.mode !== "daily") game.pause();
		await Promise.race([game.idle(), new Promise((resolve) => setTimeout(resolve, 2000))]);
		clearTimeout(timer);
		stop.abort();
		table.close();
		game.close();
	};
}
