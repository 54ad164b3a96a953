// Where piles lie, against the table of sizes in the plan of the client, and what holds on every table.

import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./page.mjs";

const { layOut, strip } = await load("layout");
const BAR = 44;
const SCREENS = [[320, 568], [360, 560], [360, 640], [390, 844], [412, 915], [568, 320], [640, 360], [820, 1180], [1180, 820], [1280, 800]];

/** Piles of these kinds, so many of each, the first column of a length and the others of another. */
function deal(counts, longest, others) {
  return Object.entries(counts).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, at) => {
      const held = kind === "column" ? (at ? others : longest) : 0;
      const pile = { id: kind + at, kind };
      return kind === "stock" ? { ...pile, count: 20 } : { ...pile, cards: Array(held).fill("KS") };
    }));
}

const size = ([width, height]) => ({ width, height: height - BAR });

/** The size of a card on a screen, and how far it is seen in the first column. */
function sizes(piles, screen, options = {}) {
  const { card, high, places } = layOut(piles, size(screen), options);
  return [card, high, strip(places.get("column0"), piles[0].cards.length, high)];
}

// Width and height of a card, and the strip that is seen of it, in pixels.
const game = (longest) => deal({ column: 8, cell: 4, foundation: 4 }, longest, 6);
const dozen = (longest) => deal({ column: 13, foundation: 4 }, longest, 4);
const TABLE = [
  ["Baker's Game, 20 cards in a column", game(20), {},
    { "320x568": [37, 54, 21.2], "360x560": [42, 61, 20], "360x640": [42, 61, 24.2], "390x844": [46, 67, 28], "412x915": [48, 70, 29], "640x360": [51, 74, 12.3] }],
  ["Baker's Game, 6 cards in a column", game(6), {}, { "640x360": [51, 74, 31] }],
  ["Baker's Dozen in a row, 16 cards", dozen(16), { rows: 1 },
    { "320x568": [22, 36, 22], "360x560": [25, 41, 24], "360x640": [25, 41, 24], "390x844": [27, 44, 24], "412x915": [29, 47, 24], "640x360": [41, 59, 16.6] }],
  ["Baker's Dozen in two rows, at the start", dozen(4), {},
    { "320x568": [42, 61, 26], "360x560": [48, 70, 29], "360x640": [48, 70, 29], "390x844": [52, 75, 32], "412x915": [56, 78, 33] }],
  ["Baker's Dozen in two rows, 16 cards", dozen(16), {},
    { "320x568": [42, 61, 17.1], "360x560": [48, 70, 15.7], "360x640": [48, 70, 19.6], "390x844": [52, 75, 28.8], "412x915": [56, 78, 31.9] }],
];

for (const [name, piles, options, wanted] of TABLE) {
  test(`sizes of ${name}`, () => {
    for (const [screen, [card, high, seen]] of Object.entries(wanted)) {
      const found = sizes(piles, screen.split("x").map(Number), options);
      assert.deepEqual(found.slice(0, 2), [card, high], screen);
      assert.ok(Math.abs(found[2] - seen) <= 0.5, `${screen}: a strip of ${found[2]}`);
    }
  });
}

test("cards of Baroness are no smaller than in the table of sizes", () => {
  const piles = deal({ column: 5, grace: 2, stock: 1, discard: 1 }, 10, 10);
  const least = { "320x568": [42, 61, 26], "360x560": [48, 70, 29], "360x640": [48, 70, 29], "390x844": [52, 75, 32], "412x915": [56, 78, 33] };
  for (const [screen, wanted] of Object.entries(least)) {
    const found = sizes(piles, screen.split("x").map(Number));
    found.forEach((each, at) => assert.ok(each >= wanted[at] - 0.5, `${screen}: ${found}`));
  }
});

test("a column that is long shrinks no other", () => {
  const piles = game(20);
  const { places, high } = layOut(piles, size([360, 640]), {});
  assert.ok(strip(places.get("column1"), 6, high) > strip(places.get("column0"), 20, high) + 1);
  assert.equal(strip(places.get("column1"), 1, high), 0);
  assert.equal(strip(places.get("cell0"), 20, high), 0);
});

