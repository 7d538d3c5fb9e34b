import { createHash } from "node:crypto";
import type { StandingDecision } from "./standing-decision.ts";

/** What a decision's id is made from: the words of the person, not the copy of the problem. */
type SaidDecision = Pick<StandingDecision, "kind" | "of" | "scope" | "reason" | "author" | "date" | "until" | "source">;

/** The id of a decision: the same words about the same finding on the same day are one decision. */
export function decisionId({ kind, of, scope, reason, author, date, until, source }: SaidDecision): string {
  const said = [kind, of.review, of.cluster, scope.series, reason, author, date, until, source];
  const digest = createHash("sha256").update(JSON.stringify(said.map((part) => part ?? null)));
  return `D-${digest.digest("hex").slice(0, 10)}`;
}
