// One request at a time: what waits, what fails, what other tabs and devices do meanwhile.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Channel, clock, network, settle } from "./page.mjs";
import { VIEW, cards, next, play } from "./views.mjs";

const CONFLICT = { code: "version_conflict", detail: "Elsewhere." };
// What another device has done: a card in the cell.
const ELSEWHERE = VIEW.piles.map((pile) => ({ 1: { ...pile, cards: ["KD", "7S"] }, a: { ...pile, cards: ["6S"] } })[pile.id] ?? pile);

test("one request is on its way, three wait, in order; more are not taken", async () => {
  const { act, shown, reasons } = play(VIEW);
  assert.deepEqual(["12", "3h", "z", "z", "1a"].map(act), [true, true, true, true, false]);
  assert.deepEqual(reasons(), ["move"]);
  let view = VIEW;
  for (const [at, move] of ["12", "3h", "z", "z"].entries()) {
    const { body, answer } = await network.next();
    assert.deepEqual(body, { base_version: 4 + at, ops: [move] });
    view = next(view, { piles: shown.at(-1).now.piles });
    await answer(200, view);
  }
  assert.equal(await network.count(), 0);
  assert.deepEqual(reasons(), ["move", "answer", "move", "answer", "undo", "undo", "undo", "undo"]);
  assert.deepEqual(shown.at(-1).now.piles, VIEW.piles);
});

test("what waits is looked up in the answer, and left out if nothing is found there", async () => {
  const { game, act } = play(VIEW);
  act("12");
  const seen = [];
  game.act((view) => void seen.push(view.version));
  act("3h");
  await (await network.next()).answer(200, next(VIEW));
  assert.deepEqual(seen, [5]);
  assert.deepEqual((await network.next()).body, { base_version: 5, ops: ["3h"] });
});

test("of a conflict what the service has is shown, and what waited is forgotten", async () => {
  const { act, shown, refused, reasons } = play(VIEW);
  act("12");
  act("3h");
  await (await network.next()).answer(409, CONFLICT);
  const { method, url, answer } = await network.next();
  assert.deepEqual([method, url], ["GET", "/api/v1/games/g1"]);
  await answer(200, next(VIEW, { piles: ELSEWHERE }));
  assert.deepEqual(reasons(), ["move", "elsewhere"]);
  assert.deepEqual(cards(shown.at(-1).now, "1", "2", "a"), ["KD 7S", "8S", "6S"]);
  assert.deepEqual(refused, []);
  assert.equal(await network.count(), 0);
  act("z");
  assert.equal(reasons().length, 2);
  assert.equal((await network.next()).body.base_version, 5);
});

test("a game that is over elsewhere is shown as it is", async () => {
  const { game, act, refused, reasons } = play(VIEW);
  act("12");
  await (await network.next()).answer(409, { code: "game_finished" });
  await (await network.next()).answer(200, { ...VIEW, status: "lost" });
  assert.deepEqual(reasons(), ["move", "elsewhere"]);
  assert.equal(game.view.status, "lost");
  assert.deepEqual(refused, []);
});

test("a pause that another page has made costs no move", async () => {
  const { game, act, refused, reasons } = play(VIEW);
  act("12");
  act("3h");
  await (await network.next()).answer(409, { code: "game_paused" });
  await (await network.next()).answer(200, { ...VIEW, version: 5, paused: true, legal_moves: [] });
  const { body, answer } = await network.next();
  assert.deepEqual(body, { base_version: 5, ops: ["r", "12"] });
  await answer(200, next(VIEW, { version: 7 }));
  assert.deepEqual((await network.next()).body, { base_version: 7, ops: ["3h"] });
  assert.deepEqual([game.view.paused, refused], [false, []]);
  assert.ok(!reasons().includes("elsewhere"));
});

test("a refused move goes back and is told of", async () => {
  const { act, shown, refused, reasons } = play(VIEW);
  act("12");
  act("3h");
  await (await network.next()).answer(422, { code: "illegal_move", detail: "Not here." });
  await (await network.next()).answer(200, VIEW);
  assert.deepEqual(reasons(), ["move", "refused"]);
  assert.deepEqual(shown.at(-1).now.piles, VIEW.piles);
  assert.deepEqual(refused.map(({ problem, ops }) => [problem.code, problem.message, ops]), [["illegal_move", "Not here.", ["12"]]]);
  assert.equal(await network.count(), 0);
});

test("who may not see the game is told so, and it is not asked for again", async () => {
  for (const [status, code] of [[401, "not_authenticated"], [404, "not_found"]]) {
    const { act, refused } = play(VIEW);
    act("12");
    await (await network.next()).answer(status, { code });
    assert.deepEqual(refused.map(({ problem, ops }) => [problem.status, ops]), [[status, ["12"]]]);
    assert.equal(await network.count(), 0);
  }
});

