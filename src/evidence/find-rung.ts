import type { Quote, Repro } from "#model/finding.ts";
import { bestGrounding, type FindingGrounding, type Grounding } from "#model/grounding.ts";
import { reviewerTitle } from "#model/panel/reviewer.ts";
import { isUnsupportedRun, type RunClaim } from "#model/panel/run-claim.ts";
import { type Demonstration, isFound, type Verification } from "#model/panel/verification.ts";
import { type Rung, rungLevel } from "#model/panel/evidence-ladder.ts";
import { plural } from "#util/words.ts";

/** What the evidence of one problem rests on. */
export interface EvidenceFacts {
  readonly problem: { readonly quotes: readonly Quote[]; readonly repros: readonly Repro[] };
  /** The checks of its findings against the commit. */
  readonly groundings: readonly FindingGrounding[];
  /** The best result of a check. Default: the best of `groundings`. */
  readonly grounding?: Grounding | undefined;
  readonly verifications?: readonly Verification[] | undefined;
  readonly demonstrations?: readonly Demonstration[] | undefined;
  /** What its reviewers say they ran, compared with their logs. */
  readonly runClaims?: readonly RunClaim[] | undefined;
  /** Its findings were checked against the code, so the output of a script that we did not run does not count. */
  readonly isChecked: boolean;
}

/** How far evidence goes, with the reason. */
export interface RungReached {
  readonly level: Rung;
  readonly text: string;
}

/** The highest rung that a problem reached. Rulings, the order, reports, decisions and `explain` all use this rule. */
export function findRung(facts: EvidenceFacts): RungReached {
  const { problem, verifications = [], demonstrations = [], runClaims = [], isChecked } = facts;
  const shown = highestShown(demonstrations);
  if (shown !== undefined) return shown;
  const confirmation = foundConfirmation(verifications);
  if (confirmation !== undefined) return { level: "confirmed", text: confirmation };
  const hasOutput = problem.repros.some(({ output }) => output !== undefined);
  if (hasOutput && !isChecked) {
    return { level: "reproduced", text: "a script that shows it is attached, with what it printed" };
  }
  const outputs = runClaims.filter(({ kind }) => kind === "output");
  if (outputs.some(({ audit }) => audit === "in-log")) {
    return { level: "reproduced", text: "its author ran a script that shows it, as the log of its tools proves" };
  }
  const rung = codeRung(facts);
  if (!hasOutput) return rung;
  // In a round of our own the output of a script is only a claim of its author.
  const says = outputs.some(isUnsupportedRun)
    ? "the log of its author does not show what its script is said to have printed"
    : "the output of its script is its author's word";
  return { ...rung, text: `${rung.text}; ${says}` };
}

/** The rungs of what we ran ourselves. */
function highestShown(demonstrations: readonly Demonstration[]): RungReached | undefined {
  const reached = demonstrations
    .filter(({ outcome }) => outcome === "shown")
    .map(({ why, class: computed, patch }): RungReached => {
      const text = `we ran its repro: ${why}`;
      if (patch?.state === "tested") return { level: "fixed", text: `${text}; its patch: ${patch.why}` };
      // A run before the change that could not be fed the same input, or that does not tell, compares nothing.
      return { level: computed === undefined ? "shown" : "shown-with-arms", text };
    });
  return reached.toSorted((one, other) => rungLevel(other.level) - rungLevel(one.level))[0];
}

function codeRung({ problem, groundings, grounding: best }: EvidenceFacts): RungReached {
  const grounding = best ?? bestGrounding(groundings.map(({ summary }) => summary));
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
          text: `${grounding.why}, but the code contradicts "${against.words}": ${against.why}`,
        };
      }
      return { level: grounding.status === "moved" ? "moved" : "checked", text: grounding.why };
    }
    default: {
      const lines = problem.quotes.reduce((sum, { code }) => sum + code.split("\n").length, 0);
      if (lines === 0) return { level: "asserted", text: "no code is quoted" };
      const text = `quotes ${plural(lines, "line")} of code, not checked against the commit`;
      return { level: "quoted", text };
    }
  }
}

/** Why a problem counts as confirmed: an agent of another family quoted code that we found. */
function foundConfirmation(verifications: readonly Verification[]): string | undefined {
  // Where another verifier refutes it, it is contested and not confirmed.
  if (verifications.some(({ answer }) => answer === "refuted")) return undefined;
  const found = verifications.find(({ answer, proofs }) => answer === "confirmed" && proofs.some(isFound));
  if (found === undefined) return undefined;
  const who = found.verifier === undefined ? "a verifier" : reviewerTitle(found.verifier);
  return `${who}, of another vendor, confirms it with code that stands at the commit`;
}
