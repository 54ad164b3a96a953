// The account: a guest's results saved under an address, signing in and out, the player's own
// data. How far an upgrade has come is asked of the service, so it outlives a reload.

import { Refused, auth, becomeGuest, call, isKnown, knowCaller } from "./api.js";
import { form } from "./form.js";
import { languages } from "./start.js";
import { fail, h, keep, page, recall, sure, t, toast } from "./ui.js";

const EMAIL = { name: "email", type: "email", fill: "email" };
const CODE = { name: "key", fill: "one-time-code" };
const PASSWORD = { name: "password", type: "password", fill: "current-password" };
const NEW = { name: "new_password", type: "password", fill: "new-password", note: "account.atLeast" };
let again = () => {};

/** Show the screen as it suits whoever is here; `step` is what a visitor has chosen to do. */
export async function showAccount(root, context, step = recall("reset").token ? "reset" : "save") {
  again = async (next) => {
    if (location.pathname !== "/account") return;
    await showAccount(root, context, next);
    root.querySelector(".ask .field:not([hidden]) input")?.focus();
  };
  const wasKnown = isKnown();
  const me = wasKnown ? await call("GET", "/me").catch((problem) => {
    if (isKnown()) throw problem;
  }) : null;
  // Signed out elsewhere, or by a new password whose answer was lost: it is known now.
  if (wasKnown && !me) step = "signIn";
  const isMember = me && !me.is_guest;
  const content = isMember && me.has_password ? await member(me) : [isMember ? unfinished(me) : await visitor(me, step)];
  if (content.length === 1) content[0].classList.add("ask");
  page(root, t("account"), me?.deletion_at && leaving(me), ...content, me && ownData(me), languages(context.boot));
}

const dayTime = (instant) =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long", timeStyle: "short" }).format(new Date(instant));

function panel(title, ...content) {
  return h("section.panel", h("h2", t(title)), ...content.map((each) => (typeof each === "string" ? h("p", each) : each)));
}

function action(label, act) {
  return h("button", { onclick: () => Promise.resolve(act()).catch(fail) }, t(label));
}

/** What can be done without an account, one thing at a time. */
async function visitor(me, step) {
  const signIn = action("account.signIn", () => again("signIn"));
  const save = action("account.save", () => again("save"));
  if (step === "signIn") {
    const forgot = action("account.forgot", () => again("forgot"));
    return panel("account.signIn", me && t("account.staysBehind"), form([{ ...EMAIL, fill: "username" }, PASSWORD], "account.signIn", enter, forgot, save));
  }
  if (step === "forgot") return panel("account.forgot", t("account.forgotText"), form([EMAIL], "account.sendCode", forget, signIn));
  if (step === "reset") {
    const { email } = recall("reset");
    const stop = action("cancel", () => forgotten("signIn"));
    return panel("account.forgot", t("account.sent", { email }), form([username(email), CODE, { ...NEW, name: "password" }], "account.setPassword", reset, stop));
  }
  const sentTo = step !== "anew" && me && (await pending());
  if (!sentTo) return panel("account.save", t("account.saveText"), form([EMAIL], "account.sendCode", ask, signIn));
  const resend = action("account.resend", async () => {
    await auth("POST", "auth/email/verify/resend").catch(tooOften);
    toast(t("account.sent", { email: sentTo }));
  });
  return panel("account.code", t("account.sent", { email: sentTo }),
    form([CODE], "account.confirm", confirm, action("account.another", () => again("anew")), resend));
}

/** The address that a code was sent to which can still be entered. */
async function pending() {
  try {
    await auth("GET", "auth/email/verify");
  } catch (problem) {
    if (problem.status === 409) return null;
  }
  const { data } = await auth("GET", "account/email");
  return data.find((each) => !each.verified)?.email;
}

function tooOften(problem) {
  throw problem.status === 429 ? new Refused(400, { detail: t("account.tooOften") }) : problem;
}

async function ask({ email }) {
  await becomeGuest();
  await auth("POST", "account/email", { email });
  await again("save");
}

/** A code that is void cannot be tried again, unless it is so because it was taken already. */
async function confirm(values) {
  try {
    await auth("POST", "auth/email/verify", values);
  } catch (problem) {
    if (problem.status !== 409) throw problem;
    if ((await call("GET", "/me")).is_guest) toast(t("account.void"), true);
  }
  await again();
}

