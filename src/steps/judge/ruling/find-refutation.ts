import type { RuledCluster } from "#model/cluster.ts";
import type { GroundedFinding } from "#model/finding.ts";
import { reviewerTitle } from "#model/panel/reviewer.ts";
import { isFound, type Verification, verificationsOf } from "#model/panel/verification.ts";
import { oneLine, truncate } from "#util/words.ts";

/** A quoted reason or text is cut to this many characters. */
const MAX_LENGTH = 300;

/** The rest of the round, and the answers of verifiers. */
export interface RefutationFacts {
  readonly problems: readonly Problem[];
  readonly raised: readonly GroundedFinding[];
  readonly verifications: readonly Verification[];
}

type Problem = Pick<RuledCluster, "members" | "credits" | "ruling">;

/**
 * Why a kept problem is dropped because a verifier refutes it: only one reviewer found it, without code that stands. In
 * doubt it is kept and shown as contested.
 */
export function findRefutation(problem: Problem, facts: RefutationFacts): string | undefined {
  const { ruling, credits } = problem;
  if (ruling.kind !== "keep" || ruling.severity === "critical") return undefined;
  const own = verificationsOf(facts.verifications, problem.members);
  const refutation = own.find(({ answer, proofs }) => answer === "refuted" && isFoundWhole(proofs));
  if (refutation === undefined || own.some(({ answer }) => answer === "confirmed")) return undefined;
  const ids = new Set(problem.members.map(({ finding }) => finding));
  const members = facts.raised.filter(({ finding }) => ids.has(finding.id));
  if (members.some(({ finding }) => finding.severity === "critical")) return undefined;
  const finders = new Set([...members.map(({ finding }) => finding), ...credits].map(({ reviewer }) => reviewer));
  if (finders.size !== 1 || !members.every(showsNothing)) return undefined;
  // It is also part of another kept problem, so it is not completely wrong.
  const others = facts.problems.filter((each) => each !== problem);
  if (others.some((other) => other.members.some(({ finding }) => ids.has(finding)))) return undefined;
  const who = refutation.verifier === undefined ? "a verifier" : reviewerTitle(refutation.verifier);
  return `${who} refutes it with code that stands at the commit, its only finder shows none: ${truncate(oneLine(refutation.because), MAX_LENGTH)}`;
}

/** To drop a problem, all quoted code must have been found, not only some of it. */
function isFoundWhole(proofs: Verification["proofs"]): boolean {
  const quotes = proofs.filter(({ kind }) => kind === "quote");
  return quotes.some(isFound) && quotes.every((proof) => isFound(proof) || isUnchecked(proof));
}

function isUnchecked(proof: Verification["proofs"][number]): boolean {
  return proof.kind === "quote" && proof.grounding.status === "unchecked";
}

/** Whether a finding is known to quote no code that exists. If it could not be checked, that is unknown. */
function showsNothing({ finding: { quotes, repros }, grounding }: GroundedFinding): boolean {
  if (grounding === undefined || repros.some(({ output }) => output !== undefined)) return false;
  return quotes.length === 0 || grounding.summary.status === "unsupported";
}
