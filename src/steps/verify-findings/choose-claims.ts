import type { FindingId } from "#model/ids.ts";
import type { OpenProblem } from "#model/panel/verification.ts";
import { severityLevel } from "#model/severity.ts";

/** How much is to be verified. */
export interface ClaimSettings {
  /** Over the whole round. */
  readonly most: number;
  /** Claims that were put to a verifier before; they count, and are not chosen again. */
  readonly asked: ReadonlySet<FindingId>;
  /** Reviewers still speak: only what is critical or important is asked now, the rest when all have spoken. */
  readonly early?: boolean;
  /** Whether somebody may verify a claim of these families; absent: always. */
  readonly hasVerifier?: (families: readonly string[]) => boolean;
}

/** A problem that is to be verified. */
export interface ChosenClaim extends Pick<OpenProblem, "finding" | "findings" | "severity" | "families"> {
  readonly why: string;
}

/** What is to be verified, worst first, and what is left out. */
export interface ChosenClaims {
  readonly chosen: readonly ChosenClaim[];
  /** Those that need it and for which there is no room. Empty while reviewers still speak: they may find it yet. */
  readonly leftOut: readonly ChosenClaim[];
  /** Those that need it and that nobody may verify. Empty while reviewers still speak. */
  readonly nobody: readonly ChosenClaim[];
}

/**
 * Which problems need another's eyes: all that are critical or important, and suggestions that are contested or whose code was not found. The worst
 * come first, of equals the contested, then those of one family alone. Made to be called again as reviewers end.
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

/** Needs from here on are those of suggestions. */
const SUGGESTION = 6;

function claimOf({ contest, doubt, ...problem }: OpenProblem): { claim: ChosenClaim; need: number }[] {
  const { severity, families } = problem;
  const against = contest ?? doubt;
  if (severity === "suggestion" && against === undefined) return [];
  const isAlone = families.length <= 1;
  const why =
    against === undefined ? (isAlone ? `${severity}, said by one vendor alone` : severity) : `contested: ${against}`;
  return [
    {
      claim: { ...problem, why },
      need: (2 - severityLevel(severity)) * 3 + (against !== undefined ? 0 : isAlone ? 1 : 2),
    },
  ];
}
