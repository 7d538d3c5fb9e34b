import type { Quote, Repro } from "#model/finding.ts";
import { bestGrounding, type FindingGrounding, type Grounding } from "#model/grounding.ts";
import { reviewerTitle } from "#model/panel/reviewer.ts";
import { type Demonstration, isFound, type Verification } from "#model/panel/verification.ts";
import type { Rung } from "#model/history/standing-decision.ts";
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
  /** Its findings were checked against the code, so the output of a script that we did not run does not count. */
  readonly isChecked: boolean;
}

/** How far evidence goes, with the reason. */
export interface RungReached {
  readonly level: Rung;
  readonly text: string;
}

/** The highest rung that a problem reached. Rulings, reports and decisions all use this rule. */
export function findRung(facts: EvidenceFacts): RungReached {
  const { problem, verifications = [], demonstrations = [], isChecked } = facts;
  const shown = demonstrations.find(({ outcome }) => outcome === "shown");
  if (shown !== undefined) return { level: "demonstrated", text: `we ran its repro: ${shown.why}` };
  const confirmation = foundConfirmation(verifications);
  if (confirmation !== undefined) return { level: "confirmed", text: confirmation };
  const hasOutput = problem.repros.some(({ output }) => output !== undefined);
  // In a round of our own the output of a script is only a claim of its author.
  if (hasOutput && !isChecked) {
    return { level: "reproduced", text: "a script that shows it is attached, with what it printed" };
  }
  const rung = codeRung(facts);
  return hasOutput ? { ...rung, text: `${rung.text}; the output of its script is its author's word` } : rung;
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
