// The player's statistics: figures of a level and a time, pictures of the games, and the games.

import { call, isKnown } from "./api.js";
import { sheet } from "./sheet.js";
import { clockText, fail, figures, h, levelFigures, moment, number, page, svg, t } from "./ui.js";

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

const least = (values) => (values.length ? Math.min(...values) : null);
const orNone = (value, text) => (value === null ? null : text(value));

/** The figures of some results, named as the service names those of all. */
function sums(played) {
  const won = played.filter((each) => each.won);
  const best = won.filter((each) => !each.assisted);
  return {
    played: played.length, won: won.length, lost: played.length - won.length,
    win_pct: played.length ? Math.round((1000 * won.length) / played.length) / 10 : null,
    best_score: orNone(least(best.map((each) => -each.score)), (score) => -score),
    best_time_ms: least(best.map((each) => each.time_ms)),
    best_moves: least(best.map((each) => each.moves)),
    avg_time_ms_of_wins: won.length ? won.reduce((sum, each) => sum + each.time_ms, 0) / won.length : null,
  };
}

/** A picture with its description, and the same as a table. */
function chart(label, note, marks, wide, heads, rows) {
  return h("figure", {}, h("figcaption", {}, label),
    svg("svg", { viewBox: `0 0 ${Math.max(wide, 160)} ${HIGH}`, preserveAspectRatio: "none", class: "chart", role: "img", "aria-label": label }, svg("title", {}, label), svg("desc", {}, note), ...marks),
    h("small", {}, note), h("details", {}, h("summary", {}, t("stats.table")), sheet(label, heads, rows)));
}

const dot = (at, value) => `${at * 8 + 4},${HIGH - 2 - (HIGH - 4) * value}`;

/** Won and lost games, and the win rate of the ten before each as a line over them. */
function outcomes(played) {
  const won = (games) => games.filter((each) => each.won).length;
  const rate = (at) => won(played.slice(Math.max(0, at - 9), at + 1)) / Math.min(10, at + 1);
  const bars = played.map((each, at) => svg("rect", { x: at * 8 + 1, width: 6, y: each.won ? 0 : HIGH / 2, height: HIGH / 2, class: each.won ? "win" : "loss" }));
  const line = svg("polyline", { points: played.map((_, at) => dot(at, rate(at))).join(" "), class: "rate" });
  return chart(t("picture", { n: played.length, won: won(played) }), t("stats.rateText"), [...bars, line], played.length * 8,
    [t("stats.date"), t("result"), t("stat.percent")], played.map((each, at) => [moment(each.finished_at), t(each.won ? "attempt.won" : "attempt.lost"), `${number(Math.round(100 * rate(at)))} %`]));
}

/** How many wins took how long. */
function times(won) {
  const seconds = won.map((each) => each.time_ms / 1000);
  const step = STEPS.find((each) => Math.max(...seconds) / each <= 12) ?? STEPS.at(-1);
  const bins = Array(Math.floor(Math.max(...seconds) / step) + 1).fill(0);
  for (const each of seconds) bins[Math.floor(each / step)] += 1;
  const top = Math.max(...bins);
  const from = (at) => clockText(at * step * 1000);
  return chart(t("stats.times"), t("stats.timesText", { from: from(bins.findIndex(Boolean)), to: from(bins.length), n: top }),
    bins.map((count, at) => svg("rect", { x: at * 16 + 1, width: 14, y: HIGH - (HIGH * count) / top, height: (HIGH * count) / top, class: "win" })), bins.length * 16,
    [t("stat.time"), t("stat.won")], bins.map((count, at) => [`${from(at)} – ${from(at + 1)}`, number(count)]));
}

