// The replay viewer: a finished game step by step, on the same table, where nothing can be moved.
//
// What a step does to the piles is told by the service.

import { analyse, stepsOf } from "./analysis.js";
import { call } from "./api.js";
import { Table } from "./render.js";
import { copy, share } from "./share.js";
import { pileName } from "./speech.js";
import { newGame } from "./start.js";
import { applySettings, cardName, clockText, glyph, go, h, number, say, svg, t } from "./ui.js";

const SPEEDS = [0.5, 1, 2, 4];

/** The piles at every step, the deal first. */
function positions(replay, steps) {
  const after = (piles, { changes }) => piles.map((pile) => {
    const change = changes.find(({ id }) => id === pile.id);
    if (!change) return pile;
    return change.cards ? { ...pile, cards: [...pile.cards.slice(0, change.keep), ...change.cards] } : { ...pile, count: change.count };
  });
  const all = [replay.piles];
  for (const step of steps) all.push(after(all.at(-1), step));
  return all;
}

/** A step in words. */
function inWords({ op, changes }, piles) {
  const gains = changes.filter(({ cards }) => cards?.length);
  const away = gains.find(({ id }) => id === "discard") ?? gains[0];
  if (op === "x") return t("finishing");
  if (!away) return t("undoneLay");
  const { id, cards } = away;
  const names = cards.map(cardName);
  if (op === "z") return t("undone", { card: names[0], pile: pileName({ piles }, id) });
  if (id === "discard") return names[1] ? t("pair", { card: names[0], other: names[1] }) : t("discarded", { card: names[0] });
  if (changes.some(({ count }) => count !== undefined)) return t("laid");
  const card = names[1] ? t("run", { n: cards.length, from: names[0], to: names.at(-1) }) : names[0];
  return t("moved", { card, pile: pileName({ piles }, id) });
}

/** Until where the game could be won, as a line below the slider: broken where it could not. */
function mark({ verdicts, text }) {
  const line = svg("svg", { class: "mark", viewBox: `0 0 ${verdicts.length} 2`, preserveAspectRatio: "none", role: "img", "aria-label": text || t("verdict.winnable") });
  verdicts.forEach((verdict, at) => {
    const isHigh = verdict === "winnable";
    line.append(svg("rect", { x: at, y: isHigh ? 0 : 1, width: 1.02, height: isHigh ? 2 : 1, class: verdict }));
  });
  return line;
}

/**
 * Show a replay; returns how to leave it.
 *
 * `game` is the player's own game, else `id` is where it was shared. Returns null for a game whose
 * cards are still played for a board.
 */
