import type { FindingId } from "#model/ids.ts";
import type { OpenProblem } from "#model/panel/verification.ts";
import { severityLevel } from "#model/severity.ts";

/** What may be verified. */
export interface ClaimSettings {
  /** The maximum for the whole round. */
  readonly most: number;
  /** Claims that a verifier already got. They count, and are not chosen again. */
  readonly asked: ReadonlySet<FindingId>;
  /** Reviewers are still running: only critical and important problems are chosen now, the rest at the end. */
  readonly early?: boolean;
  /** Whether there is a verifier for a claim of these families. Default: always. */
  readonly hasVerifier?: (families: readonly string[]) => boolean;
}

/** A problem to verify. */
export interface ChosenClaim extends Pick<OpenProblem, "finding" | "findings" | "severity" | "families"> {
  readonly why: string;
}

/** The problems to verify, worst first, and those left out. */
export interface ChosenClaims {
  readonly chosen: readonly ChosenClaim[];
  /** Those above the maximum. Empty while reviewers still run. */
  readonly leftOut: readonly ChosenClaim[];
  /** Those without a verifier. Empty while reviewers still run. */
  readonly nobody: readonly ChosenClaim[];
}

/**
 * Chooses the problems to verify: all that are critical or important, and suggestions that are contested or whose quote
 * was not found. The worst come first; among equals the contested, then those of one family. Called as reviewers end.
 */
export function chooseClaims(problems: readonly OpenProblem[], settings: ClaimSettings): ChosenClaims {
  const { most, asked, early = false, hasVerifier = () => true } = settings;
  const needed = problems
    .flatMap((problem) => claimOf(problem))
    .filter(({ claim, need }) => !claim.findings.some((id) => asked.has(id)) && !(early && need >= SUGGESTION))
    .toSorted((a, b) => a.need - b.need)
    .map(({ claim }) => claim);
  const room = Math.max(0, most - asked.size);
  const possible = needed.filter(({ families }) => hasVerifier(families));
  return {
    chosen: possible.slice(0, room),
    leftOut: early ? [] : possible.slice(room),
    nobody: early ? [] : needed.filter((claim) => !possible.includes(claim)),
  };
}

/** From this value on, the need is that of a suggestion. */
const SUGGESTION = 6;

function claimOf({ contest, doubt, ...problem }: OpenProblem): { claim: ChosenClaim; need: number }[] {
  const { severity, families } = problem;
  const against = contest ?? doubt;
  if (severity === "suggestion" && against === undefined) return [];
  const isAlone = families.length <= 1;
  const why =
    against === undefined ? (isAlone ? `${severity}, raised by one vendor alone` : severity) : `contested: ${against}`;
  return [
    {
      claim: { ...problem, why },
      need: (2 - severityLevel(severity)) * 3 + (against !== undefined ? 0 : isAlone ? 1 : 2),
    },
  ];
}
