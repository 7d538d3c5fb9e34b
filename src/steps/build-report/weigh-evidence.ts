import { findRung } from "#evidence/find-rung.ts";
import { bestGrounding, type Excerpt, type FindingGrounding, type Grounding } from "#model/grounding.ts";
import type { FindingId } from "#model/ids.ts";
import type { Evidence, EvidenceRemark, ReportFinding } from "#model/report.ts";
import type { Review } from "#model/review.ts";
import type { Demonstration, Verification } from "#model/panel/verification.ts";
import { summarizeGrounding } from "./summarize-grounding.ts";
import { describeVerified } from "./describe-verified.ts";

/** A cluster's problem, the findings behind it and the code it cites. */
export interface Weighed {
  readonly review: Pick<Review, "groundings">;
  readonly problem: Pick<ReportFinding, "quotes" | "repros">;
  readonly members: readonly FindingId[];
  readonly excerpts: readonly Excerpt[];
  /** The verifiers' answers. */
  readonly verifications?: readonly Verification[];
  /** Repros of its findings that we ran, or could not run. */
  readonly demonstrations?: readonly Demonstration[];
}

/** The highest rung that a cluster reached, with the reason, and the results of further checks. */
export function weighEvidence(weighed: Weighed): Evidence {
  const { review, problem, members, excerpts, verifications = [], demonstrations = [] } = weighed;
  const groundings = (review.groundings ?? []).filter(({ finding }) => members.includes(finding));
  const grounding = bestOf(groundings, excerpts);
  const verified = describeVerified(verifications);
  return {
    ...findRung({
      problem,
      groundings,
      grounding,
      verifications,
      demonstrations,
      isChecked: review.groundings !== undefined,
    }),
    verified,
    grounding,
    remarks: [...groundings.flatMap(remarksOn), ...demonstrations.flatMap(remarkOnRun)],
    brief: [
      ...summarizeGrounding(grounding, groundings),
      ...(verified === undefined ? [] : [verified.text]),
      ...demonstrations.map(runInBrief),
    ],
  };
}

function bestOf(groundings: readonly FindingGrounding[], excerpts: readonly Excerpt[]): Grounding | undefined {
  const own = bestGrounding(groundings.map(({ summary }) => summary));
  if (own !== undefined) return own;
  return (excerpts.find((excerpt) => excerpt.grounding.status !== "unchecked") ?? excerpts[0])?.grounding;
}

/** Remarks on the checks, without plain confirmations of class or fix. */
function remarksOn({ finding, class: classed, fixes, claims }: FindingGrounding): EvidenceRemark[] {
  const texts: string[] = [];
  if (classed.differs) texts.push(classed.why);
  for (const { status, why } of fixes) {
    if (status === "applies" || status === "drifts" || status === "fails") texts.push(`the proposed fix: ${why}`);
    if (status === "present") texts.push(`the proposed fix is not needed: ${why}`);
  }
  for (const { words, answer, why } of claims) {
    texts.push(`"${words}": ${answer === "open" ? "" : `${answer}, `}${why}`);
  }
  return texts.map((text) => ({ finding, text }));
}

function remarkOnRun({ finding, outcome, why }: Demonstration): EvidenceRemark[] {
  return outcome === "shown" ? [] : [{ finding, text: `its repro: ${why}` }];
}

function runInBrief({ outcome }: Demonstration): string {
  if (outcome === "shown") return "repro run by us: shown";
  return outcome === "not-shown" ? "repro run by us: not shown" : "repro could not be run";
}
