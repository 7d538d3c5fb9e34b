import { bestGrounding, type Excerpt, type FindingGrounding, type Grounding } from "#model/grounding.ts";
import type { FindingId } from "#model/ids.ts";
import type { Evidence, Remark, ReportFinding } from "#model/report.ts";
import type { Review } from "#model/review.ts";
import { sayInBrief } from "./say-in-brief.ts";

/** A cluster's problem, the findings behind it and the code it cites. */
export interface Weighed {
  readonly review: Pick<Review, "groundings">;
  readonly problem: Pick<ReportFinding, "quotes" | "repros">;
  readonly members: readonly FindingId[];
  readonly excerpts: readonly Excerpt[];
}

/** The highest rung that a cluster reached: the best grounding of its findings, else of its excerpts. */
export function weighEvidence({ review, problem, members, excerpts }: Weighed): Evidence {
  const groundings = (review.groundings ?? []).filter(({ finding }) => members.includes(finding));
  const grounding = bestOf(groundings, excerpts);
  const remarks = groundings.flatMap(remarksOn);
  const brief = sayInBrief(grounding, groundings);
  if (problem.repros.some(({ output }) => output !== undefined)) {
    return {
      level: "reproduced",
      text: "a script that shows it is attached, with what it printed",
      grounding,
      remarks,
      brief,
    };
  }
  if (grounding?.status === "ambiguous" || grounding?.status === "partial") {
    return { level: "quoted", text: grounding.why, grounding, remarks, brief };
  }
  if (grounding !== undefined && grounding.status !== "unchecked") {
    return { level: grounding.status, text: grounding.why, grounding, remarks, brief };
  }
  const lines = problem.quotes.reduce((sum, { code }) => sum + code.split("\n").length, 0);
  if (lines > 0) {
    const text = `quotes ${lines} ${lines === 1 ? "line" : "lines"} of code, not checked against the commit`;
    return { level: "quoted", text, grounding, remarks, brief };
  }
  return { level: "asserted", text: "no code is quoted", grounding, remarks, brief };
}

function bestOf(groundings: readonly FindingGrounding[], excerpts: readonly Excerpt[]): Grounding | undefined {
  const own = bestGrounding(groundings.map(({ summary }) => summary));
  if (own !== undefined) return own;
  return (excerpts.find((excerpt) => excerpt.grounding.status !== "unchecked") ?? excerpts[0])?.grounding;
}

/** Only what a reader would want to know: a plain confirmation of class or fix is silent. */
function remarksOn({ finding, class: classed, fixes, claims }: FindingGrounding): Remark[] {
  const texts: string[] = [];
  if (classed.differs) texts.push(classed.why);
  for (const { status, why } of fixes) {
    if (status === "applies" || status === "drifts" || status === "fails") texts.push(`the proposed fix: ${why}`);
    if (status === "present") texts.push(`the proposed fix is not needed: ${why}`);
  }
  for (const { words, answer, why } of claims) {
    texts.push(`«${words}»: ${answer === "open" ? "" : `${answer}, `}${why}`);
  }
  return texts.map((text) => ({ finding, text }));
}
