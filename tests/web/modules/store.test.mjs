// The game as it is shown: what is looked up in the service's lists, and moves before their answer.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Channel, clock, load, network } from "./page.mjs";
import { PAIRS, VIEW, cards, next, play } from "./views.mjs";

const { cardsOf, isPairing, listed, located, towards } = await load("store");
const moves = (entries) => entries.map(({ move }) => move);

test("listed moves are those of so many cards, in their order", () => {
  assert.deepEqual(moves(listed(VIEW, "1", 2)), ["12"]);
  assert.deepEqual(moves(listed(VIEW, "1", 1)), ["1a"]);
  assert.deepEqual(moves(listed(VIEW, "3", 1)), ["3h", "34", "3a"]);
  assert.deepEqual(moves(listed(VIEW, "1", 0)), ["12", "1a"]);
  assert.deepEqual(listed(VIEW, "1", 3), []);
  assert.deepEqual(listed(VIEW, "2", 1), []);
});

test("of a pair one card lies elsewhere, so the number does not matter", () => {
  assert.ok(isPairing(PAIRS));
  assert.ok(!isPairing(VIEW));
  assert.deepEqual(moves(listed(PAIRS, "1", 1)), ["12"]);
  assert.deepEqual(moves(listed(PAIRS, "stock", 0)), ["n"]);
});

test("a target is the pile itself, or the only foundation or discard that can be meant", () => {
  const { game } = play(VIEW);
  const view = game.view;
  assert.equal(towards(view, "3", 1, "4").move, "34");
  assert.equal(towards(view, "3", 1, "hH").move, "3h");
  assert.equal(towards(view, "3", 1, "hC").move, "3h");
  assert.equal(towards(view, "3", 1, "2"), null);
  assert.equal(towards(view, "1", 1, "hC"), null);
  assert.equal(towards(view, "1", 1, "2"), null);
  assert.equal(towards(view, "1", 2, "2").move, "12");
  const choice = { ...view, legal_moves: [{ move: "3hC", from: "3", to: "hC", n: 1 }, { move: "3hH", from: "3", to: "hH", n: 1 }] };
  assert.equal(towards(choice, "3", 1, "hH").move, "3hH");
  choice.piles = [...view.piles, { id: "hS", kind: "foundation", cards: [] }];
  assert.equal(towards(choice, "3", 1, "hS"), null);
});

test("a card goes on the discard alone, or with its only partner", () => {
  assert.equal(towards(PAIRS, "3", 1, "discard").move, "3");
  assert.equal(towards(PAIRS, "1", 1, "discard").move, "12");
  assert.equal(towards(PAIRS, "1", 1, "2").move, "12");
  const more = { ...PAIRS, legal_moves: [...PAIRS.legal_moves, { move: "15", from: "1", to: "5", n: 2 }] };
  assert.equal(towards(more, "1", 1, "discard"), null);
});

test("a card is found where it lies now", () => {
  assert.deepEqual(located(VIEW, "4", "7S"), { pile: "1", n: 2 });
  assert.deepEqual(located(VIEW, "1", "6S"), { pile: "1", n: 1 });
  assert.deepEqual(located(PAIRS, "stock", null), { pile: "stock", n: 0 });
  assert.deepEqual(located(PAIRS, "1", "3H"), { pile: "1", n: 0 });
  assert.deepEqual(cardsOf(PAIRS, "stock"), []);
  assert.deepEqual(cardsOf(PAIRS, "1"), ["4C", "9D"]);
  assert.deepEqual(cardsOf(PAIRS, "9"), []);
});

test("a run moves at once, and only then is the service asked", async () => {
  const { act, shown } = play(VIEW);
  act("12");
  assert.deepEqual(cards(shown[0].now, "1", "2"), ["KD", "8S 7S 6S"]);
  assert.equal(shown[0].why, "move");
  assert.equal(shown[0].now.moves, 4);
  const { method, url, body, answer } = await network.next();
  assert.deepEqual([method, url], ["POST", "/api/v1/games/g1/ops"]);
  assert.deepEqual(body, { base_version: 4, ops: ["12"] });
  await answer(200, next(VIEW, { piles: shown[0].now.piles }));
  assert.deepEqual(shown.map(({ why }) => why), ["move", "answer"]);
  assert.equal(shown[1].now.moves, 5);
});

test("a card goes home to the foundation of its suit", () => {
  const { act, shown } = play(VIEW);
  act("3h");
  assert.deepEqual(cards(shown[0].now, "3", "hC", "hH"), ["", "", "AH 2H"]);
});

