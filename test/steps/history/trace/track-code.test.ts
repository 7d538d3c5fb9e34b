import { describe, expect, test } from "vitest";
import type { CodeAt, CodeBetween } from "#model/history/code-facts.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import { trackCode } from "#steps/history/trace/track-code.ts";
import { aScope } from "../../../helpers/builders.ts";
import { aProblem, aRef, aStandingDecision } from "../problems.ts";

const HEAD = "a".repeat(40);

/** A change of `src/new.ts`, which was `src/old.ts`, in a tree that also has `src/far.ts`. */
function open() {
  const followed: string[] = [];
  const code: CodeAt = {
    commit: "b".repeat(40),
    readLines: async (path) => (path === "src/new.ts" || path === "src/far.ts" ? ["one", "two"] : undefined),
    find: async () => [],
    findAnywhere: async () => [],
  };
  const between: CodeBetween = {
    from: { ...code, commit: HEAD, readLines: async () => ["one", "two"] },
    to: code,
    isRewritten: false,
    commits: [],
    async follow(path, lines) {
      followed.push(path);
      const at = { path, ...lines };
      const none = { removed: 0, isChangedAround: false, isMoved: false, isFileGone: false, commits: [], nearby: [] };
      return { at, unchanged: 1, changed: 0, before: ["one"], after: ["one"], ...none };
    },
    lastChange: async () => undefined,
  };
  const scope = aScope({ files: [{ path: "src/new.ts", oldPath: "src/old.ts", change: "renamed" }] });
  const since = async () => between;
  return { known: trackCode({ scope, now: code, since, sinceLast: undefined }), followed };
}

function decidedOn(path: string, round = 0): EarlierProblem {
  const locations = [{ path, start: 1, end: 1 }];
  const decision = aStandingDecision({ head: HEAD });
  const problem = { ...decision.problem, locations };
  const ref = aRef("I1", round);
  return aProblem({ ref, sightings: [ref], head: HEAD, locations, wordings: [], decision: { ...decision, problem } });
}

describe("a problem that only a decision knows", () => {
  test("is of interest where it is about a file of the change, by its new name or its old one", async () => {
    const { known } = open();
    expect(await known.isOfInterest(decidedOn("src/new.ts"))).toBe(true);
    expect(await known.isOfInterest(decidedOn("src/old.ts"))).toBe(true);
    expect(await known.isOfInterest(decidedOn("src/far.ts"))).toBe(false);
    expect(await known.isOfInterest(decidedOn("src/far.ts", 1))).toBe(true);
  });

  test("is of interest where its file is gone and may be called otherwise, for some of them", async () => {
    const { known } = open();
    const asked = await Promise.all(
      Array.from({ length: 100 }, (_, at) => known.isOfInterest(decidedOn(`gone-${at}`))),
    );
    expect(asked[0]).toBe(true);
    expect(asked.filter(Boolean).length).toBeLessThan(60);
  });

  test("is unknown until it is followed, and is followed once, for both questions", async () => {
    const { known, followed } = open();
    const problem = decidedOn("src/far.ts");
    expect(known.codeOf(problem).kind).toBe("unknown");
    await Promise.all([known.follow(problem), known.follow(problem)]);
    expect(known.codeOf(problem).kind).toBe("unchanged");
    expect(known.codeSinceDecision(problem).kind).toBe("unchanged");
    expect(followed).toEqual(["src/far.ts"]);
  });
});
