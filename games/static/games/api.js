// Calls to the service: the CSRF token, retries, and what went wrong.

const BASE = "/api/v1";
const PAUSES = [500, 1500, 4000];
const LATER = 5000;
/** What the service has written into the page for the modules. */
export const boot = JSON.parse(document.getElementById("boot").textContent);

/** What the service refused: its stable `code`, a text for the reader, and `errors`, each with its field. */
export class Refused extends Error {
	constructor(status, problem, waitSeconds = 1) {
		const errors = (problem.errors ?? []).map((each) => ({
			field: each.param ?? each.pointer?.slice(1), text: each.message ?? each.detail,
		}));
		super(errors.map(({ text }) => text).join(" ") || problem.detail || problem.title || String(status));
		Object.assign(this, { status, code: problem.code || "internal", errors, waitSeconds });
	}
}

/** The service could not be reached, or could not answer. */
export class Unreachable extends Error {}

/** The token that writing requests carry, as it is now. */
export const csrfToken = () => document.cookie.match(/(?:^|; )csrftoken=(\w+)/)?.[1] ?? "";

function wait(milliseconds) {
	return new Promise((resolve) => {
		const stop = new AbortController();
		const done = () => resolve(stop.abort());
		setTimeout(done, milliseconds);
		addEventListener("online", done, { signal: stop.signal });
	});
}

async function once(method, path, body, { base = BASE, token } = {}) {
	// Named, so that an answer kept in another language is not taken for this one.
	const headers = { Accept: "application/json", "Accept-Language": document.documentElement.lang };
	if (method !== "GET") headers["X-CSRFToken"] = csrfToken();
	if (body) headers["Content-Type"] = "application/json";
	if (token) headers.Authorization = `Bearer ${token}`;
	let answer;
	try {
		answer = await fetch(base + path, {
			credentials: token === undefined ? "same-origin" : "omit",
			method,
			headers,
			body: JSON.stringify(body),
			keepalive: method !== "GET",
		});
	} catch {
		throw new Unreachable();
	}
	const content = answer.status === 204 ? null : await answer.json().catch(() => {
		throw new Unreachable();
	});
	if (answer.status >= 500 && answer.status !== 503) throw new Unreachable();
	if (content?.code === "not_authenticated") boot.signed_in = false;
	if (!answer.ok && !content?.data?.flows) throw new Refused(answer.status, content, Number(answer.headers.get("Retry-After")) || 1);
	return { status: answer.status, body: content };
}

/** Call the service once; what fails is thrown. */
export const call = async (method, path, body) => (await once(method, path, body)).body;

/** Ask about accounts, as this browser or, with a token, without its cookies. That nobody is signed in is an answer too. */
export async function auth(method, path, body, token) {
	const base = `/api/auth/${token === undefined ? "browser" : "app"}/v1/`;
	return (await once(method, path, body, { base, token })).body;
}

/** Call the service until it answers what may be repeated; `trouble` is told when that takes long, and when it is over. */
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

/** Ask the solver, and wait for its answer at most half a minute. */
export async function ask(gameId, kind, method = "POST") {
	let { status, body } = await once(method, `/games/${gameId}/${kind}`);
	for (let tries = 0; status === 202 && tries < 30; tries += 1) {
		await wait(1000);
		({ status, body } = await once("GET", `/solves/${body.id}`));
	}
	return body.answer;
}

/** Become a guest, unless there is a player already. */
export async function becomeGuest() {
	const become = () => call("POST", "/guests", { client: "browser" });
	// Two pages that begin at once become one guest, where browsers let them wait for each other.
	if (!boot.signed_in) await (navigator.locks?.request("guest", become) ?? become());
	boot.signed_in = true;
}
