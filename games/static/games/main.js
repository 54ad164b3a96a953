// Starts the client: the words, the addresses of the screens, and the screen on which a game is
// chosen.

import { Refused, becomeGuest, call, insist, isKnown, knowCaller } from "./api.js";
import { applySettings, clockText, dialog, h, install, knows, number, speak, t, toast } from "./ui.js";

const boot = JSON.parse(document.getElementById("boot").textContent);
const root = h("div", { id: "screen" });
let leave = () => {};
let offers = null;
let isStarting = false;

/** The games on offer, asked for once; again, if there was no answer. */
function variants() {
  offers ??= call("GET", "/variants").then((all) => all.items, (problem) => {
    offers = null;
    throw problem;
  });
  return offers;
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem("choice") || "{}");
  } catch {
    return {};
  }
}

function keep(choice) {
  try {
    localStorage.setItem("choice", JSON.stringify(choice));
  } catch {
    // The next visit starts with the first game.
  }
}

/** Go to another screen. */
export function go(path, state = null) {
  history.pushState(null, "", path);
  show(state);
}

async function show(state = null) {
  leave();
  leave = () => {};
  for (const open of document.querySelectorAll("dialog")) open.close();
  const [screen, id] = location.pathname.split("/").slice(1);
  try {
    if (screen === "play") await openGame(id, state);
    else if (screen === "daily") await (await import("./daily.js")).showDaily(root, { go, variants });
    else if (screen === "stats") await (await import("./stats.js")).showStats(root, { go, variants });
    else await showStart();
  } catch (problem) {
    if (problem.status !== 401) toast(problem instanceof Refused ? problem.message : t("failed"), true);
    if (screen) go("/");
    else if (problem.status === 401) await show();
    else root.replaceChildren(h("main", { class: "page" }, h("p", {}, t("offline")), h("button", { type: "button", class: "main", onclick: () => show() }, t("again"))));
  }
}

async function openGame(id, state) {
  const [found, { playTable }, all] = await Promise.all([
    state?.view ?? call("GET", `/games/${id}`), import("./table.js"), variants(),
  ]);
  const resume = { base_version: found.version, ops: ["r"] };
  const view = found.paused ? await call("POST", `/games/${id}/ops`, resume) : found;
  const variant = all.find((each) => each.key === view.variant);
  leave = playTable(root, view, { go, title: variant.name, isNew: Boolean(state?.isNew) });
}

/** The choice of a game: its level, its switches, and the player's own results. */
async function showStart() {
  document.title = "Patience";
  const all = await variants();
  const [stats, open] = isKnown()
    ? await Promise.all([call("GET", "/me/stats"), call("GET", "/games?status=active&limit=25")])
    : [{ items: [] }, { items: [] }];
  const choice = { variant: "bakers_game", level: "easy", custom: {}, ...kept() };
  if (!all.some((each) => each.key === choice.variant)) choice.variant = all[0].key;

  function draw(focus) {
    const variant = all.find((each) => each.key === choice.variant);
    if (!variant.levels.some((each) => each.key === choice.level)) choice.level = variant.levels[0].key;
    applySettings(variant.key);
    keep(choice);
    const continued = open.items.filter((game) => game.mode !== "practice");
    root.replaceChildren(h("main", { class: "page start", tabindex: "-1" },
      h("div", { class: "brand" }, h("h1", {}, "Patience"), h("p", {}, t("welcome"))),
      continued.length ? h("div", { class: "panel open" }, h("h2", {}, t("open")), ...continued.map((game) => resume(game, all))) : null,
      picks("variant", t("games"), all.map((each) => ({ key: each.key, name: each.name, note: t(`about.${each.key}`) })), choice.variant, (key) => pick("variant", key)),
      h("div", { class: "panel" },
        picks("level", t("level"), variant.levels, choice.level, (key) => pick("level", key)),
        explain(variant), choice.level === "custom" ? switches(variant) : null,
        results(stats.items.find((each) => each.variant === choice.variant && each.level === choice.level)),
        h("button", { type: "button", class: "main play", id: "play", onclick: () => start(open.items) }, t("play"))),
      h("nav", { class: "links" },
        link("/daily", t("daily")), link("/stats", t("statistics")),
        h("button", { type: "button", onclick: () => menu("settings") }, t("settings")),
        h("button", { type: "button", onclick: () => menu("guide") }, t("rules"))),
      languages()));
    root.querySelector(focus ?? (continued.length ? ".open button" : "#play"))?.focus({ preventScroll: true });
  }

  function pick(name, key) {
    choice[name] = key;
    if (name === "variant") choice.custom = {};
    draw(`[name=${name}]:checked`);
  }

  function explain(variant) {
    const key = `level.${variant.key}.${choice.level}`;
    const text = knows(key) ? t(key) : t(`level.${choice.level}`);
    return h("p", { class: "explain" }, text);
  }

  function switches(variant) {
    return h("fieldset", { class: "switches" }, h("legend", {}, t("switches")), ...variant.switches.map((each) => {
      const now = choice.custom[each.name] ?? each.default;
      const change = (event) => {
        choice.custom[each.name] = each.values.find((value) => String(value) === event.target.value);
        keep(choice);
      };
      const options = each.values.map((value) => h("option", { value: String(value), selected: value === now },
        typeof value === "number" ? number(value) : typeof value === "boolean" ? t(value ? "yes" : "no") : t(`switch.${value}`)));
      return h("label", {}, h("span", {}, t(`switch.${each.name}`)), h("select", { onchange: change }, ...options));
    }));
  }

  async function menu(what) {
    const { openMenu } = await import("./menu.js");
    await openMenu(what, { go, variant: all.find((each) => each.key === choice.variant), isStart: true });
    applySettings(choice.variant);
  }

  async function start(opened) {
    const occupied = opened.find((game) => game.mode === "casual" && game.variant === choice.variant);
    await newGame({ ...choice, custom: choice.level === "custom" ? choice.custom : undefined }, Boolean(occupied));
  }

  draw();
}