/** The points of wins, one after the other. */
function points(won) {
  const scores = won.map((each) => each.score);
  const [low, top] = [Math.min(...scores), Math.max(...scores)];
  const line = scores.map((score, at) => dot(at, top > low ? (score - low) / (top - low) : 0.5));
  return chart(t("stats.points"), t("stats.pointsText", { low, top }), [svg("polyline", { points: line.join(" "), class: "rate" })], won.length * 8,
    [t("stats.date"), t("figure.points")], won.map((each) => [moment(each.finished_at), number(each.score)]));
}

async function save(kind) {
  const items = (await results(Infinity)).map((each) => ({ ...each, review: each.review?.status ?? null }));
  const line = (values) => values.map((value) => `"${String(value ?? "").replaceAll('"', '""')}"`).join(",");
  const text = kind === "json" ? JSON.stringify(items) : [Object.keys(items[0] ?? {}), ...items.map(Object.values)].map(line).join("\r\n");
  const href = URL.createObjectURL(new Blob([text], { type: kind === "json" ? "application/json" : "text/csv" }));
  h("a", { href, download: `patience.${kind}` }).click();
  URL.revokeObjectURL(href);
}

/** Show the statistics. */
export async function showStats(root, { variants }) {
  const all = await variants();
  const [{ items }, played] = isKnown() ? await Promise.all([call("GET", "/me/stats"), results(SHOWN)]) : [{ items: [] }, []];
  if (!items.length) return page(root, t("statistics"), h("p", {}, t("noStats")));
  const names = new Map(all.flatMap((each) => [[each.key, each.name], ...each.levels.map((level) => [`${each.key}.${level.key}`, level.name])]));
  const key = (each) => `${each.variant}.${each.level}`;
  const title = (each) => `${names.get(each.variant)}, ${names.get(key(each))}`;
  let level = key(played[0] ?? items[0]);
  let period = "ever";
  const panel = h("section", { class: "panel" });
  const list = h("section", { class: "panel" });

  function draw() {
    const since = Date.now() - DAYS[period] * DAY;
    const chosen = played.filter((each) => key(each) === level && Date.parse(each.finished_at) >= since);
    const total = items.find((each) => key(each) === level);
    const own = period === "ever" ? total : sums(chosen);
    const latest = chosen.slice(0, LATEST).reverse();
    const won = chosen.filter((each) => each.won).reverse();
    panel.replaceChildren(h("h2", {}, title(total)), figures([
      ["stat.played", number(own.played)], ...levelFigures({ ...total, ...own }),
      ["stat.score", orNone(own.best_score, number)], ["stat.time", orNone(own.best_time_ms, clockText)],
      ["stat.average", orNone(own.avg_time_ms_of_wins, clockText)], ["stat.bestMoves", orNone(own.best_moves, number)],
    ]), ...(latest.length ? [outcomes(latest)] : []), ...(won.length ? [times(won), points(won.slice(-LATEST))] : []));
    list.replaceChildren(h("h2", {}, t("latest")), sheet(t("latest"), ["stats.date", "result", "figure.moves", "figure.time", "figure.points"].map((head) => t(head)),
      chosen.slice(0, LATEST).map((each) => [moment(each.finished_at), h("a", { href: `/play/${each.game_id}` }, t(each.won ? "attempt.won" : "attempt.lost")),
        number(each.moves), clockText(each.time_ms), orNone(each.score, number) ?? "–"])));
  }

  const select = (name, options, change) => h("label", {}, t(name), h("select", { onchange: ({ target }) => {
    change(target.value);
    draw();
  } }, ...options.map(([value, text]) => h("option", { value, selected: value === level }, text))));
  const button = (kind) => h("button", { onclick: () => save(kind).catch(fail) }, t(`stats.${kind}`));
  page(root, t("statistics"),
    h("div", { class: "choosers" }, select("board.level", items.map((each) => [key(each), title(each)]), (value) => (level = value)),
      select("board.period", Object.keys(DAYS).map((each) => [each, t(`stats.${each}`)]), (value) => (period = value))),
    panel, list, h("div", { class: "buttons" }, button("csv"), button("json")));
  draw();
}
