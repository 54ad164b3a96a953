// The boards: who stands where, one's own place, and the choice of a board.

import { call, isKnown } from "./api.js";
import { choice, sheet } from "./sheet.js";
import { clockText, fail, h, moment, number, page, t } from "./ui.js";

const KINDS = ["daily", "best_score", "best_time", "best_streak"];
const DAY = 24 * 60 * 60 * 1000;

/** The names of this week and month in keys of boards. */
function periods() {
  const now = new Date();
  const thursday = new Date(Number(now) + (4 - (now.getUTCDay() || 7)) * DAY);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday - Date.UTC(year, 0)) / DAY / 7) + 1;
  return { ever: "", week: `${year}-W${String(week).padStart(2, "0")}`, month: now.toISOString().slice(0, 7) };
}

/** Show the board of a key. */
export async function showBoard(root, { id, variants }) {
  const all = await variants();
  const today = new Date().toISOString().slice(0, 10);
  const [kind, second, third, period = ""] = decodeURIComponent(id).split(":");
  const names = periods();
  if (!Object.values(names).includes(period)) names[period] = period;
  const now = { kind, variant: second, level: third, day: today, period: Object.keys(names).find((name) => names[name] === period) };
  if (kind === "daily") Object.assign(now, { day: second, variant: third });
  const choosers = h("div.choosers");
  const own = h("section.panel");
  const state = h("p", { role: "status" });
  const list = h("section.panel", state);
  const pairs = (items) => items.map((each) => [each.key, each.name]);
  const named = (keys) => keys.map((each) => [each, each === names[each] ? each : t(`board.${each}`)]);
  let key = "";

  function choose(name, options) {
    const change = (value) => {
      now[name] = value;
      draw().then(() => choosers.querySelector(`.${name} :is(select, input)`).focus());
    };
    const label = options ? choice(`board.${name}`, options, now[name], change)
      : h("label", t(`board.${name}`), h("input", { type: "date", value: now.day, max: today, required: "", onchange: ({ target }) => target.value && change(target.value) }));
    label.className = name;
    return label;
  }

  async function draw() {
    const { levels } = all.find((each) => each.key === now.variant) ?? all[0];
    const open = levels.filter((each) => each.key !== "custom");
    if (!open.some((each) => each.key === now.level)) now.level = open[0].key;
    const isBest = ["best_score", "best_time"].includes(now.kind);
    key = now.kind === "daily" ? `daily:${now.day}:${now.variant}` : `${now.kind}:${now.variant}:${now.level}`;
    if (isBest && names[now.period]) key += `:${names[now.period]}`;
    history.replaceState(null, "", `/boards/${key}`);
    choosers.replaceChildren(choose("variant", pairs(all)), choose("kind", named(KINDS)),
      now.kind === "daily" ? choose("day") : choose("level", pairs(open)), isBest ? choose("period", named(Object.keys(names))) : "");
    await turn();
  }

  /** Show a part of the board, and where the player stands on it. */
  async function turn(query = "?limit=50") {
    try {
      const [board, me] = await Promise.all([call("GET", `/leaderboards/${key}${query}`), isKnown() && call("GET", `/leaderboards/${key}/me`)]);
      place(me);
      fill(board, me?.entry?.player.id);
    } catch (problem) {
      own.replaceChildren();
      list.replaceChildren(state);
      state.textContent = t("board.missing");
      if (problem.status !== 404) fail(problem);
    }
  }

  function place(me) {
    const row = me && (me.entry ?? me.pending);
    const notes = me ? [me.entry, me.pending].flatMap((each) => each?.unlisted_reason ?? []) : ["nobody"];
    own.replaceChildren(
      me ? h("h2", row ? t("board.place", { n: row.rank, size: me.size + Boolean(row.unlisted_reason) }) : t("board.noPlace")) : "",
      ...notes.map((note) => h("p", t(`board.${note}`))),
      h("div.buttons", (!me || notes.includes("guest")) && h("a.button", { href: "/account" }, t("board.account")),
        row && h("button", { onclick: () => turn("/around-me?limit=21") }, t("board.around"))));
  }

  function fill(board, mine) {
    const isClosed = board.status === "closed";
    const isMe = (each) => each.is_me ?? (mine && each.player?.id === mine);
    const figures = now.kind === "best_streak" ? { streak: number } : { score: number, time_ms: clockText, moves: number };
    const rows = board.items.map((each) => {
      const name = `${each.player ? each.player.name ?? t("board.unnamed") : t("board.gone")}${isMe(each) ? ` (${t("board.me")})` : ""}`;
      const isTold = isClosed && now.kind === "daily" && each.game_id;
      return [number(each.rank), isTold ? h("a", { href: `/replays/${each.game_id}` }, name) : name, ...Object.keys(figures).map((figure) => figures[figure](each[figure]))];
    });
    const to = (name, cursor) => cursor && h("button", { onclick: () => turn(`?limit=50&cursor=${encodeURIComponent(cursor)}`) }, t(name));
    state.textContent = `${t("board.size", { n: board.size })} ${isClosed ? t("board.closed") : board.closes_at ? t("board.until", { time: moment(board.closes_at) }) : ""}`;
    list.replaceChildren(state, rows.length ? sheet(t("boards"), ["rank", "player", ...Object.keys(figures)].map((head) => t(`board.${head}`)), rows, board.items.findIndex(isMe)) : "",
      h("div.buttons", board.prev_cursor === undefined && h("button", { onclick: () => turn() }, t("board.top")), to("board.before", board.prev_cursor), to("board.after", board.next_cursor)));
    list.querySelector(".mine")?.scrollIntoView({ block: "nearest" });
  }

  page(root, t("boards"), choosers, own, list);
  await draw();
}
