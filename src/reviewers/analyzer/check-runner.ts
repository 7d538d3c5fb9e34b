import type { Analyzer, AnalyzerListener, Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";

/** Hears what a check could not look at, and what it looked at without a report. */
export type CheckListener = Pick<AnalyzerListener, "unlooked" | "skipped">;

/** One check of a built-in reviewer: its record and its search. A new check is one file that exports one of these. */
export interface CheckRunner {
  readonly check: Check;
  find(index: ChangeIndex, signal: AbortSignal, listener?: CheckListener): Promise<readonly CheckHit[]>;
}

/** The parts of a built-in reviewer. */
interface AnalyzerParts extends Pick<Analyzer, "id" | "name" | "question"> {
  readonly checks: readonly CheckRunner[];
  /** The hit of an earlier check of the list that already reports this. */
  readonly findReported?: (hit: CheckHit, earlier: readonly CheckHit[]) => CheckHit | undefined;
}

/** Creates a reviewer that runs its checks one after the other. */
export function createAnalyzer({ checks, findReported = () => undefined, ...about }: AnalyzerParts): Analyzer {
  return {
    ...about,
    checks: checks.map(({ check }) => check),
    async review(index, signal, { progress, unlooked, skipped } = {}) {
      const hits: CheckHit[] = [];
      for (const runner of checks) {
        signal.throwIfAborted();
        const { id } = runner.check;
        progress?.(`checking ${id.slice(id.indexOf("/") + 1)}`, hits.length);
        const found = await runner.find(index, signal, { unlooked, skipped });
        const fresh = found.filter((hit) => {
          const earlier = findReported(hit, hits);
          const [place] = hit.places;
          if (earlier !== undefined && place !== undefined) {
            const { path, start: line } = place.location;
            skipped?.({ check: id, path, line, about: hit.title, why: `${earlier.check} already reports these lines` });
          }
          return earlier === undefined;
        });
        hits.push(...fresh);
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
