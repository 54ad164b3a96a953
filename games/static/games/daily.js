// The dailies: how long the day lasts, and how one is begun.

import { becomeGuest, call } from "./api.js";
import { newGame } from "./start.js";
import { clockText, dialog, fail, go, h, t } from "./ui.js";

/** Count down to the server's midnight, and let the buttons begin what is written on them. */
export function watchDaily(root) {
	const count = root.querySelector("[data-left]");
	const end = Date.now() + Number(count.dataset.left);
	const timer = setInterval(() => {
		const left = end - Date.now();
		if (!count.isConnected) clearInterval(timer);
		else if (left > 0) count.textContent = clockText(left);
		else go("/daily");
	}, 1000);
	for (const button of root.querySelectorAll(".daily button")) {
		const { deal: id, ...what } = button.dataset;
		button.addEventListener("click", () => (id ? newGame(what, false, { deal: { id } }) : attempt(what)));
	}
}

async function attempt({ attempt: place, title }) {
	if (!(await dialog(title, [h("p", t("attemptText"))], [{ text: t("cancel"), value: "" }, { text: t("play"), value: "yes", main: true }]))) return;
	try {
		await becomeGuest();
		const game = await call("PUT", `/dailies/${place}/attempt`);
		go(`/play/${game.id}`, { game, isNew: true });
	} catch (problem) {
		fail(problem);
	}
}
