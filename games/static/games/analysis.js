// What a finished game was worth: until when it could be won, and how short a way there was.

import { ask } from "./api.js";
import { t } from "./ui.js";

/** The ops that change the table, which are counted as steps; each knows its version. */
export function stepsOf({ ops }) {
  return ops.map((each, at) => ({ ...each, version: at + 1 })).filter(({ op }) => op !== "p" && op !== "r");
}

/**
 * The solver's word on a game of the player; null if there is none.
 *
 * `verdicts` has one a step, the deal's first; `until` is the last step at which the game could
 * still be won, null where that says nothing.
 */
export async function analyse(replay) {
  const answer = await ask(replay.id, "analysis", "GET");
  if (!answer) return null;
  const { verdicts, last_winnable_version: last, par } = answer;
  const steps = stepsOf(replay);
  const until = steps.filter(({ version }) => version <= last).length;
  const isOver = last === null || replay.status === "won";
  let text = until ? t("until", { n: until }) : t("untilDeal");
  if (last === null) text = verdicts[0] === "unwinnable" ? t("never") : t("verdict.unknown");
  else if (isOver) text = "";
  else if (until === steps.length) text = t("untilEnd");
  return {
    verdicts: [verdicts[0], ...steps.map(({ version }) => verdicts[version])],
    until: isOver ? null : until,
    text: [text, par === null ? "" : t("par", { n: par })].filter(Boolean).join(" "),
  };
}
