// What the forms and buttons of the account do. How far one has come the service knows.

import { Refused, Unreachable, auth, becomeGuest, boot, call } from "./api.js";
import { fail, keep, recall, sure, t, toast } from "./ui.js";

/** Let the page do what is written on it. */
export function watchAccount(root) {
	const { email, token } = recall("reset");
	const sentTo = root.querySelector(".email");
	if (sentTo && token) sentTo.textContent = root.querySelector("#username").value = email;
	else if (sentTo) location.replace("?step=signIn");
	else if (token && !location.search && root.querySelector(".visitor")) location.replace("?step=reset");
	watchForms(root, acts);
	root.querySelector("[data-act=show]")?.addEventListener("change", ({ target }) =>
		acts.rename({ visibility: target.checked ? "public" : "private" }).catch(fail));
}

/** Have something said on the page that comes next. */
const say = (text, isAlarm) => keep("said", { text: t(text), isAlarm });

/** Send a code; nothing comes of one that is void and cannot be tried again. */
const redeem = (path, body, token) => auth("POST", path, body, token).catch((problem) => {
	if (problem.status !== 409) throw problem;
});

const isWanted = (what, text) => sure(t(what), t(text), t(what), t("cancel"));

const acts = {
	async ask({ email }) {
		await becomeGuest();
		await auth("POST", "account/email", { email });
		return "save";
	},

	async confirm({ key }) {
		// It may also be void because it was taken already.
		if (!(await redeem("auth/email/verify", { key })) && (await call("GET", "/me")).is_guest) say("account.void", true);
		return "";
	},

	async resend({ email }) {
		await auth("POST", "auth/email/verify/resend");
		toast(t("account.sent", { email }));
	},

	async setPassword({ new_password, current_password }) {
		try {
			const { meta } = await auth("POST", "account/password/change", { new_password, current_password });
			// Signed out elsewhere, or by a new password whose answer was lost: it is known now.
			if (!meta.is_authenticated) return "signIn";
			say("account.passwordSet");
		} catch (problem) {
			// Not asked for and yet missing: it was set before, and that answer was lost.
			if (current_password !== undefined || problem.errors?.[0]?.field !== "current_password") throw problem;
		}
		return "";
	},

	async enter({ email, password }) {
		// Tried without this browser's cookie first: a guest is given up only for a password that is right.
		const { meta } = await auth("POST", "auth/login", { email, password }, "");
		if (!meta.is_authenticated) throw new Refused(403, { detail: t("account.unconfirmed") });
		await auth("DELETE", "auth/session", undefined, meta.session_token);
		if (boot.signed_in) {
			if (!(await isWanted("account.signIn", "account.staysBehind"))) return undefined;
			await auth("DELETE", "auth/session");
		}
		await auth("POST", "auth/login", { email, password });
		return "";
	},

	async forget({ email }) {
		const { meta } = await auth("POST", "auth/password/request", { email }, "");
		keep("reset", { email, token: meta.session_token });
		return "reset";
	},

	giveUp() {
		keep("reset", {});
		return "signIn";
	},

	async reset({ key, password }) {
		const { email, token } = recall("reset");
		const isDone = await redeem("auth/password/reset", { key, password }, token);
		keep("reset", {});
		say(isDone ? "account.passwordSet" : "account.void", !isDone);
		if (!isDone) return "forgot";
		return (await acts.enter({ email, password }).catch(() => {})) ?? "signIn";  // Where it can be tried again.
	},

	async rename(values) {
		await call("PATCH", "/me", values);
		toast(t("account.saved"));
	},

	async signOut() {
		await auth("DELETE", "auth/session");
		return "save";
	},

	async end({ id }) {
		await auth("DELETE", "auth/sessions", { sessions: [id] });
		return "";
	},

	async erase({ password }) {
		if (!(await isWanted("account.erase", "account.eraseText"))) return undefined;
		await call("DELETE", "/me", { password });
		return "";
	},

	async stay() {
		await call("POST", "/me/deletion/cancel");
		return "";
	},
};

/** Let forms and buttons do what they name among `acts`; if that tells a step, the page is loaded again there. */
function watchForms(root, acts) {
	root.addEventListener("submit", ({ target: form, submitter }) => {
		const act = acts[form.dataset.act];
		if (!act) return;
		tell(form);
		send(act, Object.fromEntries(new FormData(form)), submitter, (problem) => tell(form, problem));
	});
	root.addEventListener("click", ({ target: button }) => {
		if (button.matches("button[data-act]")) {
			send(acts[button.dataset.act], button.dataset, button, (problem) => toast(reason(problem), true));
		} else if (button.matches(".entry button")) {
			const input = button.previousElementSibling;
			button.ariaPressed = input.type === "password";
			input.type = input.type === "password" ? "text" : "password";
		}
	});
}

async function send(act, values, button, failed) {
	button.disabled = true;  // Also while the page is left.
	try {
		const step = await act(values);
		if (step !== undefined) return location.replace(`?step=${step}`);
	} catch (problem) {
		failed(problem);
	}
	button.disabled = false;
	if (document.activeElement === document.body) button.focus();
}

/** What to say of what went wrong. */
function reason(problem) {
	if (problem instanceof Unreachable) return t("account.noAnswer");
	if (!problem.status) throw problem;
	return problem.status === 429 ? t("account.tooOften") : problem.message;
}

function tell(form, problem) {
	for (const input of form.querySelectorAll("input")) {
		const text = problem?.errors?.filter(({ field }) => field === input.name).map((each) => each.text).join(" ");
		document.getElementById(`${input.name}-error`).textContent = text;
		input.ariaInvalid = text ? "true" : null;
	}
	const first = form.querySelector("[aria-invalid]");
	form.querySelector("[role=alert]").textContent = problem && !first ? reason(problem) : "";
	first?.focus();
}
