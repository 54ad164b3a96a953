// Starts the client: the words, and the modules that the page at this address has need of.

import { call, knowCaller } from "./api.js";
import { applySettings, h, isDrawn, speak, t } from "./ui.js";

const boot = JSON.parse(document.getElementById("boot").textContent);
const root = document.getElementById("screen");
let leave = () => {};

/** Draw the game or the replay of this address; `state` is what is known of it. */
async function draw(state = {}) {
  await leave();
  leave = () => {};
  for (const open of document.querySelectorAll("dialog")) open.close();
  if (!isDrawn(location.pathname)) return location.reload();
  const [, screen, id] = location.pathname.split("/");
  try {
    if (screen === "play") await openGame(id, state);
    else leave = await (await import("./replay.js")).showReplay(root, { id, titles: boot.titles });
  } catch (problem) {
    const [text, way] = problem.status ? [problem.message, "start"] : [t("offline"), "again"];
    root.replaceChildren(h("main.page", h("p", { role: "alert" }, text), h("a.button", { href: way === "start" ? "/" : "" }, t(way))));
  }
  return null;
}

async function openGame(id, { game, isNew }) {
  const [found, { playTable }] = await Promise.all([game?.id === id ? game : call("GET", `/games/${id}`), import("./table.js")]);
  if (found.status !== "active") {
    const away = await (await import("./replay.js")).showReplay(root, { id, game: found, titles: boot.titles });
    if (away) {
      leave = away;
      return;
    }
  }
  const view = found.paused ? await call("POST", `/games/${id}/ops`, { base_version: found.version, ops: ["r"] }) : found;
  leave = playTable(root, view, { title: boot.titles[view.variant], tick: boot.tick, isNew, since: view === boot.game ? 0 : performance.now() });
}

/** What the page of this address can do beyond what the service has written into it. */
async function enliven() {
  const screen = location.pathname.split("/")[1];
  if (screen === "") (await import("./start.js")).watchStart(root);
  else if (screen === "daily") (await import("./daily.js")).watchDaily(root);
  else if (screen === "account") (await import("./account.js")).watchAccount(root);
  const { lang } = document.documentElement;
  for (const time of root.querySelectorAll("time")) {
    const style = time.dataset.style === "time" ? {} : { dateStyle: "medium" };
    time.textContent = new Intl.DateTimeFormat(lang, { ...style, timeStyle: "short" }).format(new Date(time.dateTime));
  }
}

/** A link to what is drawn here loads no page. */
function follow(event) {
  const path = event.target.closest?.("a:not([download])")?.getAttribute("href");
  if (!path || !isDrawn(path) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(path);
}

async function go(path, state) {
  if (isDrawn(path)) {
    history.pushState(null, "", path);
    await draw(state);
  } else {
    await leave();
    location.assign(path);
  }
}

speak(document.documentElement.lang, await (await fetch(boot.words)).json());
knowCaller(boot.signed_in);
applySettings();
addEventListener("click", follow);
addEventListener("go", ({ detail }) => go(...detail));
addEventListener("popstate", () => draw());
await (isDrawn(location.pathname) ? draw(boot) : enliven());
if (boot.worker) import("./app.js").then(({ watchApp }) => watchApp()).catch(() => {});  // One can play without.
