import type { Scope } from "#model/change/scope.ts";
import type { CodeAt, CodeBetween } from "#model/history/code-facts.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import type { CodeState } from "./code-state.ts";
import { followDecided, followProblem, type TraceFacts } from "./follow-problem.ts";

/** The state of the code of earlier problems, as far as requested. */
export interface CodeTracker {
  /** Since the problem was last seen. */
  readonly codeOf: (problem: EarlierProblem) => CodeState;
  /** Since the decision about it. */
  readonly codeSinceDecision: (problem: EarlierProblem) => CodeState;
  /** Follows a problem's code, at most once. */
  follow(problem: EarlierProblem): Promise<CodeState>;
  /** Whether to follow it before anybody mentions it. */
  isOfInterest(problem: EarlierProblem): Promise<boolean>;
}

export interface CodeSources {
  readonly scope: Pick<Scope, "files">;
  /** The code of the new head. */
  readonly now: CodeAt;
  readonly since: (head: string | undefined) => Promise<CodeBetween | undefined>;
  readonly sinceLast: CodeBetween | undefined;
  /** The files of the new head that define a name. Absent: unknown. */
  readonly definedIn?: TraceFacts["definedIn"];
}

/**
 * Follows the code of earlier problems to the new head. A problem known only by a decision on another change is of
 * interest if it is about a file of this change, or about a file that is gone and may have been renamed. Decisions
 * accumulate, and most of them have nothing to do with the change.
 */
export function trackCode({ scope, now, since, sinceLast, definedIn }: CodeSources): CodeTracker {
  const files = scope.files.flatMap(({ path, oldPath }) => [path, oldPath ?? path]);
  const changed = new Set(files);
  const codes = new Map<EarlierProblem, CodeState>();
  const decided = new Map<EarlierProblem, CodeState>();
  const followed = new Map<EarlierProblem, Promise<CodeState>>();
  let lost = 0;
  const followNow = async (problem: EarlierProblem): Promise<CodeState> => {
    const { head, decision } = problem;
    const code = await followProblem(problem, { now, since: await since(head), sinceLast, definedIn });
    if (decision !== undefined)
      decided.set(
        problem,
        isAsDecided(problem) && code.kind !== "renamed"
          ? code
          : await followDecided(decision, { now, since: await since(decision.head) }),
      );
    codes.set(problem, code);
    return code;
  };
  const codeOf = (problem: EarlierProblem): CodeState => codes.get(problem) ?? notFollowed(problem);
  return {
    codeOf,
    codeSinceDecision: (problem) => decided.get(problem) ?? codeOf(problem),
    follow(problem) {
      const code = followed.get(problem) ?? followNow(problem);
      followed.set(problem, code);
      return code;
    },
    async isOfInterest({ ref, locations }) {
      if (ref.round > 0 || locations.length === 0 || locations.some(({ path }) => changed.has(path))) return true;
      for (const { path } of locations) {
        if ((await now.readLines(path)) !== undefined || lost >= MAX_LOST) continue;
        lost += 1;
        return true;
      }
      return false;
    },
  };
}

/** The maximum number of decisions on missing files that are followed. */
const MAX_LOST = 40;

/** A problem known only by its decision was last seen when it was decided on. */
function isAsDecided({ ref, head, decision }: EarlierProblem): boolean {
  return ref.round === 0 && head === decision?.head && ref.cluster === decision?.of.cluster;
}

function notFollowed({ locations }: EarlierProblem): CodeState {
  const note = "its code is not part of the change and was not looked at";
  return { kind: "unknown", isMaterial: false, locations, unchanged: [], commits: [], nearby: [], note };
}
