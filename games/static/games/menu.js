// What the buttons above the table open: the menu, help from the solver, settings and the guide.

import { Refused, ask, call } from "./api.js";
import { newGame } from "./main.js";
import { isPairing } from "./store.js";
import { cardName, dialog, h, set, setting, t, toast } from "./ui.js";

const CLOSE = () => ({ text: t("close"), value: "", main: true });

/** Open one of them: `menu`, `help`, `hint`, `anew`, `settings`, `guide` or `position`. */
export async function openMenu(what, context) {
  const { guide } = what === "guide" ? await import("./guide.js") : {};
  const screens = { menu, help, hint: () => question("hint", context), anew, settings, position, guide };
  await screens[what](context);
}

/** A dialog that is a list of things to do; resolves to the key of one, or "". */
function list(title, keys, notes = []) {
  const box = { close: () => {} };
  const choose = (key) => h("button", { type: "button", class: "item", onclick: (event) => {
    box.close = event.target.closest("dialog");
    box.close.close(key);
  } }, t(key));
  return dialog(title, [...notes.map((note) => h("p", {}, note)), h("div", { class: "items" }, ...keys.map(choose))], [CLOSE()]);
}

async function menu(context) {
  const { play, go, title } = context;
  const { view } = play.game;
  const isOpen = view.status === "active";
  const keys = [
    isOpen && view.mode !== "daily" && !view.paused && "pause",
    isOpen && view.can_undo && "restart",
    "new",
    isOpen && "resign",
    "settings",
    "statistics",
    "daily",
    "start",
  ].filter(Boolean);
  const chosen = await list(title, keys, [t(isOpen ? "menuText" : "over")]);
  if (chosen === "pause") play.game.pause();
  else if (chosen === "restart") await restart(play);
  else if (chosen === "new") await anew(context);
  else if (chosen === "resign") await resign(play);
  else if (chosen === "settings") await settings();
  else if (chosen === "statistics") go("/stats");
  else if (chosen === "daily") go("/daily");
  else if (chosen === "start") go("/");
}

function sure(title, text, yes) {
  return dialog(title, [h("p", {}, text)], [
    { text: t("keep"), value: "", main: true },
    { text: yes, value: "yes", bad: true },
  ]);
}

async function restart(play) {
  if (await sure(t("restart"), t("restartText"), t("restart"))) play.game.restart();
}

async function resign(play) {
  if (!(await sure(t("resign"), t("resignText"), t("resign")))) return;
  try {
    play.game.take(await call("POST", `/games/${play.game.view.id}/resign`), "answer");
  } catch (problem) {
    toast(problem instanceof Refused ? problem.message : t("failed"), true);
  }
}

/** Another game like this one. */
async function anew({ play, go }) {
  const { view } = play.game;
  if (view.mode !== "casual") {
    go("/");
    return;
  }
  await newGame(view, view.status === "active");
}

/** What the solver can say; it marks the game as helped, so it asks first. */
async function help(context) {
  const { view } = context.play.game;
  const notes = view.assisted ? [] : [t("helpText")];
  const chosen = await list(t("hint"), ["askHint", "askVerdict"], notes);
  if (chosen) await question(chosen === "askHint" ? "hint" : "verdict", context, true);
}

async function question(kind, { play }, isTold = false) {
  const { game, table } = play;
  if (game.view.status !== "active" || game.view.paused) return;
  if (!isTold && !game.view.assisted && !(await sure(t("askHint"), t("helpText"), t("askHint")))) return;
  toast(t("thinking"));
  const { version } = game.view;
  try {
    const answer = await ask(game.view.id, kind);
    await game.refresh();  // It is marked now.
    if (!answer) toast(t("noAnswer"));
    else if (game.view.version !== version) toast(t("tooLate"));
    else if (kind === "verdict") toast(t(`verdict.${answer.verdict}`));
    else await showHint(answer, game, table);
  } catch (problem) {
    toast(problem instanceof Refused ? problem.message : t("failed"), true);
  }
}

async function showHint(answer, game, table) {
  const entry = game.view.legal_moves.find(({ move }) => move === answer.move);
  if (entry) {
    const { inWords } = await import("./speech.js");
    toast(inWords(game.view, entry));
    table.ring(entry.to ? [entry.to] : ["stock"], table.run(entry.from, isPairing(game.view) ? 1 : entry.n));
  } else if (answer.undo) toast(t("hintUndo", { n: answer.undo }));
  else toast(t(`verdict.${answer.verdict}`));
}

const CHOICES = {
  theme: ["system", "light", "dark"],
  colours: ["auto", "two", "four"],
  print: ["normal", "large"],
  side: ["right", "left"],
  columns: ["auto", "one", "two"],
  tap: ["best", "two"],
  speed: ["auto", "off", "fast", "normal", "slow"],
  finish: ["on", "off"],
  figures: ["on", "off"],
  sound: ["on", "off"],
};

async function settings() {
  const row = ([name, values]) => {
    const change = (event) => set(name, event.target.value);
    const options = values.map((value) =>
      h("option", { value, selected: value === setting(name) }, t(`${name}.${value}`)));
    return h("label", { class: "row" }, h("span", {}, t(`set.${name}`)), h("select", { onchange: change }, ...options));
  };
  await dialog(t("settings"), Object.entries(CHOICES).map(row), [CLOSE()], { class: "wide" });
}

/** The whole position as text, to be read at leisure. */
async function position({ play }) {
  const { view } = play.game;
  const lists = view.piles.map((pile) => {
    const name = play.table.piles.get(pile.id).list.getAttribute("aria-label");
    const isLong = pile.cards?.length > 1 && pile.kind === "column";
    return h("section", {}, h("h3", {}, name), pile.cards?.length && (isLong || pile.kind !== "foundation")
      ? h("p", {}, pile.cards.map(cardName).join(", ")) : null);
  });
  await dialog(t("position"), lists, [CLOSE()], { class: "wide", scrolls: true });
}
