// Words, figures and settings, as every screen has them.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { load, preferred, storage } from "./page.mjs";

storage.kept.set("settings", JSON.stringify({ letters: "national" }));
const { applySettings, cardName, clockText, duration, go, isDrawn, keep, number, recall, set, setting, speak, t, under } = await load("ui");
const NIGHT = "(prefers-color-scheme: dark)";
const CALM = "(prefers-reduced-motion: reduce)";
const CARDS = {
  en: { one: "{n} card", other: "{n} cards" },
  ru: { one: "{n} карта", few: "{n} карты", other: "{n} карт" },
  fr: { one: "{n} carte", other: "{n} cartes" },
};
const COUNTS = {
  en: ["0 cards", "1 card", "2 cards", "5 cards", "11 cards", "21 cards", "1,101 cards"],
  ru: ["0 карт", "1 карта", "2 карты", "5 карт", "11 карт", "21 карта", "1\u00a0101 карта"],
  fr: ["0 carte", "1 carte", "2 cartes", "5 cartes", "11 cartes", "21 cartes", "1\u202f101 cartes"],
};

beforeEach(() => {
  preferred.clear();
  storage.isBroken = false;
});

for (const [language, wanted] of Object.entries(COUNTS)) {
  test(`numbers have their plural forms in ${language}`, () => {
    speak(language, { cards: CARDS[language] });
    assert.deepEqual([0, 1, 2, 5, 11, 21, 1101].map((n) => t("cards", { n })), wanted);
  });
}

test("messages are filled in, and what is missing is seen", () => {
  speak("en", { won: "{n} moves, {time}", card: "{rank} of {suit}", "rank.Q": "queen", "suit.H": "hearts" });
  assert.equal(t("won", { n: 1200, time: "1:05" }), "1,200 moves, 1:05");
  assert.equal(t("won", { n: 0 }), "0 moves, {time}");
  assert.equal(t("nothing"), "nothing");
  assert.equal(cardName("QH"), "queen of hearts");
});

test("numbers are written as the language does, and keys are found by how they begin", () => {
  speak("fr", { "rank.A": "as", "rank.2": "deux", ranks: "", "suit.S": "pique" });
  assert.equal(number(66.7), "66,7");
  assert.deepEqual(under("rank"), ["A", "2"]);
  speak("en", {});
  assert.equal(number(1808), "1,808");
});

test("a clock shows hours only when there are some, and no part of a second", () => {
  const cases = { 0: "0:00", 999: "0:00", 1000: "0:01", 59_999: "0:59", 60_000: "1:00", 754_000: "12:34", 3_599_999: "59:59", 3_600_000: "1:00:00", 36_754_000: "10:12:34", 360_000_000: "100:00:00" };
  assert.deepEqual(Object.keys(cases).map((each) => clockText(Number(each))), Object.values(cases));
});

test("what is kept comes back, and a device that keeps nothing does no harm", () => {
  keep("ended", { n: 2 });
  assert.deepEqual(recall("ended"), { n: 2 });
  assert.deepEqual(recall("unheard"), {});
  storage.kept.set("broken", "{");
  assert.deepEqual(recall("broken"), {});
  storage.isBroken = true;
  keep("ended", { n: 3 });
  assert.deepEqual(recall("ended"), { n: 2 });
});

test("settings that were kept hold, others are what they are at first", () => {
  assert.equal(setting("letters", "international"), "national");
  assert.equal(setting("hold", 450), 450);
  assert.equal(setting("unheard"), undefined);
});

test("a setting is kept, told of and seen", () => {
  let told = 0;
  addEventListener("settings", () => (told += 1), { once: true });
  set("side", "left");
  assert.equal(told, 1);
  assert.equal(setting("side"), "left");
  assert.deepEqual(recall("settings"), { letters: "national", side: "left" });
  assert.equal(document.documentElement.dataset.side, "left");
  assert.equal(document.cookie, "");
  set("theme", "contrast");
  assert.match(document.cookie, /^theme=contrast; path=\/;/);
  assert.equal(document.documentElement.dataset.theme, "contrast");
  set("theme", "system");
});

test("the felt follows the theme or the device, and faces follow the felt", () => {
  const { dataset } = document.documentElement;
  const seen = () => [dataset.felt, dataset.faces];
  applySettings();
  assert.deepEqual(seen(), ["light", "white"]);
  preferred.add(NIGHT);
  applySettings();
  assert.deepEqual(seen(), ["dark", "dimmed"]);
  set("night", "dark");
  assert.deepEqual(seen(), ["dark", "dark"]);
  set("theme", "light");
  assert.deepEqual(seen(), ["light", "white"]);
  preferred.clear();
  set("theme", "dark");
  assert.deepEqual(seen(), ["dark", "dark"]);
});

test("four colours are for the game in which suits matter, unless something was chosen", () => {
  const { dataset } = document.documentElement;
  for (const [variant, colours] of [["bakers_game", "four"], ["bakers_dozen", "two"], ["baroness", "two"]]) {
    applySettings(variant);
    assert.deepEqual([dataset.variant, dataset.colours], [variant, colours]);
  }
  set("colours", "four");
  assert.equal(dataset.colours, "four");
  set("colours", "two");
  applySettings("bakers_game");
  assert.equal(dataset.colours, "two");
});

test("motions take as long as was chosen; a device that wants none has none", () => {
  assert.equal(duration(160), 160);
  preferred.add(CALM);
  assert.equal(duration(160), 0);
  for (const [speed, wanted] of [["off", 0], ["fast", 80], ["normal", 160], ["slow", 256]]) {
    set("speed", speed);
    assert.equal(duration(160), wanted);
  }
  preferred.clear();
  set("speed", "off");
  assert.equal(duration(160), 0);
  set("speed", "auto");
  assert.equal(duration(160), 160);
});

test("tables and replays are drawn here, all else is a page", () => {
  assert.deepEqual(["/play/1", "/replays/a", "/", "/playing", "/stats", "/boards/play/1"].map(isDrawn), [true, true, false, false, false, false]);
  let told = null;
  addEventListener("go", ({ detail }) => (told = detail), { once: true });
  go("/play/1", { isNew: true });
  assert.deepEqual(told, ["/play/1", { isNew: true }]);
});