export async function showReplay(root, { id, game, variants }) {
  let replay;
  try {
    replay = await call("GET", game ? `/games/${id}/replay` : `/replays/${id}`);
  } catch (problem) {
    if (game && problem.code === "deal_in_play") return null;
    throw problem;
  }
  const title = (await variants()).find(({ key }) => key === replay.variant).name;
  const steps = stepsOf(replay);
  const all = positions(replay, steps);
  const texts = [t("dealt", { game: title }), ...steps.map((step, at) => inWords(step, all[at + 1]))];
  const last = steps.length;
  const { result } = replay;
  const asked = new URLSearchParams(location.search).get("move");
  let at = 0;
  let timer = 0;
  let later = 0;
  let speed = 1;

  const button = (name, action) => h("button", { class: "tool", "aria-label": t(`film.${name}`), title: t(`film.${name}`), onclick: action }, glyph("icon", name));
  const figure = (name, text) => h("span", { class: "figure" }, h("b", {}, text), h("small", {}, t(`figure.${name}`)));
  const area = h("div", { class: "table", inert: true });
  const told = h("p", { class: "told" });
  const slider = h("input", { type: "range", min: "0", max: String(last), "aria-label": t("film.step"), oninput: () => step(Number(slider.value)) });
  const line = h("div", { class: "line" }, slider);
  const player = button("play", () => play());
  const rate = h("select", { "aria-label": t("film.speed"), onchange: () => {
    speed = Number(rate.value);
    play(Boolean(timer));
  } }, ...SPEEDS.map((each) => h("option", { value: String(each), selected: each === 1 }, `${number(each)}×`)));
  const entries = texts.map((text, index) => h("button", { tabindex: "-1", onclick: () => step(index) }, `${number(index)}. ${text}`));
  const list = h("ol", { class: "log", role: "list" }, ...entries.map((entry) => h("li", {}, entry)));
  const worth = h("p", { class: "worth", hidden: true });
  const from = h("button", { onclick: playOn }, t("film.from"));
  const film = h("section", { class: "film", "aria-label": t("film.title") }, told, line,
    h("div", { class: "tools" }, button("first", () => step(0)), button("back", () => step(at - 1)), player,
      button("forward", () => step(at + 1)), button("last", () => step(last)), rate),
    h("details", { open: innerWidth >= 900 }, h("summary", {}, t("film.moves")), worth,
      h("div", { class: "buttons" }, from, h("button", { onclick: () => share(replay.id, title, replay.slug) }, t("share")), h("button", { onclick: () => copy(replay.board) }, t("deal.copy"))), list));
  root.replaceChildren(
    h("header", { class: "bar" }, button("leave", () => go("/")), h("h1", {}, title),
      h("div", { class: "score" }, figure("moves", number(result.moves)), figure("time", clockText(result.elapsed_ms)), figure("points", number(result.score.total)))),
    h("main", { class: "stage", "aria-label": t("table", { game: title }) }, area), film);
  document.title = `${title} · Patience`;
  applySettings(replay.variant);
  const table = new Table(area);

  function show(to) {
    entries[at].removeAttribute("aria-current");
    entries[at].tabIndex = -1;
    at = Math.max(0, Math.min(last, to));
    table.show({ ...replay, piles: all[at] });
    table.ring([], steps[at - 1]?.op === "x" ? [] : steps[at - 1]?.changes.flatMap(({ cards }) => cards ?? []));
    told.textContent = `${number(at)} / ${number(last)} · ${texts[at]}`;
    slider.value = at;
    slider.setAttribute("aria-valuetext", told.textContent);
    entries[at].setAttribute("aria-current", "step");
    entries[at].tabIndex = 0;
    if (list.contains(document.activeElement)) entries[at].focus();
    list.scrollTop = entries[at].offsetTop - list.offsetTop - list.clientHeight / 2;
    from.disabled = at === last && replay.status === "won";
    clearTimeout(later);
    later = setTimeout(() => history.replaceState(null, "", `?move=${at}`), 400);
  }

  /** Go to a step as the viewer asked. */
  function step(to) {
    play(false);
    show(to);
    say(texts[at]);
  }

  function play(isOn = !timer) {
    clearInterval(timer);
    timer = 0;
    if (isOn) {
      if (at === last) show(0);
      timer = setInterval(() => (at < last ? show(at + 1) : play(false)), 1000 / speed);
    }
    const name = isOn ? "pause" : "play";
    player.setAttribute("aria-label", t(`film.${name}`));
    player.replaceChildren(glyph("icon", name));
  }

  async function playOn() {
    play(false);
    const ops = [];
    for (const { op } of steps.slice(0, at)) op === "z" ? ops.pop() : ops.push(op);
    await newGame(replay, false, { deal: { id: replay.deal.id }, ops });
  }

  const stop = new AbortController();
  addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest?.("dialog, select")) return;
    const goals = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
    if (key in goals) step(goals[key]);
    else if (key === " " && !target.closest?.("button, summary")) play();
    else return;
    event.preventDefault();
  }, { signal: stop.signal });

  show(asked === null && game ? last : Math.trunc(Number(asked)) || 0);
  say(texts[at]);
  slider.focus();
  const known = game && analyse(replay);
  known?.then((found) => {
    if (!found || stop.signal.aborted) return;
    line.append(mark(found));
    worth.textContent = found.text;
    worth.hidden = !found.text;
  }, () => {});
  if (game && asked === null) {
    import("./result.js").then(({ showResult }) => stop.signal.aborted || showResult({ view: game, go, title, worth: known }));
  }
  return () => {
    play(false);
    clearTimeout(later);
    stop.abort();
    table.close();
  };
}
