// The end of a game: the cards leave the table, then the result.

import { call } from "./api.js";
import { analyse } from "./replay.js";
import { share } from "./share.js";
import { newGame } from "./start.js";
import { clockText, dialog, duration, go, h, keep, number, recall, say, t } from "./ui.js";

/** Let the cards fall from the table; a tap or a key ends it. */
async function cascade({ cards, element }) {
	if (!duration(1)) return;
	const { clientWidth: wide, clientHeight: down } = element;
	const falls = [...cards.values()].map(({ li }, at) => {
		const drift = (((at * 37) % 100) / 100 - 0.5) * wide * 0.8;
		const here = { visibility: "visible", zIndex: 200 - at };
		return li.animate([
			{ ...here, translate: "0 0" },
			{ ...here, translate: `${drift * 0.5}px ${-40 - (at % 5) * 12}px`, offset: 0.3 },
			{ ...here, translate: `${drift}px ${down + 150}px`, rotate: `${drift / 4}deg` },
		], { duration: 900, delay: (at % 13) * 70 + Math.floor(at / 13) * 25, easing: "ease-in", fill: "both" });
	});
	const stop = new AbortController();
	for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => falls.forEach((fall) => fall.finish()), { signal: stop.signal });
	await Promise.all(falls.map((fall) => fall.finished.catch(() => {})));
	stop.abort();
}

/** Figures, each under its name; a dash for those that are not known. */
const figures = (pairs) => h("dl.results", ...pairs.map(([key, value]) => h("div", h("dt", t(key)), h("dd", value ?? "–"))));

/** What the game did to the figures of its level. */
const levelFigures = ({ won, lost, win_pct: percent, current_streak: streak, best_streak: best }) =>
	figures([["stat.won", number(won)], ["stat.lost", number(lost)], ["stat.percent", percent === null ? null : `${number(percent)} %`],
		["stat.streak", `${number(streak)} / ${number(best)}`]]);

/** Show how a game ended; `worth` is what the solver says of it, if asked. Of a daily nothing is told while its board may be open. */
export async function showResult({ view, table, title, sound, isFresh, worth }) {
	const { id, mode, moves, score, clock, assisted, deal } = view;
	const isDaily = mode === "daily";
	const isWon = view.status === "won";
	const time = clockText(clock.elapsed_ms);
	say(isWon ? t("won", { n: moves, time, points: score.total }) : t("lost"));
	if (isWon && isFresh) {
		sound("won");
		await cascade(table);
	}
	if (isFresh) keep("ended", { n: (recall("ended").n ?? 0) + 1 });
	const known = mode !== "practice" && await call("GET", `/me/stats?variant=${view.variant}&level=${view.level}`).catch(() => null);
	const own = known?.items?.[0];
	const news = isWon && own && !assisted ? [own.best_score === score.total && "bestScore", own.best_time_ms === clock.elapsed_ms && "bestTime"] : [];
	const content = [
		h("p.subtitle", title),
		figures([["figure.moves", number(moves)], ["figure.time", time], ...(isWon ? [["figure.points", number(score.total)]] : [])]),
		isWon && score.bonus > 0 && h("p.parts", t("bonus", { cards: Math.max(0, score.cards - score.time_charge), bonus: score.bonus })),
		...news.map((key) => key && h("p.badge", t(key))),
		assisted && h("p.parts", t("assisted")),
		own && h("h3", t("levelStats")),
		own && levelFigures(own),
	];
	if (worth || !isDaily) {
		const line = h("p.parts", t("thinking"));
		const act = (name, action) => h("button", { onclick: action }, t(name));
		content.push(line, h("div.buttons", act("share", () => share(id, title)), act("replay", () => go(`/play/${id}?move=0`)),
			!isWon && act("sameDeal", () => newGame(view, false, { deal: { id: deal.id } }))));
		(worth ?? call("GET", `/games/${id}/replay`).then(analyse)).then((found) => (line.textContent = found?.text ?? ""), () => line.remove());
	}
	const next = { daily: "daily", casual: "next" }[mode];
	const buttons = [{ text: t("start"), value: "/", main: !next }, ...(next ? [{ text: t(next), value: next, main: true }] : [])];
	const chosen = await dialog(isWon ? t("wonTitle") : t("lostTitle"), content, buttons, { class: "result" });
	if (chosen === "next") await newGame(view);
	else if (chosen) go(chosen === "/" ? "/" : "/daily");
}