async function setPassword({ new_password, current_password }) {
  try {
    await auth("POST", "account/password/change", { new_password, ...(current_password !== undefined && { current_password }) });
    toast(t("account.passwordSet"));
  } catch (problem) {
    // Not asked for and yet missing: it was set before, and that answer was lost.
    if (current_password !== undefined || problem.errors?.[0]?.field !== "current_password") throw problem;
  }
  await again();
}

async function enter({ email, password }) {
  // Tried without this browser's cookie first: a guest is given up only for a password that is right.
  const { meta } = await auth("POST", "auth/login", { email, password }, "");
  if (!meta.is_authenticated) throw new Refused(403, { detail: t("account.unconfirmed") });
  await auth("DELETE", "auth/session", undefined, meta.session_token);
  if (isKnown() && !(await sure(t("account.signIn"), t("account.staysBehind"), t("account.signIn"), t("cancel")))) return;
  if (isKnown()) await auth("DELETE", "auth/session");
  await auth("POST", "auth/login", { email, password });
  knowCaller(true);
  await again();
}

async function forget({ email }) {
  const { meta } = await auth("POST", "auth/password/request", { email }, "");
  keep("reset", { email, token: meta.session_token });
  await again("reset");
}

async function forgotten(next) {
  keep("reset", {});
  await again(next);
}

async function reset({ key, password }) {
  const { email, token } = recall("reset");
  try {
    await auth("POST", "auth/password/reset", { key, password }, token);
  } catch (problem) {
    if (problem.status !== 409) throw problem;
    toast(t("account.void"), true);
    return forgotten("forgot");
  }
  toast(t("account.passwordSet"));
  await forgotten("signIn");
  return enter({ email, password });
}

/** For password managers, which file a password under what stands beside it. */
const username = (value) => ({ name: "username", fill: "username", value, isHidden: true });

/** The last step of saving: a password. */
function unfinished({ email }) {
  return panel("account.setPassword", t("account.confirmed", { email }), form([username(email), NEW], "account.setPassword", setPassword));
}

/** What belongs to whoever has an account. */
async function member(me) {
  const { data: sessions } = await auth("GET", "auth/sessions");
  const rename = async (values) => {
    await call("PATCH", "/me", values);
    toast(t("account.saved"));
  };
  const shown = h("input", { type: "checkbox", checked: me.visibility === "public", onchange: () =>
    rename({ visibility: shown.checked ? "public" : "private" }).catch(fail) });
  const current = { ...PASSWORD, name: "current_password" };
  return [
    panel("account.profile", me.email,
      form([{ name: "display_name", fill: "nickname", value: me.display_name, note: "account.nameNote" }], "account.saveName", rename),
      h("label.row", h("span", t("account.visible")), shown)),
    panel("account.devices", h("ul.dailies", ...sessions.map(device))),
    panel("account.changePassword", form([username(me.email), current, NEW], "account.changePassword", setPassword)),
    panel("account.signOut", t("account.signOutText"), action("account.signOut", async () => {
      await auth("DELETE", "auth/session");
      knowCaller(false);
      await again();
    })),
  ];
}

function device({ id, user_agent: agent, created_at: at, is_current: isThis }) {
  const found = (names) => names.find((name) => agent.includes(name)) ?? "";
  const name = `${found(["Firefox", "Edg", "Chrome", "Safari"])} ${found(["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"])}`;
  return h("li.daily", h("span.name", name.trim() || t("account.unknown")), h("small", isThis ? t("account.this") : dayTime(at * 1000)),
    !isThis && action("account.signOut", async () => {
      await auth("DELETE", "auth/sessions", { sessions: [id] });
      await again();
    }));
}

function ownData(me) {
  const isSafe = me.has_password;
  const erase = async (values) => {
    if (!(await sure(t("account.erase"), t("account.eraseText"), t("account.erase"), t("cancel")))) return;
    await call("DELETE", "/me", isSafe ? values : {});
    await again();
  };
  const ask = form(isSafe ? [PASSWORD] : [], "account.erase", erase);
  ask.querySelector(".main").className = "bad";
  return panel("account.data", h("a.button", { href: "/api/v1/me/export", download: true }, t("account.export")),
    !me.deletion_at && h("details", h("summary", t("account.erase")), h("p", t("account.eraseText")), ask));
}

function leaving(me) {
  return panel("account.leaving", t("account.leavingText", { day: dayTime(me.deletion_at) }), action("account.stay", async () => {
    await call("POST", "/me/deletion/cancel");
    await again();
  }));
}
