// The first page, and how a game is begun from wherever one is.

import { Unreachable, becomeGuest, insist } from "./api.js";
import { applySettings, fail, go, keepCookie, setting, sure, t } from "./ui.js";

const BATCH = 200;
let isStarting = false;

/** Let the page show and keep what is chosen, and begin what is asked for. */
export function watchStart(root) {
	const form = root.querySelector(".choice");
	const choice = () => {
		const fields = Object.fromEntries(new FormData(form));
		const { variant } = fields;
		const level = fields[`${variant}.level`];
		const switches = [...form.querySelectorAll(`select[name^="${variant}."]`)].map(({ name, value }) => [name.split(".")[1], JSON.parse(value)]);
		return { variant, level, custom: level === "custom" && Object.fromEntries(switches) };
	};
	const show = () => {
		const { variant, level } = choice();
		for (const part of form.querySelectorAll("[data-of]")) part.hidden = ![variant, `${variant}.${level}`].includes(part.dataset.of);
		applySettings(variant);
		keepCookie("choice", new URLSearchParams(new FormData(form)));
	};
	const open = async (what) => {
		const { schemes } = form.querySelector("[name=variant]:checked").dataset;
		if (what === "deal") (await import("./deal.js")).enterDeal(choice(), schemes.match(/\w+/g) ?? [], given.slice(2), newGame);
		else (await import("./menu.js")).openMenu(what, { variant: choice().variant });
	};
	const given = new URLSearchParams(location.search).get("deal")?.split(".") ?? [];
	form.addEventListener("change", show);
	form.addEventListener("submit", (event) => {
		event.preventDefault();
		newGame(choice(), Boolean(root.querySelector(`[data-occupies="${choice().variant}"]`)));
	});
	for (const button of root.querySelectorAll("[data-open]")) button.addEventListener("click", () => open(button.dataset.open));
	show();
	if (given.length === 4) open("deal");
	if ("early" in form.dataset) {
		history.replaceState(null, "", "/");
		// Back and Forward are no press.
		if (performance.getEntriesByType("navigation")[0].type === "navigate") form.requestSubmit();
	}
}

/**
 * Start a game; whoever has one open that counts is asked first.
 *
 * One on a chosen `deal` is for practice, and begins after `ops`. Says what was wrong with it.
 */
export async function newGame({ variant, level, custom }, isOccupied = false, { deal, ops = [] } = {}) {
	const body = { id: newId(), variant, level, deal, ...(custom ? { custom } : {}) };
	const trouble = (isThere) => {
		if (isThere) throw new Unreachable();
	};
	const mayLeave = () => sure(t("leave"), t("leaveText"), t("leaveYes"));
	const mayBegin = () => setting("confirm") !== "always" || sure(t("new"), t("anewText"), t("play"));
	// The id is the same each time, so a lost answer starts no second game.
	const ask = (leaving) => insist("POST", "/games", { ...body, abandon_active: leaving }, trouble);
	if (isStarting) return;
	isStarting = true;
	try {
		if (!(await (isOccupied ? mayLeave() : mayBegin()))) return;
		await becomeGuest();
		let game;
		try {
			game = await ask(isOccupied);
		} catch (problem) {
			if (problem.code !== "active_game_exists") throw problem;
			if (!(await mayLeave())) return;
			game = await ask(true);
		}
		for (let at = 0; at < ops.length; at += BATCH) {
			game = await insist("POST", `/games/${game.id}/ops`, { base_version: at, ops: ops.slice(at, at + BATCH) }, trouble);
		}
		go(`/play/${game.id}`, { game, isNew: true });
	} catch (problem) {
		fail(problem);
	} finally {
		isStarting = false;
	}
}

/** A random UUID, from what makes one also without a secure connection. */
function newId() {
	const address = URL.createObjectURL(new Blob());
	URL.revokeObjectURL(address);
	return address.slice(-36);
}
