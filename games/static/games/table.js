// The screen on which a game is played: what taps and drags do, the score line and the notices.

import { watchPointer } from "./pointer.js";
import { Table } from "./render.js";
import { Game, isPairing, listed, located, towards } from "./store.js";
import { applySettings, cardName, clockText, fail, glyph, go, h, number, say, setting, sure, t, toast } from "./ui.js";

/** Play a game that was as `first` at a moment `at`; returns how to leave it. */
export function playTable(root, first, { title, tick: charge, isNew, at }) {
  const { bar, figures, score, undo, help } = gameBar(title, (what) => (what === "undo" ? play.undo() : open(what)));
  const area = h("main.table", { "aria-label": t("table", { game: title }) });
  const notice = h("div.notice", { hidden: true });
  const cover = h("div.cover", { hidden: true, onclick: () => game.resume() },
    h("p", t("paused")), h("button.main", t("continue")));
  root.replaceChildren(bar, h("div.stage", area, cover), notice);
  document.title = `${title} · Patience`;
  applySettings(first.variant);
  const table = new Table(area);
  let selected = null;
  let isOffline = false;
  let isEnding = false;
  let follow = null;
  let speech = null;
  let sound = () => {};
  let timer = 0;

  const game = new Game(first, at, {
    show(view, why) {
      select(null);
      const motion = why === "finish" ? { time: 240, gap: 60, order: "rank" } : {};
      table.show(view, { back: why === "undo", follow, ...motion });
      if (why !== "move") follow = null;
      if (why === "elsewhere") toast(t("elsewhere"));
      if (why === "undo") speech?.undone(view, table.changed);
      if (view === game.view) settled(view);
    },
    refused(problem, ops) {
      fail(problem);
      if (problem.status === 401 || problem.status === 404) go("/");
      else if (ops.length) sound("refused");
    },
    trouble(isThere) {
      isOffline = area.inert = isThere;
      tell();
      (isThere ? say : toast)(t(isThere ? "offline" : "online"));
    },
  });

  /** What follows when the service has spoken. */
  function settled(view) {
    figures.moves.textContent = number(view.moves);
    undo.disabled = !view.can_undo;
    help.disabled = view.status !== "active" || view.paused;
    if (cover.hidden === view.paused) covered(view.paused);
    area.inert = view.paused || isOffline;
    score.hidden = setting("figures") === "off";
    area.setAttribute("role", setting("reader") === "on" ? "application" : "main");
    tick();
    tell();
    if (view.auto_finish && setting("finish") !== "off") play.finish();
    if (view.status !== "active") finished(view);
  }

  /** Cover the cards or show them again; the focus goes along, unless it is elsewhere. */
  function covered(isCovered) {
    const isHere = [document.body, cover.lastChild].includes(document.activeElement) || area.contains(document.activeElement);
    cover.hidden = !isCovered;
    say(t(isCovered ? "paused" : "resumed"));
    area.classList.toggle("hidden", isCovered);
    area.inert = isCovered;
    if (isHere && isCovered) cover.lastChild.focus();
    else if (isHere) table.focus(area.querySelector("[tabindex='0']"));
  }

  async function finished(view) {
    if (isEnding) return;
    isEnding = true;
    await table.last?.finished.catch(() => {});
    const { showResult } = await import("./result.js");
    if (!game.isClosed) await showResult({ view, table, title, sound, isFresh: first.status === "active" });
  }

  /** The line under the table: no connection, no move, no way to a win, or nothing. */
  function tell() {
    const { view } = game;
    const act = (key, action) => h("button", { onclick: action }, t(key));
    const isOpen = view.status === "active" && !view.paused && !isOffline;
    const isEnd = isOpen && (view.stuck || view.dead);
    const text = isOffline ? t("offline") : isEnd ? t(view.stuck ? "stuck" : "dead") : "";
    const content = [
      text && h("p", text),
      isEnd && view.can_undo && act("undo", () => play.undo()),
      isEnd && act("new", () => open("anew")),
      isOpen && view.auto_finish && setting("finish") === "off" && act("finish", () => play.finish()),
    ].filter(Boolean);
    if (isEnd && notice.dataset.text !== text) say(text);
    notice.dataset.text = text;
    notice.hidden = !content.length;
    notice.replaceChildren(...content);
  }

  function tick() {
    clearTimeout(timer);
    const elapsed = game.elapsed();
    figures.time.textContent = clockText(elapsed);
    const charges = Math.floor(elapsed / charge.ms) - Math.floor(game.view.clock.elapsed_ms / charge.ms);
    figures.points.textContent = number(Math.max(0, game.view.score.total - charges * charge.points));
    if (game.view.clock.running && !document.hidden && !game.isClosed) timer = setTimeout(tick, 1000 - (elapsed % 1000) + 5);
  }

  function select(choice) {
    selected = choice;
    table.ring(choice?.targets ?? [], choice ? table.run(choice.pile, Math.max(1, choice.cards)) : []);
  }

  /** Refuse: say why if it is known, and let the cards shake. */
  function refuse(view, pile, n, target) {
    const long = view.blocked.find((each) => each.from === pile && each.n === n && (!target || each.to === target));
    if (long) toast(t("tooLong", { n: long.max_run }));
    else say(t("impossible"));
    sound("refused");
    table.shake(table.run(pile, Math.max(1, n)));
    return null;
  }

  function made(entry, view) {
    speech?.moved(view, entry);
    sound(entry.to?.startsWith("h") || entry.to === "discard" ? "home" : "put");
    return entry;
  }

  const play = {
    game,
    table,
    isDead: () => game.view.status !== "active" || game.view.paused || isOffline,
    tap(pile, _n, card) {
      game.act((view) => {
        const at = located(view, pile, card);
        const chosen = selected;
        if (chosen) {
          select(null);
          const entry = chosen.targets.includes(at.pile) && towards(view, chosen.pile, chosen.n, at.pile);
          if (entry) return made(entry, view);
          if (chosen.pile === at.pile) return null;
        }
        let moves = listed(view, at.pile, at.n);
        if (!moves.length && view.variant !== "bakers_game") {
          at.n = 1;
          moves = listed(view, at.pile, 0);
        }
        if (!moves.length) return at.n ? refuse(view, at.pile, at.n) : null;
        const goals = [...new Set(moves.map((entry) => entry.to))];
        const isChoice = moves[0].n === 2 && isPairing(view) && (goals.length > 1 || setting("pairs") === "ask");
        if (setting("tap") === "two" ? moves[0].from !== "stock" && goals[0] !== "discard" : isChoice) {
          select({ pile: at.pile, n: at.n, cards: isPairing(view) ? 1 : moves[0].n, targets: goals });
          say(t("picked", { card: cardName(card), n: goals.length }));
          return null;
        }
        return made(moves[0], view);
      });
    },
    /** Home at once. */
    twice(pile, card) {
      game.act((view) => {
        select(null);
        const at = located(view, pile, card);
        const entry = listed(view, at.pile, at.n).find(({ to }) => to?.startsWith("h") || to === "discard");
        return entry ? made(entry, view) : null;
      });
    },
    lift(pile, n) {
      select(null);
      const { view } = game;
      const isRun = view.blocked.some((each) => each.from === pile && each.n === n) || listed(view, pile, n).length;
      const count = isPairing(view) || (!isRun && view.variant !== "bakers_game") ? 1 : n;
      sound("pick");
      return { n: count, targets: [...new Set(listed(view, pile, count).map((entry) => entry.to))] };
    },
    drop(pile, n, target) {
      const cards = table.run(pile, n);
      const isTaken = game.act((view) => {
        const at = located(view, pile, cards[0]);
        const entry = target && towards(view, at.pile, n, target);
        if (entry) return made(entry, view);
        if (target && target !== at.pile) return refuse(view, at.pile, n, target);
        table.show(table.view);
        return null;
      });
      if (!isTaken) table.shake(cards);
    },
    /** Carry out a listed move. */
    move(entry, card) {
      follow = card ?? null;
      game.act((view) => {
        const same = view.legal_moves.find((each) => each.move === entry.move && each.from === entry.from);
        return same ? made(same, view) : null;
      });
    },
    async undo() {
      if (!game.view.can_undo) return;
      const isTold = !game.view.undo_reveals || game.view.assisted;
      if (!isTold && !(await sure(t("undo"), t("reveals"), t("undo")))) return;
      game.act((view) => (view.can_undo ? "z" : null));
    },
    finish: () => game.finish() && say(t("finishing")),
    refuse: (pile, n) => refuse(game.view, pile, n),
    announce: (key, values) => say(t(key, { ...values, card: values.card && cardName(values.card) })),
  };

  async function open(what) {
    const [{ openMenu }, { newGame }] = await Promise.all([import("./menu.js"), import("./start.js")]);
    if (!game.isClosed) await openMenu(what, { play, title, newGame });
  }

  const stop = new AbortController();
  addEventListener("settings", () => {
    table.reface();
    settled(game.view);
  }, { signal: stop.signal });
  watchPointer(table, play, stop.signal);
  area.addEventListener("pointerdown", () => table.last?.playState === "running" && table.skip(), { capture: true, signal: stop.signal });
  table.show(game.view, { time: isNew ? 260 : 160, gap: isNew ? 14 : 4 });
  settled(game.view);
  if (document.activeElement === document.body) table.focus(area.querySelector("[tabindex='0']"));
  say(t("dealt", { game: title }));
  import("./keys.js").then(({ watchKeys }) => watchKeys({ play, open }, stop.signal));
  import("./speech.js").then((module) => (speech = module));
  import("./sound.js").then((module) => (sound = module.sound));
  import("./presence.js").then(({ watchPresence }) => watchPresence(game, tick, stop.signal));

  return async () => {
    if (game.view.mode !== "daily") game.pause();
    await game.idle();
    clearTimeout(timer);
    stop.abort();
    table.close();
    game.close();
  };
}

/** The bar above the table: its buttons tell `act` what they open. */
function gameBar(title, act) {
  const figures = Object.fromEntries(["moves", "time", "points"].map((name) => [name, h("b", "0")]));
  const score = h("div.score", ...Object.entries(figures).map(([name, figure]) =>
    h("span.figure", figure, h("small", t(`figure.${name}`)))));
  const button = (name, what, word = null) =>
    h("button.tool", { "aria-label": t(name), title: t(name), onclick: () => act(what) }, glyph("icon", name), word && h("span.word", word));
  const undo = button("undo", "undo", t("undo"));
  const help = button("hint", "help");
  const bar = h("header.bar", button("menu", "menu"), h("h1", title), score, help, button("help", "guide"), undo);
  return { bar, figures, score, undo, help };
}
