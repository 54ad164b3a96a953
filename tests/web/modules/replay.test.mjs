// What the solver says of a finished game, step by step, in words and in verdicts.

import assert from "node:assert/strict";
import { test } from "node:test";

import { load, network, settle } from "./page.mjs";

const { analyse } = await load("replay");
const { speak } = await load("ui");

// Two moves, a pause, an undo and another move: versions 1, 2, 5 and 6 are steps.
const ops = ["1a", "2b", "p", "r", "z", "2c"].map((op) => ({ op, changes: [] }));
const [W, U] = ["winnable", "unwinnable"];

speak("en", {
  untilEnd: "Until the end.", until: "Until {n}.", untilDeal: "Not after the deal.", never: "Never.",
  "verdict.unknown": "Not known.", par: "{n} moves are enough.",
});

/** The analysis of a replay for which the service answers this. */
async function analysis(answer, status = "lost") {
  const found = analyse({ id: "g1", status, ops });
  const request = await network.next();
  assert.deepEqual([request.method, request.url], ["GET", "/api/v1/games/g1/analysis"]);
  await request.answer(200, { answer });
  await settle();
  return found;
}

test("verdicts are those of the deal and of every step, which pauses are not", async () => {
  const { verdicts } = await analysis({ verdicts: [W, W, U, U, U, W, U], last_winnable_version: 5, par: null });
  assert.deepEqual(verdicts, [W, W, U, W, U]);
});

test("the last chance is counted in steps, not in versions", async () => {
  for (const [last, text] of [[0, "Not after the deal."], [1, "Until 1."], [4, "Until 2."], [5, "Until 3."], [6, "Until the end."]]) {
    const found = await analysis({ verdicts: Array(7).fill(W), last_winnable_version: last, par: null });
    assert.equal(found.text, text);
  }
});

test("without a last chance the deal is lost or nobody knows", async () => {
  for (const [verdict, text] of [[U, "Never."], ["unknown", "Not known."]]) {
    const found = await analysis({ verdicts: Array(7).fill(verdict), last_winnable_version: null, par: null });
    assert.equal(found.text, text);
  }
});

test("a win is only told what would have been enough", async () => {
  const answer = { verdicts: Array(7).fill(W), last_winnable_version: 6, par: 80 };
  assert.equal((await analysis(answer, "won")).text, "80 moves are enough.");
  assert.equal((await analysis(answer)).text, "Until the end. 80 moves are enough.");
  assert.equal((await analysis({ ...answer, par: null }, "won")).text, "");
});

test("where the solver has no answer there is nothing", async () => {
  assert.equal(await analysis(null), null);
});
