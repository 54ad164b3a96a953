// The end of a game: the cards leave the table, then the result and what it did to the statistics.

import { analyse } from "./analysis.js";
import { call } from "./api.js";
import { share } from "./share.js";
import { newGame } from "./start.js";
import { clockText, dialog, duration, go, h, keep, number, recall, say, t } from "./ui.js";

/** Let the cards fall from the table; a tap or a key ends it. */
async function cascade(table) {
  const all = [...table.cards.values()];
  if (!duration(1) || !all.length) return;
  const down = table.element.clientHeight;
  const wide = table.element.clientWidth;
  const falls = all.map((card, at) => {
    const drift = (((at * 37) % 100) / 100 - 0.5) * wide * 0.8;
    return card.li.animate([
      { translate: "0 0", visibility: "visible", zIndex: 200 - at },
      { translate: `${drift * 0.5}px ${-40 - (at % 5) * 12}px`, visibility: "visible", zIndex: 200 - at, offset: 0.3 },
      { translate: `${drift}px ${down}px`, rotate: `${drift / 4}deg`, visibility: "visible", zIndex: 200 - at },
    ], { duration: 900, delay: (at % 13) * 70 + Math.floor(at / 13) * 25, easing: "ease-in", fill: "both" });
  });
  const skip = () => falls.forEach((fall) => fall.finish());
  addEventListener("pointerdown", skip, { once: true });
  addEventListener("keydown", skip, { once: true });
  await Promise.all(falls.map((fall) => fall.finished.catch(() => {})));
  removeEventListener("pointerdown", skip);
  removeEventListener("keydown", skip);
}

async function levelStats(view) {
  if (view.mode === "practice") return null;
  try {
    const { items } = await call("GET", `/me/stats?variant=${view.variant}&level=${view.level}`);
    return items[0] ?? null;
  } catch {
    return null;
  }
}

/** Figures, each under its name; a dash for those that are not known. */
function figures(pairs) {
  return h("dl.results", ...pairs.map(([key, value]) => h("div", h("dt", t(key)), h("dd", value ?? "–"))));
}

/** The figures of a level that are shown everywhere. */
function levelFigures(own) {
  return [
    ["stat.won", number(own.won)], ["stat.lost", number(own.lost)],
    ["stat.percent", own.win_pct === null ? null : `${number(own.win_pct)} %`],
    ["stat.streak", `${number(own.current_streak)} / ${number(own.best_streak)}`],
  ];
}

/**
 * Show how a game ended.
 *
 * `worth` is what the solver says of it, if that was asked already. Of a daily nothing is told
 * while its board may be open.
 */
export async function showResult({ view, table, title, sound, isFresh, worth }) {
  const isTold = worth || view.mode !== "daily";
  const isWon = view.status === "won";
  const time = clockText(view.clock.elapsed_ms);
  const values = { n: view.moves, time, points: view.score.total };
  say(isWon ? t("won", values) : t("lost"));
  if (isWon && isFresh) {
    sound("won");
    await cascade(table);
  }
  if (isFresh) keep("ended", { n: (recall("ended").n ?? 0) + 1 });
  const own = await levelStats(view);
  const news = isWon && own && !view.assisted ? [
    own.best_score === view.score.total && t("bestScore"),
    own.best_time_ms === view.clock.elapsed_ms && t("bestTime"),
  ].filter(Boolean) : [];
  const { score } = view;
  const content = [
    h("p.subtitle", title),
    figures([
      ["figure.moves", number(view.moves)], ["figure.time", time],
      ...(isWon ? [["figure.points", number(score.total)]] : []),
    ]),
    isWon && score.bonus > 0 && h("p.parts", t("bonus", { cards: Math.max(0, score.cards - score.time_charge), bonus: score.bonus })),
    ...news.map((text) => h("p.badge", text)),
    view.assisted && h("p.parts", t("assisted")),
    own && h("h3", t("levelStats")),
    own && figures(levelFigures(own)),
  ];
  if (isTold) {
    const line = h("p.parts", t("thinking"));
    const act = (name, action) => h("button", { onclick: action }, t(name));
    content.push(line, h("div.buttons", act("share", () => share(view.id, title)), act("replay", () => go(`/play/${view.id}?move=0`)),
      !isWon && act("sameDeal", () => newGame(view, false, { deal: { id: view.deal.id } }))));
    (worth ?? call("GET", `/games/${view.id}/replay`).then(analyse)).then((found) => (line.textContent = found?.text ?? ""), () => line.remove());
  }
  const isDaily = view.mode === "daily";
  const chosen = await dialog(isWon ? t("wonTitle") : t("lostTitle"), content, [
    { text: t("start"), value: "start" },
    { text: isDaily ? t("daily") : t("next"), value: "next", main: true },
  ], { class: "result" });
  if (chosen === "start") go("/");
  else if (chosen === "next" && isDaily) go("/daily");
  else if (chosen === "next") await newGame(view);
}