test("pairs go to the discard from two piles or one, a king goes alone, a card to a space", () => {
  for (const [move, ids, after] of [
    ["12", ["1", "2", "discard"], ["4C", "5S 8S", "QC AC 9D 4H"]],
    ["44", ["4", "discard"], ["", "QC AC 8H 5D"]],
    ["3", ["3", "discard"], ["2C", "QC AC KS"]],
    ["2>5", ["2", "5", "discard"], ["5S 8S", "4H", "QC AC"]],
  ]) {
    const { act, shown } = play(PAIRS);
    act(move);
    assert.deepEqual(cards(shown[0].now, ...ids), after);
    assert.equal(shown[0].now.piles.length, PAIRS.piles.length);
  }
});

test("cards that nobody knows are not shown before the service does", async () => {
  const { act, shown } = play(PAIRS);
  act("n");
  assert.deepEqual(shown, []);
  const piles = PAIRS.piles.map((pile) => (pile.count ? { ...pile, count: 15 } : { ...pile, cards: [...pile.cards, "2D"] }));
  await (await network.next()).answer(200, next(PAIRS, { piles }));
  assert.deepEqual(shown.map(({ why }) => why), ["answer"]);
  assert.equal(shown[0].now.piles[5].count, 15);
});

test("undo shows what was there before, as far as that is known", async () => {
  const { act, shown } = play(VIEW);
  let view = VIEW;
  for (const move of ["12", "3h"]) {
    act(move);
    view = next(view, { piles: shown.at(-1).now.piles });
    await (await network.next()).answer(200, view);
  }
  const [, one, , two] = shown;
  assert.notDeepEqual(one.now.piles, two.now.piles);
  for (const piles of [one.now.piles, VIEW.piles]) {
    act("z");
    assert.equal(shown.at(-1).why, "undo");
    assert.deepEqual(shown.at(-1).now.piles, piles);
    view = next(view, { piles });
    await (await network.next()).answer(200, view);
    assert.equal(shown.at(-1).why, "undo");
  }
  const count = shown.length;
  act("z");
  assert.equal(shown.length, count);
  await (await network.next()).answer(200, next(view));
  assert.equal(shown.length, count + 1);
});

test("auto-finish has its own reason, and no undo is known after it", async () => {
  const { game, act, shown } = play({ ...VIEW, auto_finish: true });
  act("3h");
  await (await network.next()).answer(200, next(VIEW, { auto_finish: true, piles: shown[0].now.piles }));
  assert.ok(game.finish());
  const { body, answer } = await network.next();
  assert.deepEqual(body.ops, ["x"]);
  await answer(200, next(game.view, { auto_finish: false }));
  assert.equal(shown.at(-1).why, "finish");
  const count = shown.length;
  act("z");
  assert.equal(shown.length, count);
  await (await network.next()).answer(200, next(game.view));
  assert.ok(!game.finish());
  assert.equal(await network.count(), 0);
});

test("back to the deal are as many undos as moves are left, batch by batch", async () => {
  for (const [moves, counts] of [[12, [12]], [0, []], [446, [200, 200, 46]]]) {
    let view = { ...VIEW, moves, undos: 0 };
    const { game } = play(view);
    game.restart();
    for (const count of counts) {
      const { body, answer } = await network.next();
      assert.deepEqual(body.ops, Array(count).fill("z"));
      view = { ...view, version: view.version + count, moves: view.moves + count, undos: view.undos + count };
      await answer(200, view);
    }
    assert.equal(await network.count(), 0);
  }
});

test("a pause is asked for where the clock runs, and its end where it stands", async () => {
  for (const [changes, way, ops] of [
    [{}, "pause", ["p"]], [{ paused: true }, "pause", null], [{ status: "won" }, "pause", null],
    [{ paused: true }, "resume", ["r"]], [{}, "resume", null],
  ]) {
    const { game } = play({ ...VIEW, ...changes });
    game[way]();
    if (ops) assert.deepEqual((await network.next()).body.ops, ops);
    else assert.equal(await network.count(), 0);
  }
});

test("the clock goes on from what the service told, if it runs", async () => {
  const { game } = play(VIEW);
  await clock.pass(2500);
  assert.equal(game.elapsed(), 62_500);
  game.take({ ...VIEW, clock: { elapsed_ms: 63_000, running: false } }, "answer");
  await clock.pass(2500);
  assert.equal(game.elapsed(), 63_000);
});

test("a closed game lets go of its channel and does nothing", async () => {
  const { game, act, shown } = play(VIEW);
  assert.equal(Channel.open.size, 1);
  game.close();
  assert.equal(Channel.open.size, 0);
  assert.equal(act("12"), false);
  game.take(next(VIEW), "answer");
  await game.refresh();
  assert.deepEqual(shown, []);
  assert.equal(await network.count(), 0);
});