/** Every table that can be dealt: a name, its piles and how they are laid out. */
function* tables() {
  for (let columns = 4; columns <= 10; columns += 1) {
    for (let cells = 1; cells <= 10; cells += 1) {
      for (const longest of [1, 7, 20, 25]) {
        yield [`${columns} columns, ${cells} cells, ${longest} cards`, deal({ column: columns, cell: cells, foundation: 4 }, longest, 7), {}];
      }
    }
  }
  for (const rows of [undefined, 1, 2]) {
    for (const longest of [4, 16]) {
      yield [`13 columns in ${rows} rows, ${longest} cards`, dozen(longest), { rows }];
      yield [`10 columns in ${rows} rows, ${longest} cards`, deal({ column: 10, foundation: 4 }, longest, 5), { rows }];
    }
  }
  for (const [columns, grace] of [[5, 2], [5, 3], [5, 0], [6, 4], [6, 0], [7, 3], [7, 6], [7, 0]]) {
    yield [`${columns} piles, ${grace} more`, deal({ column: columns, grace, stock: 1, discard: 1 }, 10, 4), {}];
  }
  yield ["ten places", deal({ column: 10, stock: 1, discard: 1 }, 1, 1), { rows: 2, isFlat: true }];
}

/** What the cards of every pile cover: left, top, right and bottom. */
function areas(piles, { places, card, high }) {
  return piles.map(({ id, cards: held }) => {
    const { x, y } = places.get(id);
    const count = Math.max(1, held?.length ?? 1);
    const step = strip(places.get(id), count, high);
    assert.ok(step >= 0, `a strip of ${step}`);
    return [x, y, x + card, y + (count - 1) * step + high];
  });
}

const isApart = (one, other) => one[2] <= other[0] + 0.5 || other[2] <= one[0] + 0.5 || one[3] <= other[1] + 0.5 || other[3] <= one[1] + 0.5;

for (const screen of SCREENS) {
  test(`on ${screen.join("x")} nothing leaves the table, overlaps or cannot be read`, () => {
    const { width, height } = size(screen);
    let count = 0;
    for (const [name, piles, options] of tables()) {
      const table = layOut(piles, { width, height }, options);
      const found = areas(piles, table);
      for (const [left, top, right, bottom] of found) {
        assert.ok(left >= 0 && top >= 0 && right <= width + 0.01 && bottom <= height + 0.01, `${name}: ${[left, top, right, bottom]}`);
      }
      found.forEach((one, at) => found.slice(at + 1).forEach((other) => assert.ok(isApart(one, other), `${name}: ${one} and ${other}`)));
      assert.ok(table.card >= 20 && table.card <= 132, name);
      assert.ok(table.index >= 10 && table.index <= 30, name);
      count += 1;
    }
    assert.equal(count, 301);
  });

  test(`on ${screen.join("x")} a table for the left hand is the mirror image`, () => {
    const { width, height } = size(screen);
    for (const [name, piles, options] of tables()) {
      const table = layOut(piles, { width, height }, options);
      const mirror = layOut(piles, { width, height }, { ...options, isLeft: true });
      assert.deepEqual([mirror.card, mirror.high, mirror.index], [table.card, table.high, table.index], name);
      for (const [id, place] of table.places) {
        assert.deepEqual(mirror.places.get(id), { ...place, x: width - place.x - table.card }, `${name}: ${id}`);
      }
    }
  });
}

test("thirteen columns lie in two rows where that makes cards larger, and as it is wished elsewhere", () => {
  const rows = (screen, options) => {
    const { places } = layOut(dozen(4), size(screen), options);
    return new Set([...places].filter(([id]) => id.startsWith("column")).map(([, { y }]) => y)).size;
  };
  assert.deepEqual([[360, 640], [640, 360], [1280, 800]].map((screen) => rows(screen, {})), [2, 1, 1]);
  assert.deepEqual([1, 2].map((wished) => rows([360, 640], { rows: wished })), [1, 2]);
  assert.deepEqual([1, 2].map((wished) => rows([1280, 800], { rows: wished })), [1, 2]);
});

test("more cells than fit beside the foundations lie in a second row", () => {
  const piles = deal({ column: 8, cell: 10, foundation: 4 }, 7, 7);
  const { places, high } = layOut(piles, size([360, 640]), {});
  const tops = new Set(piles.filter(({ kind }) => kind === "cell").map(({ id }) => places.get(id).y));
  assert.deepEqual([...tops], [4, 4 + high + 6]);
});

test("large print makes larger letters on the same cards", () => {
  const [small, large] = [false, true].map((isLarge) => layOut(game(6), size([360, 640]), { isLarge }));
  assert.equal(small.card, large.card);
  assert.ok(large.index > small.index);
});
