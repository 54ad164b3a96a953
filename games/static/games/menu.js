// What the buttons above the table open: the menu, help from the solver, settings and the guide.

import { ask, call } from "./api.js";
import { canInstall, install } from "./app.js";
import { settings } from "./settings.js";
import { isPairing } from "./store.js";
import { cardName, dialog, fail, go, h, sure, t, toast } from "./ui.js";

const CLOSE = () => ({ text: t("close"), value: "", main: true });

/** Open one of them: `menu`, `help`, `hint`, `anew`, `settings`, `guide` or `position`. */
export async function openMenu(what, context) {
  const { guide } = what === "guide" ? await import("./guide.js") : {};
  const screens = { menu, help, hint: () => question("hint", context), anew, settings, position, guide };
  await screens[what](context);
}

/** A dialog that is a list of things to do; resolves to the key of one, or "". */
function list(title, keys, notes = []) {
  const choose = (key) => h("button.item", { onclick: (event) => event.target.closest("dialog").close(key) }, t(key));
  return dialog(title, [...notes.map((note) => h("p", note)), h("div.items", ...keys.map(choose))], [CLOSE()]);
}

async function menu(context) {
  const { play } = context;
  const { view } = play.game;
  const isOpen = view.status === "active";
  const keys = [
    isOpen && view.mode !== "daily" && !view.paused && "pause",
    isOpen && view.can_undo && "restart",
    "new",
    isOpen && "resign",
    view.piles.every(({ kind }) => kind !== "stock") && !view.paused && "deal.copy",
    "settings",
    "statistics",
    "daily",
    "account",
    canInstall() && "install",
    "start",
  ].filter(Boolean);
  const ways = { statistics: "/stats", daily: "/daily", account: "/account", start: "/" };
  const acts = {
    pause: () => play.game.pause(),
    restart: async () => (await sure(t("restart"), t("restartText"), t("restart"))) && play.game.restart(),
    new: () => anew(context),
    resign: () => resign(play),
    "deal.copy": async () => (await import("./share.js")).copyDeal(view),
    settings,
    install,
  };
  const chosen = await list(title, keys, [t(isOpen ? "menuText" : "over")]);
  if (ways[chosen]) go(ways[chosen]);
  else await acts[chosen]?.();
}

async function resign(play) {
  if (!(await sure(t("resign"), t("resignText"), t("resign")))) return;
  try {
    play.game.take(await call("POST", `/games/${play.game.view.id}/resign`), "answer");
  } catch (problem) {
    fail(problem);
  }
}

/** Another game like this one. */
async function anew({ play, newGame }) {
  const { view } = play.game;
  if (view.mode === "casual") await newGame(view, view.status === "active");
  else go("/");
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
  const looking = toast(t("thinking"));
  const { version } = game.view;
  try {
    const answer = await ask(game.view.id, kind).finally(() => looking.remove());
    await game.refresh();  // It is marked now.
    if (!answer) toast(t("noAnswer"));
    else if (game.view.version !== version) toast(t("tooLate"));
    else if (kind === "verdict") toast(t(`verdict.${answer.verdict}`));
    else await showHint(answer, game, table);
  } catch (problem) {
    fail(problem);
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

/** The whole position as text, to be read at leisure. */
async function position({ play }) {
  const { view } = play.game;
  const lists = view.piles.map((pile) => {
    const name = play.table.piles.get(pile.id).list.getAttribute("aria-label");
    const isRead = pile.kind !== "foundation" && pile.cards?.length > 0;
    return h("section", h("h3", name), isRead && h("p", pile.cards.map(cardName).join(", ")));
  });
  await dialog(t("position"), lists, [CLOSE()], { class: "wide", scrolls: true });
}
