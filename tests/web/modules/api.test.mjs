// Calls to the service: what is sent, how often, and what is told of failures.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { clock, load, network } from "./page.mjs";

const { Refused, Unreachable, ask, auth, becomeGuest, boot, call, insist } = await load("api");
const BUSY = { code: "temporarily_unavailable", detail: "Later." };
const heard = [];

beforeEach(() => {
  heard.length = 0;
  network.waiting.length = 0;
  navigator.onLine = true;
});

/** What became of a promise so far: its value, what was thrown, or "waiting". */
function watch(promise) {
  const fate = { is: "waiting" };
  promise.then((value) => (fate.is = value), (problem) => (fate.is = problem));
  return fate;
}

const insisted = () => watch(insist("POST", "/games", { id: 7 }, (isThere) => heard.push(isThere)));

test("a read says what it wants and in which language", async () => {
  document.documentElement.lang = "ru";
  const fate = watch(call("GET", "/variants"));
  const { url, method, headers, body, options, answer } = await network.next();
  assert.equal(url, "/api/v1/variants");
  assert.deepEqual([method, body], ["GET", undefined]);
  assert.deepEqual(headers, { Accept: "application/json", "Accept-Language": "ru" });
  assert.deepEqual(options, { credentials: "same-origin", keepalive: false });
  await answer(200, { items: [] });
  assert.deepEqual(fate.is, { items: [] });
  document.documentElement.lang = "en";
});

test("a change carries the CSRF token and outlives the page", async () => {
  for (const [cookie, token] of [["theme=dark; csrftoken=a1B; choice=x", "a1B"], ["csrftoken=c2", "c2"], ["xcsrftoken=no", ""]]) {
    document.cookie = cookie;
    call("PATCH", "/me", { name: "A" });
    const { headers, body, options, answer } = await network.next();
    assert.equal(headers["X-CSRFToken"], token);
    assert.equal(headers["Content-Type"], "application/json");
    assert.deepEqual(body, { name: "A" });
    assert.ok(options.keepalive);
    await answer(204);
  }
});

test("an answer without content is nothing", async () => {
  const fate = watch(call("DELETE", "/me"));
  await (await network.next()).answer(204);
  assert.equal(fate.is, null);
});

test("a problem of the service names the fields by pointers", async () => {
  const fate = watch(call("POST", "/games", {}));
  const errors = [{ pointer: "/variant", detail: "Unknown." }, { detail: "Odd." }];
  await (await network.next()).answer(422, { status: 422, code: "invalid", title: "No", detail: "Not valid.", errors }, { "Retry-After": "9" });
  const problem = fate.is;
  assert.ok(problem instanceof Refused);
  assert.deepEqual([problem.status, problem.code, problem.message, problem.waitSeconds], [422, "invalid", "Unknown. Odd.", 9]);
  assert.deepEqual(problem.errors, [{ field: "variant", text: "Unknown." }, { field: undefined, text: "Odd." }]);
});

test("a problem of accounts names the fields by parameters", async () => {
  const fate = watch(auth("POST", "auth/login", { email: "a" }));
  const { url, options, answer } = await network.next();
  assert.equal(url, "/api/auth/browser/v1/auth/login");
  assert.equal(options.credentials, "same-origin");
  await answer(400, { status: 400, errors: [{ param: "email", code: "invalid", message: "No address." }] });
  assert.deepEqual([fate.is.status, fate.is.code, fate.is.message], [400, "internal", "No address."]);
  assert.deepEqual(fate.is.errors, [{ field: "email", text: "No address." }]);
});

test("a title or the status speaks where nothing else does", () => {
  assert.equal(new Refused(403, { title: "Forbidden" }).message, "Forbidden");
  assert.equal(new Refused(403, {}).message, "403");
});

test("with a token cookies stay at home, and a step that is missing is an answer", async () => {
  const fate = watch(auth("GET", "auth/session", undefined, "t0"));
  const { url, headers, options, answer } = await network.next();
  assert.equal(url, "/api/auth/app/v1/auth/session");
  assert.equal(headers.Authorization, "Bearer t0");
  assert.equal(options.credentials, "omit");
  const content = { status: 401, data: { flows: [{ id: "login" }] } };
  await answer(401, content);
  assert.deepEqual(fate.is, content);
});

test("what is broken counts as not reached", async () => {
  for (const how of [(it) => it.fail(), (it) => it.answer(500, { code: "internal" }), (it) => it.answer(502, "<html>"), (it) => it.answer(200, "<html>")]) {
    const fate = watch(call("GET", "/me"));
    await how(await network.next());
    assert.ok(fate.is instanceof Unreachable);
  }
});

