import type { Analyzer, Check, CheckHit, SayUnlooked } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";

/** One check of a built-in reviewer: its record, and how it looks. A new check is one file that exports one of these. */
export interface CheckRunner {
  readonly check: Check;
  find(index: ChangeIndex, signal: AbortSignal, unlooked?: SayUnlooked): Promise<readonly CheckHit[]>;
}

/** What a built-in reviewer is made of. */
export interface AnalyzerParts extends Pick<Analyzer, "id" | "name" | "question"> {
  readonly checks: readonly CheckRunner[];
  /** Whether an earlier check of the list has already reported this. */
  readonly isReported?: (hit: CheckHit, earlier: readonly CheckHit[]) => boolean;
}

/** Makes a reviewer that runs its checks one after the other. */
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

/** A hit about something that the change brought; none where there is no place. */
export function hitAt(check: Check, found: Omit<CheckHit, "check" | "severity" | "class">): CheckHit[] {
  if (found.places.length === 0) return [];
  return [{ check: check.id, severity: check.severity, class: "regression", ...found }];
}

/** Why a check that needs definitions did not look at a file. */
export const UNPARSED = "its parser failed or took too long";