function picks(name, title, items, chosen, change) {
  return h("fieldset", { class: `picks ${name}` }, h("legend", {}, title), ...items.map((each) =>
    h("label", {},
      h("input", { type: "radio", name, value: each.key, checked: each.key === chosen, onchange: () => change(each.key) }),
      h("span", { class: "name" }, each.name), each.note ? h("small", {}, each.note) : null)));
}

function results(own) {
  if (!own) return h("p", { class: "results none" }, t("noResults"));
  const figure = (key, value) => h("div", {}, h("dt", {}, t(`stat.${key}`)), h("dd", {}, value ?? "–"));
  return h("dl", { class: "results" },
    figure("won", number(own.won)), figure("lost", number(own.lost)),
    figure("percent", own.win_pct === null ? null : `${number(own.win_pct)} %`),
    figure("streak", `${number(own.current_streak)} / ${number(own.best_streak)}`),
    figure("time", own.best_time_ms === null ? null : clockText(own.best_time_ms)),
    figure("score", own.best_score === null ? null : number(own.best_score)));
}

function resume(game, all) {
  const variant = all.find((each) => each.key === game.variant);
  const level = game.mode === "daily" ? t("daily") : variant.levels.find((each) => each.key === game.level).name;
  const text = t("state", { n: game.moves, time: clockText(game.clock.elapsed_ms) });
  return h("button", { type: "button", class: "resume", onclick: () => go(`/play/${game.id}`) },
    h("b", {}, t("continue")), h("span", {}, `${variant.name}, ${level}`), h("small", {}, text));
}

function link(path, text) {
  return h("a", { href: path, onclick: (event) => {
    event.preventDefault();
    go(path);
  } }, text);
}

function languages() {
  return h("p", { class: "languages" }, ...boot.languages.map(({ code, name }) =>
    h("button", { type: "button", lang: code, "aria-pressed": String(code === boot.language), onclick: () => {
      document.cookie = `django_language=${code}; path=/; max-age=31536000; samesite=lax`;
      location.reload();
    } }, name)));
}

/** Start a game; whoever has one open that counts is asked first. */
export async function newGame({ variant, level, custom }, isOccupied = false) {
  const body = { id: newId(), variant, level, ...(custom ? { custom } : {}) };
  const trouble = (isThere) => toast(t(isThere ? "offline" : "online"));
  // The id is the same each time, so a lost answer starts no second game.
  const ask = (leaving) => insist("POST", "/games", { ...body, abandon_active: leaving }, trouble);
  if (isStarting) return;
  isStarting = true;
  try {
    if (isOccupied && !(await mayLeave())) return;
    await becomeGuest();
    let view;
    try {
      view = await ask(isOccupied);
    } catch (problem) {
      if (problem.code !== "active_game_exists") throw problem;
      if (!(await mayLeave())) return;
      view = await ask(true);
    }
    go(`/play/${view.id}`, { view, isNew: true });
  } catch (problem) {
    toast(problem instanceof Refused ? problem.message : t("failed"), true);
  } finally {
    isStarting = false;
  }
}

function mayLeave() {
  return dialog(t("leave"), [h("p", {}, t("leaveText"))], [
    { text: t("keep"), value: "", main: true },
    { text: t("leaveYes"), value: "yes", bad: true },
  ]);
}

/** A random UUID, from what makes one also without a secure connection. */
function newId() {
  const address = URL.createObjectURL(new Blob());
  URL.revokeObjectURL(address);
  return address.slice(-36);
}

variants().catch(() => {});  // On its way while the words are; whoever needs it asks again.
speak(boot.language, await (await fetch(boot.words)).json());
knowCaller(boot.signed_in);
applySettings();
document.body.append(root);
install();
addEventListener("popstate", () => show());
show();
