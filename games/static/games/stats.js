// The player's statistics: figures of a level and a time, pictures of the games, and the games.

import { call, isKnown } from "./api.js";
import { choice, sheet } from "./sheet.js";
import { figures, levelFigures } from "./start.js";
import { clockText, fail, h, moment, number, page, svg, t } from "./ui.js";

const DAY = 24 * 60 * 60 * 1000;
const SHOWN = 400;
const LATEST = 50;
const HIGH = 100;
const DAYS = { ever: Infinity, month: 30, week: 7 };
const STEPS = [15, 30, 60, 120, 300, 600, 1200, 3600, 14400];

/** The latest results, page by page. */
async function results(most) {
  const found = [];
  for (let cursor = ""; cursor !== null && found.length < most;) {
    const part = await call("GET", `/me/results?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    found.push(...part.items);
    cursor = part.next_cursor;
  }
  return found;
}

const orNone = (value, text) => (value === null ? null : text(value));
const wins = (games) => games.filter((each) => each.won);

/** The figures of some results, named as the service names those of all. */
function sums(played) {
  const won = wins(played);
  const best = (name, of = Math.min) => {
    const values = won.filter((each) => !each.assisted).map((each) => each[name]);
    return values.length ? of(...values) : null;
  };
  return {
    played: played.length, won: won.length, lost: played.length - won.length,
    win_pct: played.length ? Math.round((1000 * won.length) / played.length) / 10 : null,
    best_score: best("score", Math.max), best_time_ms: best("time_ms"), best_moves: best("moves"),
    avg_time_ms_of_wins: won.length ? won.reduce((sum, each) => sum + each.time_ms, 0) / won.length : null,
  };
}

/** A picture with its description, and the same as a table. */
function chart(label, note, wide, marks, heads, rows) {
  return h("figure", h("figcaption", label),
    svg("svg", { viewBox: `0 0 ${wide} ${HIGH}`, preserveAspectRatio: "none", class: "chart", role: "img", "aria-label": label }, svg("title", {}, label), svg("desc", {}, note), ...marks),
    h("small", note), h("details", h("summary", t("stats.table")), sheet(label, heads.map((head) => t(head)), rows)));
}

/** A line through values from 0 to 1. */
function curve(values) {
  return svg("polyline", { class: "rate", points: values.map((value, at) => `${at * 8 + 4},${2 + (HIGH - 4) * (1 - value)}`).join(" ") });
}

const outcome = (each) => t(each.won ? "attempt.won" : "attempt.lost");

/** Won and lost games, and the win rate of the ten up to each as a line over them. */
function outcomes(played) {
  const rates = played.map((_, at) => wins(played.slice(Math.max(0, at - 9), at + 1)).length / Math.min(10, at + 1));
  const bars = played.map(({ won }, at) => svg("rect", { x: at * 8 + 1, width: 6, y: won ? 0 : HIGH / 2, height: HIGH / 2, class: won ? "win" : "loss" }));
  return chart(t("picture", { n: played.length, won: wins(played).length }), t("stats.rateText"), Math.max(20, played.length) * 8, [...bars, curve(rates)],
    ["stats.date", "result", "stat.percent"], played.map((each, at) => [moment(each.finished_at), outcome(each), `${number(Math.round(100 * rates[at]))} %`]));
}

/** How many wins took how long. */
function times(won) {
  const seconds = won.map((each) => each.time_ms / 1000);
  const longest = Math.max(...seconds);
  const step = STEPS.find((each) => longest / each <= 12) ?? longest / 12;
  const bins = Array(Math.floor(longest / step) + 1).fill(0);
  for (const each of seconds) bins[Math.floor(each / step)] += 1;
  const top = Math.max(...bins);
  const from = (at) => clockText(at * step * 1000);
  const bars = bins.map((count, at) => svg("rect", { x: at * 16 + 1, width: 14, y: HIGH * (1 - count / top), height: (HIGH * count) / top, class: "win" }));
  return chart(t("stats.times"), t("stats.timesText", { from: from(0), to: from(bins.length), n: top }), Math.max(6, bins.length) * 16, bars,
    ["figure.time", "stat.won"], bins.map((count, at) => [`${from(at)} – ${from(at + 1)}`, number(count)]));
}

/** The points of wins, one after the other. */
function points(won) {
  const scores = won.map((each) => each.score);
  const [low, top] = [Math.min(...scores), Math.max(...scores)];
  return chart(t("stats.points"), t("stats.pointsText", { low, top }), Math.max(20, won.length) * 8, [curve(scores.map((score) => (score - low) / (top - low || 1)))],
    ["stats.date", "figure.points"], won.map((each) => [moment(each.finished_at), number(each.score)]));
}

async function save(kind) {
  const items = (await results(Infinity)).map((each) => ({ ...each, review: each.review?.status ?? null }));
  const line = (values) => values.map((value) => `"${value ?? ""}"`).join(",");
  const text = kind === "json" ? JSON.stringify(items) : [Object.keys(items[0]), ...items.map(Object.values)].map(line).join("\r\n");
  const href = URL.createObjectURL(new Blob([text]));
  h("a", { href, download: `patience.${kind}` }).click();
  URL.revokeObjectURL(href);
}

/** Show the statistics. */
export async function showStats(root, { variants }) {
  const all = await variants();
  const [{ items }, played] = isKnown() ? await Promise.all([call("GET", "/me/stats"), results(SHOWN)]) : [{ items: [] }];
  if (!items.length) return page(root, t("statistics"), h("p", t("noStats")));
  const key = (each) => `${each.variant}.${each.level}`;
  const names = Object.fromEntries(all.flatMap((each) => each.levels.map((level) => [`${each.key}.${level.key}`, `${each.name}, ${level.name}`])));
  let level = key(played[0]);
  let period = "ever";
  const panel = h("section.panel");
  const list = h("section.panel");

  function draw() {
    const chosen = played.filter((each) => key(each) === level && Date.now() - Date.parse(each.finished_at) < DAYS[period] * DAY);
    const total = items.find((each) => key(each) === level);
    const own = period === "ever" ? total : { ...total, ...sums(chosen) };
    const latest = chosen.slice(0, LATEST);
    const won = wins(chosen).reverse();
    panel.replaceChildren(h("h2", names[level]), figures([
      ["stat.played", number(own.played)], ...levelFigures(own),
      ["stat.score", orNone(own.best_score, number)], ["stat.time", orNone(own.best_time_ms, clockText)],
      ["stat.average", orNone(own.avg_time_ms_of_wins, clockText)], ["stat.bestMoves", orNone(own.best_moves, number)],
    ]), latest.length ? outcomes(latest.slice().reverse()) : "", ...(won.length ? [times(won), points(won.slice(-LATEST))] : []));
    list.replaceChildren(h("h2", t("latest")), sheet(t("latest"), ["stats.date", "result", "figure.moves", "figure.time", "figure.points"].map((head) => t(head)),
      latest.map((each) => [moment(each.finished_at), h("a", { href: `/play/${each.game_id}` }, outcome(each)), number(each.moves), clockText(each.time_ms), orNone(each.score, number) ?? "–"])));
  }

  const set = (change) => (value) => {
    change(value);
    draw();
  };
  const button = (kind) => h("button", { onclick: () => save(kind).catch(fail) }, t(`stats.${kind}`));
  page(root, t("statistics"),
    h("div.choosers", choice("board.level", items.map((each) => [key(each), names[key(each)]]), level, set((value) => (level = value))),
      choice("board.period", Object.keys(DAYS).map((each) => [each, t(`stats.${each}`)]), period, set((value) => (period = value)))),
    panel, list, h("div.buttons", button("csv"), button("json")));
  draw();
}
