// Plays with openapi-fetch and the types of openapi-typescript: `play.js ADDRESS LINE`.
import createClient from "openapi-fetch";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { components, paths } from "./schema.js";

type Game = components["schemas"]["Game"];

const BATCH = 20;

async function play(baseUrl: string, line: string[]): Promise<{ id: string; player: string }> {
  const stranger = createClient<paths>({ baseUrl });
  const variants = await stranger.GET("/api/v1/variants");
  assert(variants.data?.items.some((variant) => variant.key === "bakers_game"));
  const guest = await stranger.POST("/api/v1/guests", { body: { client: "app" } });
  assert(guest.data?.token);
  const headers = { Authorization: `Bearer ${guest.data.token}` };
  const me = createClient<paths>({ baseUrl, headers });

  const body = { variant: "bakers_game", level: "easy", id: randomUUID() } as const;
  const started = await me.POST("/api/v1/games", { body: { ...body, abandon_active: false } });
  assert(started.data, JSON.stringify(started.error));
  let game: Game = started.data;
  assert.equal(game.id, body.id);
  const place = { path: { game_id: game.id } };

  const refused = await me.POST("/api/v1/games/{game_id}/ops", {
    params: place,
    body: { base_version: 0, ops: ["11"] },
  });
  assert(refused.error);
  assert.equal(refused.error.errors[0]?.pointer, "/ops/0");

  for (let at = 0; at < line.length; at += BATCH) {
    const answer = await me.POST("/api/v1/games/{game_id}/ops", {
      params: place,
      body: { base_version: game.version, ops: line.slice(at, at + BATCH) },
    });
    assert(answer.data, JSON.stringify(answer.error));
    assert(answer.data.moves > game.moves);
    game = answer.data;
  }
  assert.equal(game.status, "won");
  assert(game.score.total > 0);
  for (const pile of game.piles) assert(pile.kind === "foundation" || !pile.cards?.length);

  const stats = await me.GET("/api/v1/me/stats");
  assert.deepEqual(stats.data?.items.map((level) => [level.variant, level.level, level.won]), [
    ["bakers_game", "easy", 1],
  ]);
  const games = await me.GET("/api/v1/games", { params: { query: { status: "won", limit: 5 } } });
  assert.deepEqual(games.data?.items.map((each) => each.id), [game.id]);
  const text = await me.GET("/api/v1/games/{game_id}/replay", {
    params: place,
    headers: { Accept: "text/plain" },
    parseAs: "text",
  });
  assert.equal(typeof text.data, "string");
  return { id: game.id, player: guest.data.user.id };
}

const [address, line] = process.argv.slice(2);
assert(address !== undefined && line !== undefined);
console.log(JSON.stringify(await play(address, line.split(" "))));
