// A deal of one's choice: by number, or as a board in text.

import { copy } from "./share.js";
import { dialog, t } from "./ui.js";

/** Ask for a deal to practise on; `given` is what a link named, a scheme and a number. */
export async function enterDeal(choice, schemes, [named, given = ""], newGame) {
	const content = [...document.getElementById("deal").content.cloneNode(true).children];
	const [, numbered, written] = content;
	const { scheme, number, 2: link } = numbered.elements;
	const play = (form, deal) => form.addEventListener("submit", (event) => {
		event.preventDefault();
		newGame(choice, false, { deal: deal() });
	});
	numbered.hidden = !schemes.length;
	for (const option of [...scheme.options]) if (!schemes.includes(option.value)) option.remove();
	if (schemes.includes(named)) scheme.value = named;
	number.value = given;
	number.maxLength = JSON.rawJSON ? 20 : 15;  // Where long numbers cannot be written exactly, there are none.
	play(numbered, () => ({ scheme: scheme.value, number: Number.isSafeInteger(Number(number.value)) ? Number(number.value) : JSON.rawJSON(number.value) }));
	play(written, () => ({ board: written.elements.board.value }));
	link.hidden = Boolean(choice.custom);
	link.addEventListener("click", () => numbered.reportValidity() && copy(`${location.origin}/?deal=${[choice.variant, choice.level, scheme.value, number.value].join(".")}`));
	await dialog(t("deal.title"), content, [{ text: t("cancel"), value: "" }]);
}
