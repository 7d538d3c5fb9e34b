import type { ReviewerRun } from "#model/panel/reviewer.ts";
import { plural } from "#util/words.ts";
import type { SarifReview } from "./read-sarif.ts";

/** The outcome of a tool's run: whether it succeeded, what was not understood, and what was left out. */
export function describeTool(review: SarifReview): Pick<ReviewerRun, "outcome" | "message" | "incidents"> {
  const { tool, leftOut, leftOutBecause, notUnderstood, failure } = review;
  const left = `${plural(leftOut, "result is", "results are")} left out: ${leftOutBecause.join(", ")}`;
  const message = [failure, notUnderstood, ...(leftOut === 0 ? [] : [left])].filter((part) => part !== undefined);
  return {
    outcome: failure === undefined ? "completed" : "failed",
    message: message.length === 0 ? undefined : message.join("; "),
    incidents: notUnderstood === undefined ? undefined : [{ kind: "unlooked", text: `${tool}: ${notUnderstood}` }],
  };
}
