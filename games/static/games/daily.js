// The deals of the days: a month at a glance, what can be played of a day, and the streaks.

import { becomeGuest, call, isKnown } from "./api.js";
import { newGame } from "./start.js";
import { clockText, dayName, dialog, fail, figures, go, h, moment, number, page, t } from "./ui.js";

const DAY = 24 * 60 * 60 * 1000;
const SIGNS = { won: "●", lost: "×", active: "◐", none: "○", closed: "·", announced: "" };

/** How a daily stands for the player. */
function standing(daily) {
  return daily.my_attempt?.status ?? (["announced", "closed"].includes(daily.status) ? daily.status : "none");
}

/** Show the dailies; returns how to leave them. */
export async function showDaily(root, { variants }) {
  const [now, all, streaks] = await Promise.all([call("GET", "/dailies"), variants(), isKnown() && call("GET", "/me/streaks")]);
  const names = new Map(all.map((each) => [each.key, each.name]));
  const today = now.server_time.slice(0, 10);
  const midnight = Date.parse(today) + DAY;
  const since = Date.now() - Date.parse(now.server_time);
  let items = now.items;
  let chosen = today;
  const count = h("p", { class: "countdown" });
  const month = h("section", { class: "panel" });
  const day = h("section", { class: "panel" });

  function tick() {
    const left = midnight - Date.now() + since;
    if (left <= 0) go("/daily");
    else count.textContent = t("nextDaily", { time: clockText(left), at: moment(midnight, { timeStyle: "short" }) });
  }

  async function turn(to) {
    try {
      ({ items } = await call("GET", `/dailies?month=${to.slice(0, 7)}`));
      chosen = to;
      draw();
    } catch (problem) {
      fail(problem);
    }
  }

  function draw(focus) {
    const first = new Date(`${chosen.slice(0, 7)}-01T12:00:00Z`);
    const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
    const other = (by) => new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + by, 1)).toISOString().slice(0, 10);
    const step = (name, sign, by) => h("button", { "aria-label": t(name), onclick: () => turn(other(by)) }, sign);
    const cell = (at) => {
      const date = `${chosen.slice(0, 8)}${String(at + 1).padStart(2, "0")}`;
      const own = items.filter((each) => each.date === date);
      const label = [dayName(date), ...own.map((each) => `${names.get(each.variant)}: ${t(`attempt.${standing(each)}`)}`)].join(", ");
      return h("button", { class: `day ${date === today ? "today" : ""}`, "data-day": date, "aria-label": label, "aria-pressed": String(date === chosen), disabled: !own.length,
        onclick: () => { chosen = date; draw(date); } }, h("b", {}, number(at + 1)), h("span", {}, ...own.map((each) => h("i", { class: standing(each) }, SIGNS[standing(each)]))));
    };
    month.replaceChildren(
      h("div", { class: "row" }, step("daily.before", "‹", -1), h("h2", {}, moment(first, { month: "long", year: "numeric", timeZone: "UTC" })), step("daily.after", "›", 1)),
      h("div", { class: "month" }, ...[...Array(7).keys()].map((at) => h("small", { "aria-hidden": "true" }, moment(Date.UTC(2024, 0, 1 + at), { weekday: "short", timeZone: "UTC" }))),
        ...[...Array((first.getUTCDay() + 6) % 7)].map(() => h("span", {})), ...[...Array(length).keys()].map(cell)),
      h("p", { class: "explain" }, ["won", "lost", "none", "closed"].map((each) => `${SIGNS[each]} ${t(`attempt.${each}`)}`).join("   ")));
    // Yesterday's can still be won for the streak for a while, so they are shown with today's.
    const own = chosen === today ? now.items.filter(({ status }) => status !== "announced") : items.filter(({ date }) => date === chosen);
    day.replaceChildren(h("h2", {}, dayName(chosen)), own.length ? h("ul", { class: "dailies" }, ...own.map(entry)) : h("p", {}, t("noDaily")));
    if (focus) month.querySelector(`[data-day="${focus}"]`).focus();
  }

  async function attempt(daily) {
    const isNew = !daily.my_attempt;
    const ask = () => dialog(names.get(daily.variant), [h("p", {}, t("attemptText"))], [{ text: t("cancel"), value: "" }, { text: t("play"), value: "yes", main: true }]);
    if (isNew && !(await ask())) return;
    try {
      await becomeGuest();
      const view = await call("PUT", `/dailies/${daily.date}/${daily.variant}/attempt`);
      go(`/play/${view.id}`, { view, isNew });
    } catch (problem) {
      fail(problem);
    }
  }

  function entry(daily) {
    const status = standing(daily);
    const isOpen = status === "active" || status === "none";
    const main = daily.recommended && isOpen ? "main" : "";
    const notes = [t(`attempt.${status}`), isOpen && daily.status === "grace" && t("daily.grace", { time: moment(daily.streak_until) }), main && daily.status !== "open" && t("recommended")];
    const act = {
      active: () => h("button", { class: main, onclick: () => attempt(daily) }, t("continue")),
      none: () => h("button", { class: main, onclick: () => attempt(daily) }, t("play")),
      closed: () => h("button", { onclick: () => newGame(daily, false, { deal: { id: daily.deal_id } }) }, t("daily.practise")),
      announced: () => null,
    }[status] ?? (() => h("a", { class: "button", href: `/play/${daily.my_attempt.game_id}` }, t("result")));
    return h("li", { class: `daily ${status}` }, h("span", { class: "name" }, names.get(daily.variant) + (daily.date === chosen ? "" : `, ${dayName(daily.date)}`)), h("small", {}, notes.filter(Boolean).join(" · ")), act(),
      h("details", {}, h("summary", {}, t("daily.proof")), h("p", {}, t("daily.proofText")), h("code", {}, daily.commitment),
        h("p", {}, daily.deal_id ? h("a", { href: `/api/v1/deals/${daily.deal_id}/fairness` }, t("daily.fairness")) : t("daily.later"))),
      daily.status !== "announced" && h("a", { class: "board", href: `/boards/daily:${daily.date}:${daily.variant}` }, t("daily.board")));
  }

  function series({ dailies }) {
    const open = dailies.flatMap(({ days }) => days).find(({ date, status }) => date < today && status === "open");
    return h("section", { class: "panel" }, h("h2", {}, t("daily.streak")),
      h("dl", { class: "results" }, ...dailies.map((each) => h("div", {}, h("dt", {}, names.get(each.variant)), h("dd", {}, `${number(each.current)} / ${number(each.best)}`)))),
      h("p", { class: "explain" }, t(open ? "daily.saved" : "daily.graceText", { time: open && moment(open.streak_until) })));
  }

  page(root, t("daily"), h("p", {}, t("dailyText")), count, day, month, streaks && series(streaks));
  tick();
  await turn(today);
  const timer = setInterval(tick, 1000);
  return () => clearInterval(timer);
}
