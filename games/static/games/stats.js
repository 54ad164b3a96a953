// The player's statistics: figures by game and level, with pictures, and the latest results.

import { call, isKnown } from "./api.js";
import { clockText, h, number, svg, t } from "./ui.js";

const LATEST = 50;

/** Show the statistics. */
export async function showStats(root, { go, variants }) {
  const all = await variants();
  const [stats, results] = isKnown()
    ? await Promise.all([call("GET", "/me/stats"), call("GET", `/me/results?limit=${LATEST}`)])
    : [{ items: [] }, { items: [] }];
  document.title = `${t("statistics")} · Patience`;
  const names = new Map(all.flatMap((each) => [[each.key, each.name], ...each.levels.map((level) => [`${each.key}.${level.key}`, level.name])]));
  const content = stats.items.length
    ? [...stats.items.map((own) => card(own, names, results.items)), latest(results.items, names)]
    : [h("p", {}, t("noStats"))];
  root.replaceChildren(h("main", { class: "page" },
    h("div", { class: "top" }, h("button", { type: "button", onclick: () => go("/") }, t("back")), h("h1", { tabindex: "-1" }, t("statistics"))),
    ...content));
  root.querySelector("h1").focus();
}

function card(own, names, results) {
  const figure = (key, value) => h("div", {}, h("dt", {}, t(`stat.${key}`)), h("dd", {}, value ?? "–"));
  const orNone = (value, text) => (value === null ? "–" : text(value));
  const played = results.filter((each) => each.variant === own.variant && each.level === own.level).reverse();
  return h("section", { class: "panel" },
    h("h2", {}, `${names.get(own.variant)}, ${names.get(`${own.variant}.${own.level}`)}`),
    h("dl", { class: "results" },
      figure("played", number(own.played)), figure("won", number(own.won)), figure("lost", number(own.lost)),
      figure("percent", orNone(own.win_pct, (value) => `${number(value)} %`)),
      figure("streak", `${number(own.current_streak)} / ${number(own.best_streak)}`),
      figure("score", orNone(own.best_score, number)), figure("time", orNone(own.best_time_ms, clockText)),
      figure("average", orNone(own.avg_time_ms_of_wins, clockText)), figure("bestMoves", orNone(own.best_moves, number))),
    played.length ? picture(played) : null);
}

/** A bar for every game, up for a win and down for a loss, the win rate as a line over them. */
function picture(played) {
  const wide = 8;
  const width = played.length * wide;
  const won = played.filter((each) => each.won).length;
  let wins = 0;
  const line = played.map((each, at) => {
    wins += each.won;
    return `${at * wide + wide / 2},${52 - (48 * wins) / (at + 1)}`;
  });
  const bars = played.map((each, at) => svg("rect", {
    x: at * wide + 1, width: wide - 2, y: each.won ? 4 : 28, height: 24, rx: 1, class: each.won ? "win" : "loss",
  }));
  const label = t("picture", { n: played.length, won });
  const chart = svg("svg", { viewBox: `0 0 ${Math.max(width, 160)} 56`, class: "chart", role: "img", "aria-label": label }, ...bars,
    svg("polyline", { points: line.join(" "), class: "rate" }));
  return h("figure", {}, chart, h("figcaption", {}, label));
}

function latest(results, names) {
  const row = (each) => h("tr", {},
    h("td", {}, names.get(each.variant)), h("td", {}, names.get(`${each.variant}.${each.level}`)),
    h("td", {}, t(each.won ? "attempt.won" : "attempt.lost")),
    h("td", { class: "number" }, number(each.moves)), h("td", { class: "number" }, clockText(each.time_ms)),
    h("td", { class: "number" }, each.score === null ? "–" : number(each.score)));
  const heads = ["game", "level", "result", "figure.moves", "figure.time", "figure.points"];
  return h("section", { class: "panel" }, h("h2", {}, t("latest")),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("latest") }, h("table", {},
      h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, t(head))))),
      h("tbody", {}, ...results.map(row)))));
}
