// A page that nobody sees stops the clock, where the clock can be stopped.

const SHORT = 3000;

/** Watch whether the page is seen; soon seen again, the game goes on. `tick` shows the time anew. */
export function watchPresence(game, tick, signal) {
	let since = 0;
	document.addEventListener("visibilitychange", () => {
		const isCounted = game.view.mode !== "daily" && game.view.status === "active";
		const isShort = Date.now() - since < SHORT;
		if (document.hidden) since = Date.now();
		if (isCounted && document.hidden) game.pause();
		else if (isCounted && isShort) game.resume();
		else if (!document.hidden) game.refresh();
		tick();
	}, { signal });
}
