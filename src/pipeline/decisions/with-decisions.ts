import { readDecisionsFile } from "#adapters/store/decisions.ts";
import type { Decision } from "#model/decision.ts";
import type { Review } from "#model/review.ts";
import { dayOf } from "./decide.ts";
import { listFindings } from "./list-findings.ts";

/** Adds to stored reviews what people have decided since. The records themselves stay as they were written. */
export async function openLaterDecisions(archive: string): Promise<(review: Review) => Review> {
  const decisions = await readDecisionsFile(archive);
  const today = dayOf(new Date());
  return (review) => {
    const made = listFindings(review, decisions, today).flatMap(({ cluster, title, decision }): Decision[] => {
      if (decision === undefined || decision.kind === "reopened") return [];
      const { kind, reason } = decision;
      const about = { kind: "finding", cluster: cluster.id, text: title } as const;
      return [{ kind, action: kind, about, reason, source: "resolution" }];
    });
    return made.length === 0 ? review : { ...review, decisions: [...review.decisions, ...made] };
  };
}
