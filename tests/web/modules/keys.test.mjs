// Which key is meant: the letter where it is Latin, the place on the keyboard where it is not.

import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./page.mjs";

const { keyOf } = await load("keys");
const CASES = [
  ["a letter", "u", "KeyU", "u"],
  ["a capital, by Shift or Caps Lock", "U", "KeyU", "u"],
  ["Russian: я lies where Z does", "я", "KeyZ", "z"],
  ["Russian: a capital", "Г", "KeyU", "u"],
  ["Russian: х lies on no letter", "х", "BracketLeft", "х"],
  ["Greek: ζ lies where Z does", "ζ", "KeyZ", "z"],
  ["AZERTY: z lies where W does elsewhere", "z", "KeyW", "z"],
  ["AZERTY: w lies where Z does elsewhere", "w", "KeyZ", "w"],
  ["QWERTZ: z lies where Y does elsewhere", "z", "KeyY", "z"],
  ["QWERTZ: y lies where Z does elsewhere", "y", "KeyZ", "y"],
  ["a digit", "7", "Digit7", "7"],
  ["a digit of the block", "7", "Numpad7", "7"],
  ["AZERTY: the row of digits without Shift", "à", "Digit0", "à"],
  ["a sign", "?", "Slash", "?"],
  ["plus of the block", "+", "NumpadAdd", "+"],
  ["Space", " ", "Space", " "],
  ["an arrow", "ArrowLeft", "ArrowLeft", "ArrowLeft"],
  ["Escape", "Escape", "Escape", "Escape"],
];

for (const [name, key, code, wanted] of CASES) {
  test(name, () => assert.equal(keyOf({ key, code }), wanted));
}
