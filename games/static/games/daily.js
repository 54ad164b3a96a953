// The deals of the days: what is open today, how one's own attempts stand, and the days before.

import { Refused, becomeGuest, call } from "./api.js";
import { clockText, dayName, dialog, h, t, toast } from "./ui.js";

const DAY = 24 * 60 * 60 * 1000;

/** Show the dailies. */
export async function showDaily(root, { go, variants }) {
  const [{ server_time: now, items }, all] = await Promise.all([call("GET", "/dailies"), variants()]);
  document.title = `${t("daily")} · Patience`;
  const days = [...new Set(items.map((each) => each.date))].sort().reverse();
  const names = new Map(all.map((each) => [each.key, each.name]));
  const opened = items.filter((each) => Date.parse(each.opens_at) <= Date.parse(now));
  const shown = days.filter((day) => opened.some((each) => each.date === day));
  const left = Math.max(...opened.map((each) => Date.parse(each.opens_at))) + DAY - Date.parse(now);

  async function attempt(daily) {
    const isNew = !daily.my_attempt;
    if (isNew && !(await agreed(names.get(daily.variant)))) return;
    try {
      await becomeGuest();
      const view = await call("PUT", `/dailies/${daily.date}/${daily.variant}/attempt`);
      go(`/play/${view.id}`, { view, isNew });
    } catch (problem) {
      toast(problem instanceof Refused ? problem.message : t("failed"), true);
    }
  }

  const entry = (daily) => {
    const status = daily.my_attempt?.status ?? "none";
    const isOver = status === "won" || status === "lost";
    return h("li", { class: `daily ${status}` },
      h("span", { class: "name" }, names.get(daily.variant)),
      h("small", {}, t(`attempt.${status}`), daily.recommended && !isOver && shown.length > 1 ? ` · ${t("recommended")}` : ""),
      isOver ? h("a", { href: `/play/${daily.my_attempt.game_id}`, onclick: (event) => {
        event.preventDefault();
        go(`/play/${daily.my_attempt.game_id}`);
      } }, t("result")) : h("button", { type: "button", class: daily.recommended ? "main" : "", onclick: () => attempt(daily) }, t(status === "active" ? "continue" : "play")));
  };

  root.replaceChildren(h("main", { class: "page" },
    h("div", { class: "top" }, h("button", { type: "button", onclick: () => go("/") }, t("back")), h("h1", {}, t("daily"))),
    h("p", {}, t("dailyText")),
    left > 0 ? h("p", { class: "countdown" }, t("nextDaily", { time: clockText(left) })) : null,
    ...(shown.length ? shown.map((day) => h("section", { class: "panel" }, h("h2", {}, dayName(day)),
      h("ul", { class: "dailies" }, ...items.filter((each) => each.date === day).map(entry)))) : [h("p", {}, t("noDaily"))])));
  root.querySelector("h1").tabIndex = -1;
  root.querySelector("h1").focus();
}

function agreed(name) {
  return dialog(name, [h("p", {}, t("attemptText"))], [
    { text: t("cancel"), value: "" },
    { text: t("play"), value: "yes", main: true },
  ]);
}
