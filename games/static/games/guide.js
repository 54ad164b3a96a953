// The guide: how the table is played here, then the rules as the service words them.

import { call } from "./api.js";
import { dialog, h, t } from "./ui.js";

/** Show the guide; while it is open the clock of a game stands still. */
export async function guide({ play, variant }) {
  const { view } = play?.game ?? {};
  const key = view?.variant ?? variant;
  const isPaused = view?.status === "active" && !view.paused && view.mode !== "daily";
  if (isPaused) play.game.pause();
  const { rules_text: rules, name, family } = await call("GET", `/variants/${key}`);
  const part = (title, lines) => [h("h3", t(title)), h("ul", ...lines.map((line) => h("li", line)))];
  const steps = (prefix) => t(prefix).split("\n");
  await dialog(name, [
    h("p", t(`about.${key}`)),
    ...part("guide.play", [...steps(`guide.taps.${family}`), ...steps("guide.common")]),
    ...part("guide.rules", rules),
    ...part("guide.tips", steps(`tips.${key}`)),
    ...part("guide.keys", steps("guide.keyList")),
  ], [{ text: t("close"), value: "", main: true }], { class: "wide guide", scrolls: true });
  if (isPaused) play.game.resume();
}
