import type { Observation } from "#model/assessment.ts";
import type { Finding, GroundedFinding } from "#model/finding.ts";
import type { ReviewerId } from "#model/ids.ts";
import type { Contest } from "#model/report.ts";
import { SEVERITIES, severityLevel } from "#model/severity.ts";
import type { Verification } from "#model/panel/verification.ts";
import { praisesSame } from "./praises-same.ts";
import { oneLine, truncate } from "#util/words.ts";

/** A quoted reason or text is cut to this many characters. */
const MAX_LENGTH = 300;

/** A problem, and what may contradict it. */
export interface Contested {
  /** The findings about it, with their checks against the commit. */
  readonly members: readonly GroundedFinding[];
  /** Observations of the panel. Strengths of reviewers that did not raise the problem count. */
  readonly observations: readonly Observation[];
  /** The answers of verifiers. */
  readonly verifications?: readonly Verification[] | undefined;
}

/**
 * Why a kept finding is contested: ratings two levels apart, another reviewer that praises the same code, a claim that the
 * code contradicts, a verifier that refutes it. Undefined if it is not. Lists both sides and decides nothing.
 */
export function findContest(contested: Contested): Contest | undefined {
  const contests = [ratedApart(contested), praised(contested), contradicted(contested), refuted(contested)].filter(
    (contest) => contest !== undefined,
  );
  if (contests.length === 0) return undefined;
  return { why: contests.map(({ why }) => why).join("; "), sides: contests.flatMap(({ sides }) => sides) };
}

/** Two reviewers rate the same problem two levels apart: one of them is wrong, and the reader should know. */
function ratedApart(contested: Contested): Contest | undefined {
  const members = findingsOf(contested);
  const claims = SEVERITIES.map((severity) => ({
    severity,
    reviewers: reviewersOf(members.filter((finding) => finding.severity === severity)),
  })).filter(({ reviewers }) => reviewers.length > 0);
  const highest = claims[0];
  const lowest = claims.at(-1);
  if (highest === undefined || lowest === undefined) return undefined;
  if (severityLevel(highest.severity) - severityLevel(lowest.severity) < 2) return undefined;
  return {
    why: `rated ${highest.severity} by one side and ${lowest.severity} by the other`,
    sides: claims.map(({ severity, reviewers }) => ({ says: severity, reviewers })),
  };
}

function praised({ observations, ...contested }: Contested): Contest | undefined {
  const members = findingsOf(contested);
  const reporters = reviewersOf(members);
  const praises = observations.flatMap(({ kind, reviewer, text }) => {
    if (kind !== "strength" || reviewer === undefined || reporters.includes(reviewer)) return [];
    const about = members.find((finding) => praisesSame(text, finding));
    return about === undefined ? [] : [{ reviewer, text, about }];
  });
  const [first] = praises;
  if (first === undefined) return undefined;
  return {
    why: "what one side reports, the other praises",
    sides: [
      { says: `reports: ${truncate(oneLine(first.about.title), MAX_LENGTH)}`, reviewers: reporters },
      ...praises.map(({ reviewer, text }) => ({
        says: `praises: ${truncate(oneLine(text), MAX_LENGTH)}`,
        reviewers: [reviewer],
      })),
    ],
  };
}

function contradicted({ members }: Contested): Contest | undefined {
  const sides = members.flatMap(({ finding: { reviewer }, grounding }) =>
    (grounding?.claims ?? [])
      .filter(({ answer }) => answer === "contradicted")
      .flatMap(({ words, why }) => [
        { says: `claims: "${truncate(oneLine(words), MAX_LENGTH)}"`, reviewers: [reviewer] },
        { says: `the code: ${truncate(oneLine(why), MAX_LENGTH)}`, reviewers: [] },
      ]),
  );
  return sides.length === 0 ? undefined : { why: "the code contradicts a claim that it rests on", sides };
}

/** The severity stays and the problem still counts for the verdict: a refutation is one opinion against another. */
function refuted({ verifications = [], ...contested }: Omit<Contested, "observations">): Contest | undefined {
  const members = findingsOf(contested);
  const against = verifications.filter(({ answer }) => answer === "refuted");
  const [first] = members;
  if (against.length === 0 || first === undefined) return undefined;
  const side = (verb: string, { verifier, because }: Verification) => ({
    says: `${verb}: ${truncate(oneLine(because), MAX_LENGTH)}`,
    reviewers: verifier === undefined ? [] : [verifier.id],
  });
  return {
    why: "a verifier of another vendor refutes it",
    sides: [
      { says: `reports: ${truncate(oneLine(first.title), MAX_LENGTH)}`, reviewers: reviewersOf(members) },
      ...against.map((verification) => side("refutes", verification)),
      ...verifications
        .filter(({ answer }) => answer === "confirmed")
        .map((verification) => side("confirms", verification)),
    ],
  };
}

function findingsOf({ members }: Pick<Contested, "members">): Finding[] {
  return members.map(({ finding }) => finding);
}

function reviewersOf(findings: readonly Finding[]): ReviewerId[] {
  return [...new Set(findings.map(({ reviewer }) => reviewer))];
}
