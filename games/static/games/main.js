// Starts the client: the words, and the screen that belongs to the address.

import { call, knowCaller } from "./api.js";
import { applySettings, fail, go, h, install, speak, t } from "./ui.js";

const boot = JSON.parse(document.getElementById("boot").textContent);
const root = h("div", { id: "screen" });
let leave = () => {};
let offers = null;

/** The games on offer, asked for once; again, if there was no answer. */
function variants() {
  offers ??= call("GET", "/variants").then((all) => all.items, (problem) => {
    offers = null;
    throw problem;
  });
  return offers;
}

async function show(state = null) {
  leave();
  leave = () => {};
  for (const open of document.querySelectorAll("dialog")) open.close();
  const [screen, id] = location.pathname.split("/").slice(1);
  const context = { go, variants, id, boot };
  try {
    if (screen === "play") await openGame(context, state);
    else if (screen === "replays") leave = await (await import("./replay.js")).showReplay(root, context);
    else if (screen === "daily") leave = await (await import("./daily.js")).showDaily(root, context);
    else if (screen === "account") await (await import("./account.js")).showAccount(root, context);
    else if (screen === "stats") await (await import("./stats.js")).showStats(root, context);
    else if (screen === "boards") await (await import("./board.js")).showBoard(root, context);
    else await (await import("./start.js")).showStart(root, context);
  } catch (problem) {
    if (problem.status !== 401) fail(problem);
    if (screen) go("/", null, "replaceState");
    else if (problem.status === 401) await show();
    else root.replaceChildren(h("main.page", h("p", t("offline")), h("button.main", { onclick: () => show() }, t("again"))));
  }
}

async function openGame({ id, ...context }, state) {
  const [found, { playTable }, all] = await Promise.all([
    state?.view ?? call("GET", `/games/${id}`), import("./table.js"), variants(),
  ]);
  if (found.status !== "active") {
    const { showReplay } = await import("./replay.js");
    const away = await showReplay(root, { ...context, id, game: found });
    if (away) {
      leave = away;
      return;
    }
  }
  const resume = { base_version: found.version, ops: ["r"] };
  const view = found.paused ? await call("POST", `/games/${id}/ops`, resume) : found;
  const variant = all.find((each) => each.key === view.variant);
  leave = playTable(root, view, { go, title: variant.name, scoring: variant.scoring, isNew: Boolean(state?.isNew) });
}

/** A link within the client changes the screen and loads no page. */
function follow(event) {
  const link = event.target.closest?.("a[href^='/']:not([href^='/api/'])");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.getAttribute("href"));
}

variants().catch(() => {});  // On its way while the words are; whoever needs it asks again.
speak(boot.language, await (await fetch(boot.words)).json());
knowCaller(boot.signed_in);
applySettings();
document.body.append(root);
install();
addEventListener("click", follow);
addEventListener("go", ({ detail }) => show(detail));
addEventListener("popstate", () => show());
show();
if (boot.worker) import("./app.js").then(({ watchApp }) => watchApp()).catch(() => {});  // One can play without.