test("a call is made once", async () => {
  const fate = watch(call("POST", "/guests"));
  await (await network.next()).fail();
  await clock.pass(60_000);
  assert.equal(await network.count(), 0);
  assert.ok(fate.is instanceof Unreachable);
});

test("insisting tries again after 0.5, 1.5 and 4 s, then tells of trouble and tries every 5 s", async () => {
  const fate = insisted();
  for (const pause of [500, 1500, 4000, 5000, 5000, 5000]) {
    const { body, fail } = await network.next();
    assert.deepEqual(body, { id: 7 });
    await fail();
    await clock.pass(pause - 1);
    assert.equal(await network.count(), 0);
    await clock.pass(1);
    assert.equal(await network.count(), 1);
    assert.deepEqual(heard, pause === 5000 ? [true] : []);
  }
  assert.equal(fate.is, "waiting");
  await (await network.next()).answer(200, { version: 1 });
  assert.deepEqual(fate.is, { version: 1 });
  assert.deepEqual(heard, [true, false]);
});

test("a retry that helps in time tells nothing", async () => {
  const fate = insisted();
  for (const pause of [500, 1500, 4000]) {
    await (await network.next()).answer(500, { code: "internal" });
    await clock.pass(pause);
  }
  await (await network.next()).answer(201, { id: 7 });
  assert.deepEqual(fate.is, { id: 7 });
  assert.deepEqual(heard, []);
});

test("a service that is busy says how long to wait", async () => {
  for (const [status, code] of [[503, "temporarily_unavailable"], [429, "quota_exceeded"]]) {
    const fate = insisted();
    await (await network.next()).answer(status, { ...BUSY, code }, { "Retry-After": "12" });
    await clock.pass(11_999);
    assert.equal(await network.count(), 0);
    await clock.pass(1);
    await (await network.next()).answer(status, { ...BUSY, code });
    await clock.pass(1000);
    await (await network.next()).answer(200, {});
    assert.deepEqual(fate.is, {});
  }
  assert.deepEqual(heard, []);
});

test("what is refused is not asked again, and is an answer after trouble", async () => {
  const soon = insisted();
  await (await network.next()).answer(409, { code: "version_conflict" });
  assert.equal(soon.is.code, "version_conflict");
  assert.deepEqual(heard, []);
  const late = insisted();
  for (const pause of [500, 1500, 4000, 5000]) {
    await (await network.next()).fail();
    await clock.pass(pause);
  }
  await (await network.next()).answer(422, { code: "illegal_move" });
  assert.equal(late.is.code, "illegal_move");
  assert.deepEqual(heard, [true, false]);
});

test("without a network trouble is told at once, and the network ends the wait", async () => {
  navigator.onLine = false;
  const fate = insisted();
  await (await network.next()).fail();
  assert.deepEqual(heard, [true]);
  await clock.pass(1000);
  navigator.onLine = true;
  dispatchEvent(new Event("online"));
  await (await network.next()).answer(200, {});
  assert.deepEqual(fate.is, {});
  assert.deepEqual(heard, [true, false]);
});

test("a question to the solver is asked for until it is answered, half a minute long", async () => {
  const fate = watch(ask("g1", "hint"));
  const first = await network.next();
  assert.deepEqual([first.method, first.url], ["POST", "/api/v1/games/g1/hint"]);
  await first.answer(202, { id: "s1" });
  await clock.pass(1000);
  const second = await network.next();
  assert.deepEqual([second.method, second.url], ["GET", "/api/v1/solves/s1"]);
  await second.answer(200, { id: "s1", answer: { move: "26" } });
  assert.deepEqual(fate.is, { move: "26" });
  const never = watch(ask("g1", "verdict"));
  for (let seconds = 0; seconds <= 30; seconds += 1) {
    await (await network.next()).answer(202, { id: "s2", answer: null });
    await clock.pass(1000);
  }
  assert.equal(never.is, null);
  assert.equal(await network.count(), 0);
});

test("who is nobody becomes a guest, once", async () => {
  assert.equal(boot.signed_in, false);
  const fate = watch(becomeGuest());
  const { url, body, answer } = await network.next();
  assert.deepEqual([url, body], ["/api/v1/guests", { client: "browser" }]);
  await answer(201, {});
  assert.equal(fate.is, undefined);
  assert.equal(boot.signed_in, true);
  await becomeGuest();
  assert.equal(await network.count(), 0);
  watch(call("GET", "/me"));
  await (await network.next()).answer(401, { code: "not_authenticated" });
  assert.equal(boot.signed_in, false);
});
