import { type RuledCluster, type Statement, wordingOf } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import type { EarlierRef, PreviousFinding } from "#model/history/lineage.ts";
import type { DecidedProblem } from "#model/history/standing-decision.ts";
import { findingIdSchema, reviewerId } from "#model/ids.ts";
import type { Review } from "#model/review.ts";
import { makeIdentity } from "../match/identity/make-identity.ts";
import { type Severity, severityOfLetter } from "#model/severity.ts";

/** The texts about a cluster's problem: by its members, then by the report if it has its own words. */
export function wordingsOf({ findings }: Pick<Review, "findings">, cluster: RuledCluster): Finding[] {
  const ids = new Set<string>(cluster.members.filter(({ share }) => share !== "secondary").map((each) => each.finding));
  const said = findings.filter(({ id }) => ids.has(id));
  const { statement } = cluster;
  if (statement === undefined || said.some(({ title, body }) => title === statement.title && body === statement.body))
    return said;
  return [...said, asFinding(`report:${cluster.id}`, severityOfCluster(cluster), statement)];
}

/** The main one of the texts about a cluster's problem. */
export function mainWording(cluster: RuledCluster, said: readonly Finding[]): Statement | Finding | undefined {
  return wordingOf(cluster, new Map(said.map((finding) => [finding.id, finding]))) ?? said[0];
}

/** The words of somebody who is not a reviewer, as a finding for comparison: `report:I3`. */
function asFinding(
  id: string,
  severity: Severity,
  { title, locations, places, body, quotes, repros, ...more }: Omit<Statement, "notes">,
): Finding {
  const [speaker = "", label = ""] = id.split(":");
  return {
    id: findingIdSchema.parse(id),
    reviewer: reviewerId(speaker),
    pass: 1,
    label,
    severity,
    title,
    locations,
    places,
    body,
    quotes,
    repros,
    class: more.class,
    fix: more.fix,
    lines: { start: 1, end: 1 },
  };
}

/** The severity of a cluster; for a dropped or routed one, that of its id or the mildest. */
export function severityOfCluster({ id, ruling }: RuledCluster): Severity {
  return ruling.kind === "keep" ? ruling.severity : (severityOfLetter(id[0] ?? "") ?? "suggestion");
}

/** A problem as a decision describes it, for when its review is unavailable. */
export function problemFromDecision(problem: DecidedProblem, ref: EarlierRef, head?: string): EarlierProblem {
  const { title, text, severity, rung, locations, symbols, identity, quotes } = problem;
  const words = { title, body: text, locations, places: [], quotes, repros: [] };
  const stated = problem.class === undefined ? words : { ...words, class: problem.class };
  return {
    ref,
    sightings: [ref],
    printed: [],
    title,
    severity,
    rung,
    locations,
    symbols,
    head,
    identities: [identity],
    wordings: [asFinding(`decision:${ref.cluster}`, severity, stated)],
    reviewers: [],
  };
}

/**
 * A problem as a later record lists it, for when the record of its own round is lost. Its code is followed from `head`
 * only if nothing had touched it by then: otherwise the listed lines may be those of another commit.
 */
export function problemFromPrevious(
  listed: PreviousFinding,
  ref: EarlierRef,
  head: string | undefined,
): EarlierProblem {
  const { title, status, locations = [], commits = [], verdicts = [], byCommenters } = listed;
  const severity = listed.severity ?? severityOfLetter(ref.cluster[0] ?? "") ?? "suggestion";
  const words = { title, body: "", locations, places: [], quotes: [], repros: [] };
  const isPlaceSure = status === "open" && commits.length + verdicts.length === 0;
  return {
    ref,
    sightings: [ref],
    printed: [ref],
    title,
    severity,
    ratedIn: ref.round,
    rung: "asserted",
    locations,
    symbols: [],
    head: isPlaceSure ? head : undefined,
    identities: [makeIdentity({ problem: words })],
    wordings: [asFinding(`report:${ref.cluster}`, severity, words)],
    reviewers: [],
    ...(byCommenters === true && { byCommenters }),
  };
}
