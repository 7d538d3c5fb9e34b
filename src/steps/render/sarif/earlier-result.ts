import type { Result } from "sarif";
import type { Quote } from "#model/finding.ts";
import type { Location } from "#model/location.ts";
import type { PreviousFinding } from "#model/history/lineage.ts";
import type { ArtifactTable } from "./artifact-table.ts";
import { FINGERPRINT_KEY } from "./fingerprint.ts";
import { resultLocations } from "./locations.ts";
import { problemMessage } from "./messages.ts";
import { levelOf, ruleOf } from "./rules.ts";

/** An earlier finding with what a place and a fingerprint are made of. */
export interface StandingEarlier {
  readonly finding: PreviousFinding;
  readonly title: string;
  readonly locations: readonly Location[];
  readonly places: readonly string[];
  readonly quotes: readonly Quote[];
}

/** Earlier findings that are not settled and that no result of this round speaks for. */
export function standingEarlier(previous: readonly PreviousFinding[]): readonly StandingEarlier[] {
  return previous
    .filter(({ of, status, raisedAgain = [] }) => of !== undefined && UNSETTLED.has(status) && raisedAgain.length === 0)
    .map((finding) => ({
      finding,
      title: finding.title,
      locations: finding.locations ?? [],
      places: [],
      quotes: [],
    }));
}

const UNSETTLED: ReadonlySet<PreviousFinding["status"]> = new Set(["open", "partly-fixed", "unknown"]);

/** The result of one: what is left out of a run counts as solved for those who compare runs. */
export function earlierResult(earlier: StandingEarlier, print: string, table: ArtifactTable): Result {
  const { ref, title, text, status, severity, of, rounds, commits = [] } = earlier.finding;
  return {
    ...ruleOf(undefined),
    kind: "fail" as const,
    level: levelOf(severity ?? "suggestion"),
    message: problemMessage(title, `Raised in an earlier round as ${ref}. ${text}`),
    ...resultLocations(earlier, table),
    partialFingerprints: { [FINGERPRINT_KEY]: print },
    baselineState: "unchanged" as const,
    properties: {
      id: ref,
      fate: "earlier",
      status,
      severity,
      of,
      rounds,
      commits: commits.length > 0 ? commits.map(({ id }) => id) : undefined,
    },
  };
}
