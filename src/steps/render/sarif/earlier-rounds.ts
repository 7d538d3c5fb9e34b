import { createHash } from "node:crypto";
import type { Result } from "sarif";
import type { ReportFinding } from "#model/report.ts";
import type { Identity } from "#model/history/identity.ts";
import type { Lineage, PreviousFinding } from "#model/history/lineage.ts";
import type { Quote } from "#model/finding.ts";
import type { Location } from "#model/location.ts";
import { type ArtifactTable, resultLocations } from "./locations.ts";
import { FINGERPRINT_KEY } from "./fingerprint.ts";
import { problemMessage, levelOf, ruleOf } from "./rules.ts";

/** The baseline state of a result; undefined if the record has no lineage for it. */
export function baselineState({ comesFrom }: ReportFinding): Result.baselineState | undefined {
  return comesFrom === undefined ? undefined : STATES[comesFrom.kind];
}

const STATES: Readonly<Record<Lineage["kind"], Result.baselineState>> = {
  latent: "new",
  "new-code": "new",
  introduced: "new",
  contradicts: "new",
  "carried-over": "unchanged",
  moved: "updated",
  "re-raised": "updated",
};

/** The fingerprints of a problem, under names with the version. */
export function identityPrints(identity: Identity | undefined): Record<string, string> {
  if (identity === undefined) return {};
  const { version, ...prints } = identity;
  const known = Object.entries(prints).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(known.map(([tier, print]) => [`deepReviewIdentity/${tier}/v${version}`, print]));
}

/** A run's GUID, derived from the review's id, so that a later round can compute it. */
export function runGuid(review: string): string {
  const hex = createHash("sha256").update(`deep-review/merged/${review}`).digest("hex");
  // Marked as version 5 (derived from a name): the standard only allows versions 1 to 5.
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

/** An earlier finding with the data for a location and a fingerprint. */
export interface StandingEarlier {
  readonly finding: PreviousFinding;
  readonly title: string;
  readonly locations: readonly Location[];
  readonly places: readonly string[];
  readonly quotes: readonly Quote[];
}

/** Earlier findings that are not settled and that match no result of this round. */
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

/** The result for an earlier finding: tools that compare runs treat a missing result as fixed. */
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
