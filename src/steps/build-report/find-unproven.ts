import { scanLines } from "#grammar/lines.ts";
import type { Finding } from "#model/finding.ts";
import { type Rung, rungLevel } from "#model/panel/evidence-ladder.ts";
import type { Demonstration } from "#model/panel/verification.ts";
import type { Severity } from "#model/severity.ts";
import { oneLine, truncate } from "#util/words.ts";

/** A problem, and what was run for it. */
export interface UnprovenFacts {
  readonly severity: Severity;
  readonly level: Rung;
  /** Its findings by reviewers that judge. Those of checks are facts that a program computed. */
  readonly findings: readonly Pick<Finding, "body" | "repros">[];
  /** What came of the repros of its findings. */
  readonly demonstrations: readonly Demonstration[];
  /** Repros were run in this round. */
  readonly isRunAllowed: boolean;
}

/**
 * Why nothing that was run shows a critical or important problem, a clause. Undefined: something does, or nothing has to,
 * because it is a suggestion or the finding of a check. It changes neither severity nor verdict.
 */
export function findUnproven(facts: UnprovenFacts): string | undefined {
  const { severity, level, findings, demonstrations, isRunAllowed } = facts;
  if (severity === "suggestion" || findings.length === 0) return undefined;
  if (level === "reproduced" || rungLevel(level) >= rungLevel("shown")) return undefined;
  const ran = demonstrations.find(({ runs }) => runs.length > 0);
  if (ran !== undefined) return `its repro was run and does not show it: ${ran.why}`;
  const [failed] = demonstrations;
  if (failed !== undefined) return `its repro could not be run: ${failed.why}`;
  if (findings.some(({ repros }) => repros.some(({ script }) => script.trim() !== ""))) {
    return isRunAllowed ? "its repro was not run" : "its repro was not run: scripts run only with --allow-run";
  }
  const reason = findings.map(({ body }) => statedReason(body)).find((each) => each !== undefined);
  return reason === undefined ? "no repro was given" : `its author says that no script can show it: ${reason}`;
}

/** What a reviewer writes as `Unproven: needs two machines`. */
function statedReason(body: string): string | undefined {
  for (const { text, inFence } of scanLines(body)) {
    const reason = inFence
      ? undefined
      : /^[\s>*_-]{0,8}unproven[*_]{0,2}:[*_]{0,2}\s*(\S.*)$/i.exec(text.slice(0, 2000))?.[1];
    if (reason !== undefined) return truncate(oneLine(reason), MAX_REASON).replace(/\.$/, "");
  }
  return undefined;
}

const MAX_REASON = 300;
