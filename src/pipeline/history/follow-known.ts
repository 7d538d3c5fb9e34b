import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { CodeBetween } from "#model/history/code-facts.ts";
import type { KnownProblem } from "#model/history/earlier-problem.ts";
import type { CodeState } from "#steps/history/trace/code-state.ts";
import { followDecided, followProblem } from "#steps/history/trace/follow-problem.ts";

/** What became of the code of known problems, as far as somebody has asked. */
export interface KnownCode {
  /** Since the problem was last seen. */
  readonly codeOf: (problem: KnownProblem) => CodeState;
  /** Since the decision about it. */
  readonly codeSinceDecision: (problem: KnownProblem) => CodeState;
  /** Follows a problem's code; once, however often it is asked. */
  follow(problem: KnownProblem): Promise<CodeState>;
  /** Whether it is worth following before anybody speaks of it. */
  isOfInterest(problem: KnownProblem): Promise<boolean>;
}

/** Where earlier code is looked up. */
export interface FollowPlace {
  readonly opened: Pick<OpenedChange, "change" | "code">;
  readonly since: (head: string | undefined) => Promise<CodeBetween | undefined>;
  readonly sinceLast: CodeBetween | undefined;
}

/**
 * Follows known problems to the new head. What only a decision on another change knows is followed at once where it is
 * about a file of this change, or about one that is no longer called so; decisions grow in number, and most of them have
 * nothing to do with the change.
 */
export function followKnown({ opened, since, sinceLast }: FollowPlace): KnownCode {
  const files = opened.change.scope.files.flatMap(({ path, oldPath }) => [path, oldPath ?? path]);
  const changed = new Set(files);
  const codes = new Map<KnownProblem, CodeState>();
  const decided = new Map<KnownProblem, CodeState>();
  const asked = new Map<KnownProblem, Promise<CodeState>>();
  let lost = 0;
  const followNow = async (problem: KnownProblem): Promise<CodeState> => {
    const { head, decision } = problem;
    const now = opened.code;
    const code = await followProblem(problem, { now, since: await since(head), sinceLast });
    if (decision !== undefined)
      decided.set(
        problem,
        isAsDecided(problem) ? code : await followDecided(decision, { now, since: await since(decision.head) }),
      );
    codes.set(problem, code);
    return code;
  };
  const codeOf = (problem: KnownProblem): CodeState => codes.get(problem) ?? notFollowed(problem);
  return {
    codeOf,
    codeSinceDecision: (problem) => decided.get(problem) ?? codeOf(problem),
    follow(problem) {
      const code = asked.get(problem) ?? followNow(problem);
      asked.set(problem, code);
      return code;
    },
    async isOfInterest({ ref, locations }) {
      if (ref.round > 0 || locations.length === 0 || locations.some(({ path }) => changed.has(path))) return true;
      for (const { path } of locations) {
        if ((await opened.code.readLines(path)) !== undefined || lost >= MOST_LOST) continue;
        lost += 1;
        return true;
      }
      return false;
    },
  };
}

/** So many decisions on files that are gone are followed: each may have been renamed. */
const MOST_LOST = 40;

/** What only its decision tells of was last seen when it was decided on. */
function isAsDecided({ ref, head, decision }: KnownProblem): boolean {
  return ref.round === 0 && head === decision?.head && ref.cluster === decision?.of.cluster;
}

function notFollowed({ locations }: KnownProblem): CodeState {
  const note = "its code is not part of the change and was not looked at";
  return { kind: "unknown", isMaterial: false, locations, unchanged: [], commits: [], nearby: [], note };
}
