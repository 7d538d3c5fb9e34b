import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openChange, type OpenedChange } from "#adapters/git/open-change.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import type { CodeState } from "#steps/history/trace/code-state.ts";
import { followDecided, followProblem, type TraceFacts } from "#steps/history/trace/follow-problem.ts";
import { makeRepository, type TemporaryRepository } from "../../../adapters/git/temporary-repository.ts";
import { aFinding } from "../../../helpers/builders.ts";
import { aProblem, aStandingDecision } from "../problems.ts";

let repository: TemporaryRepository;
let opened: OpenedChange[] = [];
let first = "";

const filler = (name: string): string[] =>
  Array.from({ length: 12 }, (_, at) => `const ${name}${at} = "${name}-${at}";`);
const deliver = [
  "export function deliver(hook: Hook) {",
  "  const answer = post(hook.url, hook.body);",
  "  if (answer.status >= 400) retry(hook, answer);",
  "  return answer.status;",
  "}",
];
const text = (...lines: readonly (readonly string[])[]): string => `${lines.flat().join("\n")}\n`;
const start = text(filler("before"), deliver, filler("after"));
const other = text(filler("queue"), ["queue.push(hook, { times: Infinity });"], filler("rest"));
const path = "src/deliver.ts";

beforeEach(() => {
  repository = makeRepository();
  first = repository.commit("Deliver", { [path]: start, "src/queue.ts": other });
});

afterEach(async () => {
  for (const one of opened) await one.close();
  opened = [];
  repository.remove();
});

async function factsSince(head: string, last?: string): Promise<TraceFacts> {
  const change = await openChange({ folder: repository.folder, target: "HEAD" });
  opened.push(change);
  const between = async (earlier: string) => {
    const code = await change.codeSince(earlier);
    return "missing" in code ? undefined : code;
  };
  return {
    now: change.code,
    since: await between(head),
    ...(last !== undefined && { sinceLast: await between(last) }),
  };
}

const follow = async (problem: EarlierProblem = aProblem(), last?: string): Promise<CodeState> =>
  followProblem(problem, await factsSince(first, last));
const edit = (from: string, to: string): string => {
  repository.commit("Edit", { [path]: repository.git("show", `HEAD:${path}`).replace(from, to) + "\n" });
  return repository.git("rev-parse", "HEAD");
};

