// The deals of the days: a month at a glance, what can be played of a day, and the streaks.

import { becomeGuest, call, isKnown } from "./api.js";
import { newGame } from "./start.js";
import { clockText, dialog, fail, go, h, moment, number, page, t } from "./ui.js";

const DAY = 24 * 60 * 60 * 1000;
const SIGNS = { won: "●", lost: "×", active: "◐", none: "○", closed: "·", announced: "" };

const dayName = (day) => moment(day, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });

/** How a daily stands for the player. */
function standing({ my_attempt: own, status }) {
  return own?.status ?? (status === "announced" || status === "closed" ? status : "none");
}

/** Show the dailies; returns how to leave them. */
export async function showDaily(root, { variants }) {
  const [now, all, streaks] = await Promise.all([call("GET", "/dailies"), variants(), isKnown() && call("GET", "/me/streaks")]);
  const names = Object.fromEntries(all.map((each) => [each.key, each.name]));
  const today = now.server_time.slice(0, 10);
  const midnight = Date.parse(today) + DAY;
  const since = Date.now() - Date.parse(now.server_time);
  const count = h("p.countdown");
  const month = h("section.panel");
  const day = h("section.panel");
  let items;
  let chosen;

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
    const [year, at] = chosen.split("-").map(Number);
    const first = new Date(Date.UTC(year, at - 1));
    const months = (by) => new Date(Date.UTC(year, at - 1 + by)).toISOString().slice(0, 10);
    const step = (name, sign, by) => h("button", { "aria-label": t(name), onclick: () => turn(months(by)) }, sign);
    const cell = (_, index) => {
      const date = `${chosen.slice(0, 8)}${String(index + 1).padStart(2, "0")}`;
      const own = items.filter((each) => each.date === date);
      return h("button", {
        class: `day ${date === today ? "today" : ""}`, "data-day": date, "aria-pressed": String(date === chosen), disabled: !own.length,
        "aria-label": [dayName(date), ...own.map((each) => `${names[each.variant]}: ${t(`attempt.${standing(each)}`)}`)].join(", "),
        onclick: () => draw(chosen = date),
      }, h("b", number(index + 1)), h("span", ...own.map(standing).map((each) => h("i", { class: each }, SIGNS[each]))));
    };
    const week = Array.from({ length: 7 }, (_, index) => h("small", { "aria-hidden": "true" }, moment(Date.UTC(2024, 0, 1 + index), { weekday: "short", timeZone: "UTC" })));
    const signs = ["won", "lost", "active", "none", "closed"].map((each) => `${SIGNS[each]} ${t(`attempt.${each}`)}`);
    month.replaceChildren(
      h("div.row", step("daily.before", "‹", -1), h("h2", moment(first, { month: "long", year: "numeric", timeZone: "UTC" })), step("daily.after", "›", 1)),
      h("div.month", ...week, ...Array.from({ length: (first.getUTCDay() + 6) % 7 }, () => h("span")), ...Array.from({ length: new Date(Date.UTC(year, at, 0)).getUTCDate() }, cell)),
      h("p.explain", signs.join("\u2003")));
    // Yesterday's can still be won for the streak for a while, so they are shown with today's.
    const own = chosen === today ? now.items.filter(({ status }) => status !== "announced") : items.filter(({ date }) => date === chosen);
    day.replaceChildren(h("h2", dayName(chosen)), own.length ? h("ul.dailies", ...own.map(entry)) : h("p", t("noDaily")));
    if (focus) month.querySelector(`[data-day="${focus}"]`).focus();
  }

  async function attempt(daily) {
    const isNew = !daily.my_attempt;
    const ask = () => dialog(names[daily.variant], [h("p", t("attemptText"))], [{ text: t("cancel"), value: "" }, { text: t("play"), value: "yes", main: true }]);
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
    const { date, variant, status, deal_id: deal, my_attempt: own } = daily;
    const stands = standing(daily);
    const isOpen = stands === "active" || stands === "none";
    const isLate = isOpen && status === "grace";
    const play = (name, act) => h("button", { class: isOpen && daily.recommended && "main", onclick: act }, t(name));
    const act = { active: () => play("continue", () => attempt(daily)), none: () => play("play", () => attempt(daily)), announced: () => "",
      closed: () => play("daily.practise", () => newGame(daily, false, { deal: { id: deal } })) };
    return h("li", { class: `daily ${stands}` },
      h("span.name", names[variant] + (date === chosen ? "" : `, ${dayName(date)}`)),
      h("small", [t(`attempt.${stands}`), isLate && t("daily.grace", { time: moment(daily.streak_until) }), isLate && daily.recommended && t("recommended")].filter(Boolean).join(" · ")),
      act[stands]?.() ?? h("a.button", { href: `/play/${own.game_id}` }, t("result")),
      h("details", h("summary", t("daily.proof")), h("p", t("daily.proofText")), h("code", daily.commitment),
        h("p", deal ? h("a", { href: `/api/v1/deals/${deal}/fairness` }, t("daily.fairness")) : t("daily.later"))),
      stands !== "announced" && h("a.board", { href: `/boards/daily:${date}:${variant}` }, t("daily.board")));
  }

  function series({ dailies }) {
    const open = dailies.flatMap(({ days }) => days).find(({ date, status }) => date < today && status === "open");
    return h("section.panel", h("h2", t("daily.streak")),
      h("dl.results", ...dailies.map((each) => h("div", h("dt", names[each.variant]), h("dd", `${number(each.current)} / ${number(each.best)}`)))),
      h("p.explain", t(open ? "daily.saved" : "daily.graceText", { time: open && moment(open.streak_until) })));
  }

  page(root, t("daily"), h("p", t("dailyText")), count, day, month, streaks && series(streaks));
  tick();
  await turn(today);
  const timer = setInterval(tick, 1000);
  return () => clearInterval(timer);
}
