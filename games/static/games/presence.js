// A page that nobody sees stops the clock, where the clock can be stopped.

const SHORT = 3000;

/** Watch whether the page is seen; `tick` shows the time again. */
export function watchPresence(game, tick, signal) {
  let since = 0;
  document.addEventListener("visibilitychange", () => {
    const isCounted = game.view.mode !== "daily" && game.view.status === "active";
    if (document.hidden) {
      since = Date.now();
      if (isCounted) game.pause();
      return;
    }
    if (isCounted && Date.now() - since < SHORT) game.resume();
    else game.refresh();
    tick();
  }, { signal });
}
