import type { FindingId } from "#model/ids.ts";
import type { Verification } from "#model/panel/verification.ts";
import { chooseClaims } from "#steps/verify-findings/choose-claims.ts";
import { plural } from "#util/words.ts";
import type { ProblemVerifier } from "./verify-problems.ts";

/** What verifiers said before the round was cut short counts, also where nobody verifies now; undefined: nothing was said. */
export function keptVerifications(earlier: readonly Verification[]): ProblemVerifier | undefined {
  const verifications = earlier.filter(({ answer }) => answer !== "none");
  if (verifications.length === 0) return undefined;
  const asked = new Set<FindingId>(verifications.map(({ claim }) => claim));
  return {
    take() {},
    finish(problems) {
      const { chosen, leftOut } = chooseClaims(problems, { most: Infinity, asked });
      const count = chosen.length + leftOut.length;
      const left = `${plural(count, "finding was", "findings were")} not verified further: the round was resumed without a verifier`;
      return Promise.resolve({ verifications, gaps: count === 0 ? [] : [left] });
    },
  };
}
