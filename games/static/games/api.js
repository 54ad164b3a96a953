// Calls to the service: one place for the CSRF token, for retries and for what went wrong.

const BASE = "/api/v1";
const PAUSES = [500, 1500, 4000];
const LATER = 5000;
let signedIn = false;

/**
 * What the service refused, with its stable `code`, its text for the reader, and `errors`: which
 * field is wrong and why. Those of accounts are spelled in another way.
 */
export class Refused extends Error {
  constructor(status, problem) {
    const errors = (problem.errors ?? []).map((each) => ({
      field: each.param ?? each.pointer?.slice(1), text: each.message ?? each.detail,
    }));
    super(problem.detail || problem.title || errors[0]?.text || String(status));
    this.status = status;
    this.code = problem.code || "internal";
    this.errors = errors;
  }
}

/** The service could not be reached, or could not answer. */
export class Unreachable extends Error {}

function csrfToken() {
  return document.cookie.match(/(?:^|; )csrftoken=(\w+)/)?.[1] ?? "";
}

function wait(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    addEventListener("online", resolve, { once: true });
  });
}

async function once(method, path, body, { base = BASE, token } = {}) {
  // Named, so that an answer kept in another language is not taken for this one.
  const headers = { Accept: "application/json", "Accept-Language": document.documentElement.lang };
  if (method !== "GET") headers["X-CSRFToken"] = csrfToken();
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer;
  try {
    answer = await fetch(base + path, {
      credentials: token === undefined ? "same-origin" : "omit",
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      keepalive: method !== "GET",
    });
  } catch {
    throw new Unreachable();
  }
  const content = answer.status === 204 ? null : await answer.json().catch(() => {
    throw new Unreachable();
  });
  if (answer.status >= 500 && answer.status !== 503) throw new Unreachable();
  if (content?.code === "not_authenticated") signedIn = false;
  if (!answer.ok && !content?.data?.flows) {
    const refused = new Refused(answer.status, content);
    refused.waitSeconds = Number(answer.headers.get("Retry-After")) || 1;
    throw refused;
  }
  return { status: answer.status, body: content };
}

/** Call the service once; what fails is thrown. */
export async function call(method, path, body) {
  return (await once(method, path, body)).body;
}

/**
 * Ask for something that has to do with accounts: as this browser, or with a token as if its
 * cookies were not there. That nobody is signed in afterwards is an answer too.
 */
export async function auth(method, path, body, token) {
  const base = `/api/auth/${token === undefined ? "browser" : "app"}/v1/`;
  return (await once(method, path, body, { base, token })).body;
}

/**
 * Call the service until it answers. Only for requests that may be repeated.
 *
 * `trouble(true)` is said when the first retries were in vain, `trouble(false)` when it answers.
 */
export async function insist(method, path, body, trouble) {
  let isTold = false;
  try {
    for (let tries = 0; ; tries += 1) {
      try {
        return await call(method, path, body);
      } catch (problem) {
        const isBusy = ["quota_exceeded", "temporarily_unavailable"].includes(problem.code);
        if (!(problem instanceof Unreachable) && !isBusy) throw problem;
        if (!isTold && (tries >= PAUSES.length || !navigator.onLine)) trouble(isTold = true);
        await wait(isBusy ? problem.waitSeconds * 1000 : isTold ? LATER : PAUSES[tries]);
      }
    }
  } finally {
    if (isTold) trouble(false);
  }
}

/** Put a question to the solver and wait for its answer, at most half a minute. */
export async function ask(gameId, kind, method = "POST") {
  let { status, body } = await once(method, `/games/${gameId}/${kind}`);
  for (let tries = 0; status === 202 && tries < 30; tries += 1) {
    await wait(1000);
    ({ status, body } = await once("GET", `/solves/${body.id}`));
  }
  return body.answer;
}

/** Say whether the page was sent to somebody whom the service knows. */
export function knowCaller(isKnown) {
  signedIn = isKnown;
}

/** Whether there is a player, guest or not. */
export function isKnown() {
  return signedIn;
}

/** Become a guest, unless there is a player already. */
export async function becomeGuest() {
  if (signedIn) return;
  await call("POST", "/guests", { client: "browser" });
  signedIn = true;
}