describe("the code of an earlier problem", () => {
  test("is changed when its lines say something else, and not when others do", async () => {
    edit("before3 =", "before3: string =");
    expect(await follow()).toMatchObject({ kind: "unchanged", isMaterial: false, commits: [] });
    const fix = edit("status >= 400", "status >= 400 && answer.status !== 410");
    expect(await follow()).toMatchObject({ kind: "changed", isMaterial: true, commits: [{ id: fix }] });
  });

  test("is not changed by a comment or another layout, unless it is about the comment", async () => {
    edit(
      "  if (answer.status >= 400) retry(hook, answer);",
      "  // Try again.\n  if (answer.status >= 400)\n    retry(\n      hook,\n      answer,\n    );",
    );
    expect(await follow()).toMatchObject({ kind: "layout", isMaterial: false });
    const words = aProblem({ title: "The comment of deliver is missing" });
    expect(await follow(words)).toMatchObject({ kind: "changed", isMaterial: true });
  });

  test("is the whole block that was quoted around or next to the cited lines", async () => {
    const quotes = [{ code: deliver.join("\n") }];
    const at = (line: number): EarlierProblem =>
      aProblem({ locations: [{ path, start: line, end: line }], wordings: [aFinding({ quotes })] });
    const fix = edit("  return answer", "  if (answer.status === 410) forget(hook);\n  return answer");
    const changed = { kind: "changed", isMaterial: true, commits: [{ id: fix }] };
    expect(await follow(at(14))).toMatchObject(changed);
    expect(await follow(at(11))).toMatchObject(changed);
    expect(await follow(at(3))).toMatchObject({ isMaterial: false });
  });

  test("is partly changed when one of its places is, and the other is named", async () => {
    edit("status >= 400", "status === 500");
    const locations = [...aProblem().locations, { path: "src/queue.ts", start: 13, end: 13 }];
    expect(await follow(aProblem({ locations }))).toMatchObject({
      kind: "partly",
      isMaterial: true,
      unchanged: [{ path: "src/queue.ts", start: 13, end: 13 }],
    });
  });

  test("has moved with its file, or into another one", async () => {
    repository.git("mv", path, "src/send.ts");
    repository.commit("Rename");
    const moved = { kind: "moved", isMaterial: false, locations: [{ path: "src/send.ts", start: 14, end: 15 }] };
    expect(await follow()).toMatchObject(moved);
  });

  test("is gone with its lines, or its file", async () => {
    edit(deliver.join("\n"), "");
    expect(await follow()).toMatchObject({ kind: "gone", isMaterial: true });
    repository.git("rm", "-q", path);
    repository.commit("Remove");
    expect(await follow()).toMatchObject({ kind: "gone", locations: [{ path, start: 14, end: 15 }] });
  });

  test("is as it was after a revert, which is named", async () => {
    const fixed = edit("status >= 400", "status === 500");
    repository.git("revert", "--no-edit", "HEAD");
    const back = { kind: "unchanged", restored: { commit: { subject: 'Revert "Edit"' } } };
    expect(await follow()).toMatchObject(back);
    // Round 2 saw the fix, round 3 sees it undone.
    expect(await follow(aProblem({ settled: "fixed" }), fixed)).toMatchObject(back);
    // Round 2 saw it undone already: nothing came back since.
    const seen = repository.git("rev-parse", "HEAD");
    repository.commit("More", { "notes.md": "More\n" });
    expect((await follow(aProblem({ settled: "fixed" }), seen)).restored).toBeUndefined();
  });

  test("is brought back by a force-push that leaves the fix out", async () => {
    const fixed = edit("status >= 400", "status === 500");
    repository.git("reset", "-q", "--hard", first);
    repository.commit("Other work", { "notes.md": "Notes\n" });
    const state = await follow(aProblem({ settled: "fixed" }), fixed);
    expect(state).toMatchObject({ kind: "unchanged", isMaterial: false });
    expect(state.restored).toBeDefined();
  });

  test("is found by its quote where it cites no lines, or very many", async () => {
    edit("before3 =", "before3: string =");
    const quotes = [{ code: "const answer = post(hook.url, hook.body);\n...\nreturn answer.status;" }];
    const wide = aProblem({ locations: [{ path, start: 1, end: 29 }], wordings: [aFinding({ quotes })] });
    expect(await follow(wide)).toMatchObject({ kind: "unchanged", locations: [{ path, start: 14, end: 16 }] });
    const nowhere = aProblem({ locations: [{ path: "deliver.ts" }], wordings: [aFinding({ quotes })] });
    expect(await follow(nowhere)).toMatchObject({ kind: "unchanged", locations: [{ path, start: 14, end: 14 }] });
  });

  test("of a whole file is not called changed for a change somewhere in it", async () => {
    const whole = aProblem({ locations: [{ path }], wordings: [aFinding()] });
    expect(await follow(whole)).toMatchObject({ kind: "unchanged" });
    edit("before3 =", "before3: string =");
    expect(await follow(whole)).toMatchObject({ kind: "around", isMaterial: false });
  });

  test("with overlapping places is one place", async () => {
    edit("status >= 400", "status === 500");
    const locations = [
      { path, start: 14, end: 14 },
      { path, start: 13, end: 16 },
    ];
    expect(await follow(aProblem({ locations }))).toMatchObject({ kind: "changed" });
  });

  test("is unknown where nothing of it can be found", async () => {
    const lost = aProblem({ locations: [{ path: "gone.ts", start: 3, end: 4 }], wordings: [aFinding()] });
    expect(await follow(lost)).toMatchObject({ kind: "unknown", isMaterial: false });
  });
});

describe("code whose commit is not here", () => {
  const decision = (lines: readonly string[], quoted = "") =>
    aStandingDecision({
      problem: {
        ...aStandingDecision().problem,
        quotes: quoted === "" ? [] : [{ code: quoted }],
        code: lines.length === 0 ? [] : [{ path, lines }],
      },
    });
  const decided = async (...args: Parameters<typeof decision>): Promise<CodeState> =>
    followDecided(decision(...args), await factsSince("f".repeat(40)));

  test("is unchanged while what was kept of it stands, also with other comments", async () => {
    expect(await decided(deliver.slice(1, 3))).toMatchObject({
      kind: "unchanged",
      locations: [{ path, start: 14, end: 15 }],
    });
    expect(await decided(["  // Old words.", ...deliver.slice(1, 3)])).toMatchObject({
      kind: "unchanged",
      isMaterial: false,
    });
  });

  test("is changed when it does not stand there, gone when its file does not", async () => {
    expect(await decided(["  sendOnce(hook);", "  return undefined;"])).toMatchObject({
      kind: "changed",
      isMaterial: true,
    });
    repository.git("rm", "-q", path);
    repository.commit("Remove");
    expect(await decided(deliver.slice(1, 3))).toMatchObject({ kind: "gone", isMaterial: true });
  });

  test("is not called changed because an edited quote does not stand", async () => {
    expect(await decided([], "if (answer.isBad) retryForEver(hook, answer);")).toMatchObject({
      kind: "unknown",
      isMaterial: false,
    });
    expect(await decided([], deliver[1])).toMatchObject({ kind: "unchanged" });
  });

  test("is followed from the head of the decision where that is here", async () => {
    edit("status >= 400", "status === 500");
    expect(await followDecided(decision([]), await factsSince(first))).toMatchObject({
      kind: "changed",
      isMaterial: true,
    });
  });
});
