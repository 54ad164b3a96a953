// The screen on which a game is chosen: its level, its switches, and the player's own results.

import { becomeGuest, call, insist, isKnown } from "./api.js";
import { applySettings, clockText, fail, go, h, keep, knows, number, recall, sure, t, toast } from "./ui.js";

const BATCH = 200;
let isStarting = false;

/** Show what can be played. */
export async function showStart(root, { variants, boot }) {
  document.title = "Patience";
  const all = await variants();
  const [stats, open] = isKnown()
    ? await Promise.all([call("GET", "/me/stats"), call("GET", "/games?status=active&limit=25")])
    : [{ items: [] }, { items: [] }];
  const choice = { variant: "bakers_game", level: "easy", custom: {}, ...recall("choice") };
  const asked = new URLSearchParams(location.search).get("variant");
  if (asked) choice.variant = asked;
  const chosen = () => all.find((each) => each.key === choice.variant);
  if (!chosen()) choice.variant = all[0].key;
  const continued = open.items.filter((game) => game.mode !== "practice");

  function draw(focus = continued.length ? ".open button" : "#play") {
    const variant = chosen();
    if (!variant.levels.some((each) => each.key === choice.level)) choice.level = variant.levels[0].key;
    applySettings(variant.key);
    keep("choice", choice);
    const level = `level.${variant.key}.${choice.level}`;
    const games = all.map(({ key, name }) => ({ key, name, note: t(`about.${key}`) }));
    root.replaceChildren(h("main.page.start", { tabindex: "-1" },
      h("div.brand", h("h1", "Patience"), h("p", t("welcome"))),
      continued.length > 0 && h("div.panel.open", h("h2", t("open")), ...continued.map((game) => resume(game, all))),
      picks("variant", t("games"), games, choice.variant, pick),
      h("div.panel",
        picks("level", t("level"), variant.levels, choice.level, pick),
        h("p.explain", t(knows(level) ? level : `level.${choice.level}`)),
        choice.level === "custom" && switches(variant),
        results(stats.items.find((each) => each.variant === choice.variant && each.level === choice.level)),
        h("button.main.play", { id: "play", onclick: start }, t("play"))),
      h("nav.links",
        h("a", { href: "/daily" }, t("daily")), h("a", { href: "/stats" }, t("statistics")),
        h("a", { href: `/boards/best_score:${variant.key}:${choice.level === "custom" ? "easy" : choice.level}` }, t("boards")),
        h("button", { onclick: () => enter([]) }, t("deal.title")),
        h("a", { href: "/account" }, t("account")),
        h("button", { onclick: () => menu("settings") }, t("settings")),
        h("button", { onclick: () => menu("guide") }, t("rules"))),
      languages(boot)));
    root.querySelector(focus)?.focus({ preventScroll: true });
  }

  function pick(name, key) {
    choice[name] = key;
    if (name === "variant") choice.custom = {};
    draw(`[name=${name}]:checked`);
  }

  function switches(variant) {
    const name = (value) => typeof value === "number" ? number(value) : t(typeof value === "boolean" ? (value ? "yes" : "no") : `switch.${value}`);
    return h("fieldset.switches", h("legend", t("switches")), ...variant.switches.map((each) => {
      const now = choice.custom[each.name] ?? each.default;
      const change = (event) => {
        choice.custom[each.name] = each.values[event.target.selectedIndex];
        keep("choice", choice);
      };
      const options = each.values.map((value) => h("option", { selected: value === now }, name(value)));
      return h("label", h("span", t(`switch.${each.name}`)), h("select", { onchange: change }, ...options));
    }));
  }

  async function menu(what) {
    const { openMenu } = await import("./menu.js");
    await openMenu(what, { go, variant: chosen(), isStart: true });
    applySettings(choice.variant);
  }

  async function enter(given) {
    const { enterDeal } = await import("./deal.js");
    await enterDeal(order(), chosen().schemes, given);
  }

  const order = () => ({ ...choice, custom: choice.level === "custom" && choice.custom });

  async function start() {
    const isOccupied = open.items.some((game) => game.mode === "casual" && game.variant === choice.variant);
    await newGame(order(), isOccupied);
  }

  const [variant, level, ...given] = new URLSearchParams(location.search).get("deal")?.split(".") ?? [];
  if (all.some(({ key }) => key === variant)) Object.assign(choice, { variant, level });
  draw();
  if (given.length === 2) enter(given);
}

function picks(name, title, items, chosen, pick) {
  return h("fieldset", { class: `picks ${name}` }, h("legend", title), ...items.map((each) =>
    h("label", {},
      h("input", { type: "radio", name, value: each.key, checked: each.key === chosen, onchange: () => pick(name, each.key) }),
      h("span.name", each.name), each.note && h("small", each.note))));
}

function results(own) {
  if (!own) return h("p.results.none", t("noResults"));
  return figures([
    ...levelFigures(own),
    ["stat.time", own.best_time_ms === null ? null : clockText(own.best_time_ms)],
    ["stat.score", own.best_score === null ? null : number(own.best_score)],
  ]);
}

function resume(game, all) {
  const variant = all.find((each) => each.key === game.variant);
  const level = game.mode === "daily" ? t("daily") : variant.levels.find((each) => each.key === game.level).name;
  const text = t("state", { n: game.moves, time: clockText(game.clock.elapsed_ms) });
  return h("button.resume", { onclick: () => go(`/play/${game.id}`) },
    h("b", t("continue")), h("span", `${variant.name}, ${level}`), h("small", text));
}

/** Figures, each under its name; a dash for those that are not known. */
export function figures(pairs) {
  return h("dl.results", ...pairs.map(([key, value]) =>
    h("div", h("dt", t(key)), h("dd", value ?? "–"))));
}

/** The figures of a level that are shown everywhere. */
export function levelFigures(own) {
  return [
    ["stat.won", number(own.won)], ["stat.lost", number(own.lost)],
    ["stat.percent", own.win_pct === null ? null : `${number(own.win_pct)} %`],
    ["stat.streak", `${number(own.current_streak)} / ${number(own.best_streak)}`],
  ];
}

/** Buttons that load the page again in another language. */
export function languages(boot) {
  return h("p.languages", ...boot.languages.map(({ code, name }) =>
    h("button", { lang: code, "aria-pressed": String(code === boot.language), onclick: async () => {
      document.cookie = `django_language=${code}; path=/; max-age=31536000; samesite=lax`;
      if (isKnown()) await call("PATCH", "/me", { locale: code }).catch(() => {});  // For mails.
      location.reload();
    } }, name)));
}

/**
 * Start a game; whoever has one open that counts is asked first.
 *
 * One on a chosen `deal` is for practice, and begins after `ops`. Says what was wrong with it.
 */
export async function newGame({ variant, level, custom }, isOccupied = false, { deal, ops = [] } = {}) {
  const body = { id: newId(), variant, level, deal, ...(custom ? { custom } : {}) };
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
    for (let at = 0; at < ops.length; at += BATCH) {
      view = await insist("POST", `/games/${view.id}/ops`, { base_version: at, ops: ops.slice(at, at + BATCH) }, trouble);
    }
    go(`/play/${view.id}`, { view, isNew: true });
  } catch (problem) {
    fail(problem);
  } finally {
    isStarting = false;
  }
}

function mayLeave() {
  return sure(t("leave"), t("leaveText"), t("leaveYes"));
}

/** A random UUID, from what makes one also without a secure connection. */
function newId() {
  const address = URL.createObjectURL(new Blob());
  URL.revokeObjectURL(address);
  return address.slice(-36);
}
