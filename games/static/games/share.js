// Handing something on: the address of a replay or a deal, or a deal's text.

import { call } from "./api.js";
import { dialog, fail, h, t, toast } from "./ui.js";

/** Put a text where it can be pasted from; if that is not allowed, show it. */
export async function copy(text) {
	try {
		await navigator.clipboard.writeText(text);
		toast(t("copied"));
	} catch {
		await dialog(t("copy"), [h("textarea", { readonly: "", rows: 4, "aria-label": t("copy") }, text)], [{ text: t("close"), value: "", main: true }]);
	}
}

/** Show a finished game to everybody, and hand its address on. */
export async function share(id, title, slug) {
	try {
		slug ??= (await call("POST", `/games/${id}/share`)).slug;
		const url = `${location.origin}/replays/${slug}`;
		await (navigator.share ? navigator.share({ title, url }) : copy(url));
	} catch (problem) {
		if (problem.name !== "AbortError") fail(problem);
	}
}

/** Copy the deal of a game whose cards are all seen, as a board to start on. */
export async function copyDeal({ deal }) {
	const { piles } = await call("GET", `/deals/${deal.id}`);
	const of = (kind, text) => piles.filter((pile) => pile.kind === kind).map(text);
	const homes = of("foundation", ({ id, cards }) => `${id[1]}-${cards.at(-1)?.[0] ?? 0}`);
	await copy([`Foundations: ${homes.join(" ")}`, ...of("column", ({ cards }) => `: ${cards.join(" ")}`)].join("\n"));
}
