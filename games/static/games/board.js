// The boards: who stands where, one's own place, and the choice of a board.

import { call, isKnown } from "./api.js";
import { sheet } from "./sheet.js";
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
  const isDaily = kind === "daily";
  const names = periods();
  if (!Object.values(names).includes(period)) names[period] = period;
  const now = { kind, variant: isDaily ? third : second, level: third, day: isDaily ? second : today };
  now.period = Object.keys(names).find((name) => names[name] === period);
  const choosers = h("div", { class: "choosers" });
  const own = h("section", { class: "panel" });
  const state = h("p", { role: "status" });
  const list = h("section", { class: "panel" }, state);
  let key = "";

  function choose(name, values, texts) {
    const options = values?.map((value, at) => h("option", { value, selected: value === now[name] }, texts[at]));
    return h("label", {}, t(`board.${name}`), h(options ? "select" : "input", {
      name, ...(options ? {} : { type: "date", value: now.day, max: today, required: "" }),
      onchange: ({ target }) => {
        if (!target.value) return;
        now[name] = target.value;
        draw().then(() => choosers.querySelector(`[name=${name}]`).focus());
      },
    }, ...(options ?? [])));
  }

  async function draw() {
    const { levels } = all.find((each) => each.key === now.variant) ?? all[0];
    const open = levels.filter((each) => each.key !== "custom");
    const named = (items) => [items.map((each) => each.key), items.map((each) => each.name)];
    if (!open.some((each) => each.key === now.level)) now.level = open[0].key;
    const isDay = now.kind === "daily";
    const isBest = !isDay && now.kind !== "best_streak";
    key = isDay ? `daily:${now.day}:${now.variant}` : `${now.kind}:${now.variant}:${now.level}`;
    if (isBest && names[now.period]) key += `:${names[now.period]}`;
    history.replaceState(null, "", `/boards/${key}`);
    const known = Object.keys(names);
    choosers.replaceChildren(choose("variant", ...named(all)), choose("kind", KINDS, KINDS.map((each) => t(`board.${each}`))),
      isDay ? choose("day") : choose("level", ...named(open)), isBest ? choose("period", known, known.map((each) => (each === names[each] ? each : t(`board.${each}`)))) : "");
    await turn();
  }

  /** Show a part of the board, and where the player stands on it. */
  async function turn(part = "", query = "limit=50") {
    try {
      const [board, me] = await Promise.all([call("GET", `/leaderboards/${key}${part}?${query}`), isKnown() && call("GET", `/leaderboards/${key}/me`)]);
      place(me);
      fill(board, me?.entry?.player?.id);
    } catch (problem) {
      own.replaceChildren();
      list.replaceChildren(state);
      state.textContent = problem.status === 404 ? t("board.missing") : "";
      if (problem.status !== 404) fail(problem);
    }
  }

  function place(me) {
    const row = me && (me.entry ?? me.pending);
    const notes = me ? [me.entry, me.pending].map((each) => each?.unlisted_reason).filter(Boolean) : ["nobody"];
    const isOut = notes.some((note) => note === "nobody" || note === "guest");
    own.replaceChildren(
      me ? h("h2", {}, row ? t("board.place", { n: row.rank, size: me.size }) : t("board.noPlace")) : "",
      ...notes.map((note) => h("p", {}, t(`board.${note}`))),
      h("div", { class: "buttons" }, isOut && h("a", { class: "button", href: "/account" }, t("board.account")),
        row && h("button", { onclick: () => turn("/around-me", "limit=21") }, t("board.around"))));
  }

  function fill(board, mine) {
    const isStreak = now.kind === "best_streak";
    const isClosed = board.status === "closed";
    const heads = ["rank", "player", ...(isStreak ? ["streak"] : ["score", "time", "moves"])];
    state.textContent = `${t("board.size", { n: board.size })} ${isClosed ? t("board.closed") : board.closes_at ? t("board.until", { time: moment(board.closes_at) }) : ""}`;
    const isMe = (each) => each.is_me ?? Boolean(mine && each.player?.id === mine);
    const rows = board.items.map((each) => {
      const name = (each.player ? each.player.name ?? t("board.unnamed") : t("board.gone")) + (isMe(each) ? ` (${t("board.me")})` : "");
      const link = each.game_id && isClosed && now.kind === "daily" ? h("a", { href: `/replays/${each.game_id}` }, name) : name;
      return [number(each.rank), link, ...(isStreak ? [number(each.streak)] : [number(each.score), clockText(each.time_ms), number(each.moves)])];
    });
    const to = (name, cursor) => cursor && h("button", { onclick: () => turn("", `limit=50&cursor=${encodeURIComponent(cursor)}`) }, t(name));
    list.replaceChildren(state, rows.length ? sheet(t("boards"), heads.map((head) => t(`board.${head}`)), rows, board.items.findIndex(isMe)) : "",
      h("div", { class: "buttons" }, board.prev_cursor === undefined && h("button", { onclick: () => turn() }, t("board.top")), to("board.before", board.prev_cursor), to("board.after", board.next_cursor)));
    list.querySelector(".mine")?.scrollIntoView({ block: "nearest" });
  }

  page(root, t("boards"), choosers, own, list);
  await draw();
}
