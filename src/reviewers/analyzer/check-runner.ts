import type { Analyzer, Check, CheckHit, ReportUnchecked } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";

/** One check of a built-in reviewer: its record and its search. A new check is one file that exports one of these. */
export interface CheckRunner {
  readonly check: Check;
  find(index: ChangeIndex, signal: AbortSignal, unlooked?: ReportUnchecked): Promise<readonly CheckHit[]>;
}

/** The parts of a built-in reviewer. */
interface AnalyzerParts extends Pick<Analyzer, "id" | "name" | "question"> {
  readonly checks: readonly CheckRunner[];
  /** Whether an earlier check of the list already reported this. */
  readonly isReported?: (hit: CheckHit, earlier: readonly CheckHit[]) => boolean;
}

/** Creates a reviewer that runs its checks one after the other. */
export function createAnalyzer({ checks, isReported = () => false, ...about }: AnalyzerParts): Analyzer {
  return {
    ...about,
    checks: checks.map(({ check }) => check),
    async review(index, signal, { progress, unlooked } = {}) {
      const hits: CheckHit[] = [];
      for (const runner of checks) {
        signal.throwIfAborted();
        const { id } = runner.check;
        progress?.(`checking ${id.slice(id.indexOf("/") + 1)}`, hits.length);
        const found = await runner.find(index, signal, unlooked);
        hits.push(...found.filter((hit) => !isReported(hit, hits)));
      }
      return hits;
    },
  };
}

/** A hit with the check's severity; none without a place. */
export function hitAt(check: Check, found: Omit<CheckHit, "check" | "severity" | "class">): CheckHit[] {
  if (found.places.length === 0) return [];
  return [{ check: check.id, severity: check.severity, class: "regression", ...found }];
}

/** Why a check that needs definitions skipped a file. */
export const UNPARSED = "its parser failed or took too long";