test("what cannot be read after a refusal is told too", async () => {
  const { act, refused } = play(VIEW);
  act("12");
  await (await network.next()).answer(409, CONFLICT);
  await (await network.next()).answer(401, { code: "not_authenticated" });
  assert.deepEqual(refused.map(({ problem, ops }) => [problem.status, ops]), [[401, []]]);
});

test("a service out of reach is asked with the same until it answers", async () => {
  const { act, trouble, refused, reasons } = play(VIEW);
  act("12");
  act("3h");
  for (const pause of [500, 1500, 4000, 5000]) {
    const { body, fail } = await network.next();
    assert.deepEqual(body, { base_version: 4, ops: ["12"] });
    await fail();
    await clock.pass(pause);
  }
  assert.deepEqual([trouble, reasons()], [[true], ["move"]]);
  await (await network.next()).answer(200, next(VIEW));
  assert.deepEqual([trouble, refused], [[true, false], []]);
  assert.deepEqual((await network.next()).body, { base_version: 5, ops: ["3h"] });
});

test("an answer with more than was sent comes from elsewhere too", async () => {
  for (const isSame of [true, false]) {
    const { act, shown, reasons } = play(VIEW);
    act("12");
    act("3h");
    const piles = isSame ? shown[0].now.piles : ELSEWHERE;
    await (await network.next()).answer(200, { ...VIEW, version: 7, piles });
    assert.equal(reasons()[1], "elsewhere");
    // What waited still means the same where the cards lie as they were seen.
    assert.equal(await network.count(), isSame ? 1 : 0);
  }
});

test("other tabs hear of every answer, and look at the game when they do", async () => {
  const { game, act, reasons } = play(VIEW);
  const other = new Channel("deal");
  const heard = [];
  other.onmessage = ({ data }) => heard.push(data);
  act("12");
  await (await network.next()).answer(200, next(VIEW));
  assert.deepEqual(heard, [{ id: "g1", version: 5, status: "active" }]);
  other.postMessage({ id: "g1", version: 5, status: "active" });
  other.postMessage({ id: "g9", version: 9, status: "active" });
  assert.equal(await network.count(), 0);
  other.postMessage({ id: "g1", version: 6, status: "active" });
  await (await network.next()).answer(200, { ...VIEW, version: 6, piles: ELSEWHERE });
  assert.equal(reasons().at(-1), "elsewhere");
  other.postMessage({ id: "g1", version: 6, status: "lost" });
  await (await network.next()).answer(200, { ...VIEW, version: 6, status: "lost" });
  assert.equal(game.view.status, "lost");
  assert.equal(heard.length, 1);
});

test("what another tab says while a request is on its way waits for the answer", async () => {
  const { act } = play(VIEW);
  const other = new Channel("deal");
  act("12");
  other.postMessage({ id: "g1", version: 9, status: "active" });
  assert.equal(await network.count(), 1);
});

test("a look that finds nothing new is no news, and one in vain is forgotten", async () => {
  const { game, act, reasons, refused } = play(VIEW);
  act("12");
  await (await network.next()).answer(200, next(VIEW));
  game.refresh();
  game.refresh();
  await (await network.next()).answer(200, next(VIEW));
  assert.deepEqual(reasons(), ["move", "answer", "answer"]);
  game.refresh();
  act("3h");
  await (await network.next()).fail();
  assert.deepEqual(refused, []);
  const { body } = await network.next();
  assert.deepEqual(body, { base_version: 5, ops: ["3h"] });
});

test("one can wait until all is with the service, however much waits", async () => {
  const { game, act } = play(VIEW);
  let ready = 0;
  const wait = () => game.idle().then(() => (ready += 1));
  wait();
  await settle();
  assert.equal(ready, 1);
  for (const each of ["12", "3h", "z", "z"]) act(each);
  wait();
  wait();
  let view = VIEW;
  for (let at = 0; at < 4; at += 1) {
    await clock.pass(5000);
    assert.equal(ready, 1);
    view = next(view);
    await (await network.next()).answer(200, view);
  }
  assert.equal(ready, 3);
});

test("one need not wait for a game that is given up", async () => {
  const { game, act } = play(VIEW);
  let isReady = false;
  act("12");
  game.idle().then(() => (isReady = true));
  game.close();
  await (await network.next()).answer(401, { code: "not_authenticated" });
  assert.ok(isReady);
});

test("what is on its way when a game is closed is told to other tabs, and not shown", async () => {
  const { game, act, reasons, refused } = play(VIEW);
  const other = new Channel("deal");
  const heard = [];
  other.onmessage = ({ data }) => heard.push(data.version);
  act("12");
  act("3h");
  game.close();
  await (await network.next()).answer(200, next(VIEW));
  assert.deepEqual([reasons(), heard, refused], [["move"], [5], []]);
  assert.deepEqual([...Channel.open], [other]);
  assert.equal(await network.count(), 0);
});
