import { expect, test } from "vitest";
import { describeFence } from "#steps/take-receipt/fence/describe-fence.ts";
import { type FenceObservations, judgeFence } from "#steps/take-receipt/fence/judge-fence.ts";

const NOTHING: FenceObservations = {
  desk: [],
  more: 0,
  read: new Map(),
  network: [],
  programs: [],
  failed: [],
  processes: [],
  outside: [],
  unknown: [],
};
const changed = (path: string) => ({ path, what: "changed", isFolder: false }) as const;

test("nothing seen is a fence without entries and without incidents", () => {
  const fence = judgeFence(NOTHING);
  expect(fence).toEqual({ entries: [] });
  expect(describeFence(fence, "Claude")).toEqual([]);
});

test("changes inside a git folder are branches, worktrees or what else git keeps, also in a submodule", () => {
  const paths = [
    "code/.git/refs/heads/a/b",
    "code/lib/.git/worktrees/t/HEAD",
    "code/.git/HEAD",
    "code/.git/objects/ab/cd",
  ];
  const { entries } = judgeFence({ ...NOTHING, desk: paths.map(changed) });
  expect(entries.map(({ what, detail }) => `${what}: ${detail}`)).toEqual([
    "branch: branch a/b",
    "worktree: worktree t",
    "branch: HEAD of its copy (changed)",
    "outside-file: .git/objects of its copy (changed)",
  ]);
});

test("whether it read a file before it changed it stands with the file", () => {
  const desk = ["code/a.js", "code/b.js", "code/c.js", "code/d.js"].map(changed);
  const read = new Map([
    ["code/a.js", "changed"],
    ["code/b.js", "as-given"],
    ["code/c.js", "unknown"],
  ] as const);
  const fence = judgeFence({ ...NOTHING, desk, read });
  expect(fence.entries.map(({ path, reading }) => [path, reading])).toEqual([
    ["a.js", "before"],
    ["b.js", "after"],
    ["c.js", undefined],
    ["d.js", undefined],
  ]);
  expect(describeFence(fence, "Claude")).toEqual([
    {
      kind: "changed-code",
      text: "Claude changed its copy, which was thrown away: a.js (changed), before it read it, b.js (changed), after it had read it, c.js (changed), d.js (changed)",
    },
  ]);
});

test("a worktree that could not be made was tried", () => {
  const failed = [{ what: "worktree", command: "git worktree add ../t" }] as const;
  expect(describeFence(judgeFence({ ...NOTHING, failed }), "Claude")).toEqual([
    {
      kind: "changed-repository",
      text: "Claude made or tried to make git worktree add ../t (tried, the call failed); thrown away with its copy",
    },
  ]);
});

test("what is not listed is counted and said", () => {
  const desk = Array.from({ length: 80 }, (_, at) => changed(`code/${at}.js`));
  const fence = judgeFence({ ...NOTHING, desk, more: 20 });
  expect(fence.entries).toHaveLength(50);
  expect(fence.more).toBe(50);
  expect(describeFence(fence, "Claude").at(-1)).toEqual({
    kind: "odd",
    text: "50 more of 100 things that Claude must not do are not listed",
  });
});

test("what was refused is no harm done; what ran cannot be taken back", () => {
  const network = [
    { command: "curl a", end: "refused" },
    { command: "curl b", end: "ran" },
  ] as const;
  const { entries } = judgeFence({ ...NOTHING, network });
  expect(entries.map(({ detail, restored }) => [detail, restored])).toEqual([
    ["curl a (refused)", true],
    ["curl b (ran)", false],
  ]);
});
