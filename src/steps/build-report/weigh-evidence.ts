import { bestGrounding, type Excerpt, type FindingGrounding, type Grounding } from "#model/grounding.ts";
import type { FindingId } from "#model/ids.ts";
import type { Evidence, Remark, ReportFinding } from "#model/report.ts";
import type { Review } from "#model/review.ts";
import type { Demonstration, Verification } from "#model/panel/verification.ts";
import { sayInBrief } from "./say-in-brief.ts";
import { foundConfirmation, sayVerified } from "./say-verified.ts";

/** A cluster's problem, the findings behind it and the code it cites. */
export interface Weighed {
  readonly review: Pick<Review, "groundings">;
  readonly problem: Pick<ReportFinding, "quotes" | "repros">;
  readonly members: readonly FindingId[];
  readonly excerpts: readonly Excerpt[];
  /** What verifiers said of it. */
  readonly verifications?: readonly Verification[];
  /** Repros of its findings that we ran, or could not run. */
  readonly demonstrations?: readonly Demonstration[];
}

/** The highest rung that a cluster reached, with the reason, and what was checked beside. */
export function weighEvidence(weighed: Weighed): Evidence {
  const { review, members, excerpts, verifications = [], demonstrations = [] } = weighed;
  const groundings = (review.groundings ?? []).filter(({ finding }) => members.includes(finding));
  const grounding = bestOf(groundings, excerpts);
  const verified = sayVerified(verifications);
  return {
    ...rungOf(weighed, grounding, groundings),
    verified,
    grounding,
    remarks: [...groundings.flatMap(remarksOn), ...demonstrations.flatMap(remarkOnRun)],
    brief: [
      ...sayInBrief(grounding, groundings),
      ...(verified === undefined ? [] : [verified.text]),
      ...demonstrations.map(runInBrief),
    ],
  };
}

type Rung = Pick<Evidence, "level" | "text">;

function rungOf(weighed: Weighed, grounding: Grounding | undefined, groundings: readonly FindingGrounding[]): Rung {
  const { review, problem, verifications = [], demonstrations = [] } = weighed;
  const shown = demonstrations.find(({ outcome }) => outcome === "shown");
  if (shown !== undefined) return { level: "demonstrated", text: `we ran its repro: ${shown.why}` };
  const confirmation = foundConfirmation(verifications);
  if (confirmation !== undefined) return { level: "confirmed", text: confirmation };
  const hasOutput = problem.repros.some(({ output }) => output !== undefined);
  // Where findings were checked, the output of a script that was not run is its author's word, and lifts nothing.
  if (hasOutput && review.groundings === undefined) {
    return { level: "reproduced", text: "a script that shows it is attached, with what it printed" };
  }
  const rung = codeRung(problem, grounding, groundings);
  return hasOutput ? { ...rung, text: `${rung.text}; the output of its script is its author's word` } : rung;
}

function codeRung(
  { quotes }: Weighed["problem"],
  grounding: Grounding | undefined,
  groundings: readonly FindingGrounding[],
): Rung {
  switch (grounding?.status) {
    case "ambiguous":
    case "partial":
      return { level: "quoted", text: grounding.why };
    case "unsupported":
      return { level: "unsupported", text: grounding.why };
    case "grounded":
    case "moved": {
      const against = groundings.flatMap(({ claims }) => claims).find(({ answer }) => answer === "contradicted");
      if (against !== undefined) {
        return {
          level: "quoted",
          text: `${grounding.why}, but the code contradicts «${against.words}»: ${against.why}`,
        };
      }
      return { level: grounding.status === "moved" ? "moved" : "checked", text: grounding.why };
    }
    default: {
      const lines = quotes.reduce((sum, { code }) => sum + code.split("\n").length, 0);
      if (lines === 0) return { level: "asserted", text: "no code is quoted" };
      const text = `quotes ${lines} ${lines === 1 ? "line" : "lines"} of code, not checked against the commit`;
      return { level: "quoted", text };
    }
  }
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

function remarkOnRun({ finding, outcome, why }: Demonstration): Remark[] {
  return outcome === "shown" ? [] : [{ finding, text: `its repro: ${why}` }];
}

function runInBrief({ outcome }: Demonstration): string {
  if (outcome === "shown") return "repro run by us: shown";
  return outcome === "not-shown" ? "repro run by us: not shown" : "repro could not be run";
}
