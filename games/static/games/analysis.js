// What a finished game was worth: until when it could be won, and how short a way there was.

import { ask } from "./api.js";
import { t } from "./ui.js";

/** The ops that change the table, which are counted as steps; each knows its version. */
export function stepsOf({ ops }) {
  return ops.map((each, at) => ({ ...each, version: at + 1 })).filter(({ op }) => op !== "p" && op !== "r");
}

/** The solver's word on a game of the player, and its verdicts step by step, the deal's first. */
export async function analyse(replay) {
  const answer = await ask(replay.id, "analysis", "GET");
  if (!answer) return null;
  const { verdicts, last_winnable_version: last, par } = answer;
  const steps = stepsOf(replay);
  const n = steps.filter(({ version }) => version <= last).length;
  let text = t(n === steps.length ? "untilEnd" : n ? "until" : "untilDeal", { n });
  if (last === null) text = t(verdicts[0] === "unwinnable" ? "never" : "verdict.unknown");
  if (replay.status === "won") text = "";
  if (par !== null) text += ` ${t("par", { n: par })}`;
  return { text: text.trim(), verdicts: [verdicts[0], ...steps.map(({ version }) => verdicts[version])] };
}
