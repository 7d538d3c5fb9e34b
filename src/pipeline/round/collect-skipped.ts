import type { ReportSkipped } from "#model/change/analyzer.ts";
import type { SkippedHits } from "#model/panel/receipt.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { truncate } from "#util/words.ts";

/** How many are kept of one reviewer. All are counted. */
const MAX_KEPT = 200;
const MAX_TEXT = 200;

interface SkippedCollector {
  readonly add: ReportSkipped;
  /** Empty if nothing was skipped. */
  result(): { readonly skipped?: SkippedHits };
}

/** Collects what the checks of one reviewer looked at and did not report. */
export function collectSkipped(): SkippedCollector {
  const hits: SkippedHits["hits"][number][] = [];
  let count = 0;
  return {
    add({ check, path, line, about, why }) {
      count += 1;
      if (hits.length >= MAX_KEPT) return;
      const texts = { about: truncate(about, MAX_TEXT), why: truncate(why, MAX_TEXT) };
      hits.push(omitUndefined({ check, path, line, ...texts }));
    },
    result: () => (count === 0 ? {} : { skipped: { hits, more: count - hits.length } }),
  };
}

/** What all reviewers skipped together; undefined if nothing was. */
export function joinSkipped(all: readonly SkippedHits[]): SkippedHits | undefined {
  if (all.length === 0) return undefined;
  return { hits: all.flatMap(({ hits }) => hits), more: all.reduce((sum, { more }) => sum + more, 0) };
}
