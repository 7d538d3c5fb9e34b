import { describe, expect, test } from "vitest";
import type { ReproRun } from "#model/panel/verification.ts";
import { judgeFlip, judgeRepro } from "#steps/verify-findings/judge-repro.ts";

const run = (side: ReproRun["side"], output: string, exitCode: number | undefined = 0): ReproRun => ({
  side,
  output,
  seconds: 1,
  exitCode,
});

test.each([
  [
    "shown",
    "did not before the change",
    { claimed: "tried 9 times", head: run("head", "tried 9 times\n"), base: run("base", "gave up\n") },
  ],
  ["shown", "prints what the finding says", { claimed: "tried 9 times", head: run("head", "a\n  tried   9 times") }],
  [
    "shown",
    "it did before the change, too",
    { claimed: "tried 9 times", head: run("head", "tried 9 times"), base: run("base", "tried 9 times") },
  ],
  [
    "shown",
    "what the finding says",
    {
      claimed: "failed in 12 ms at /tmp/x/send.js:3",
      head: run("head", "failed in 31 ms at /scratch/y/z/send.js:3", 1),
    },
  ],
  ["shown", "what the finding says", { claimed: "one\ntwo\n...\nfour", head: run("head", "one\ntwo\nthree\n", 1) }],
  ["not-shown", "something other", { claimed: "tried 9 times", head: run("head", "tried 3 times") }],
  [
    "not-shown",
    "did not end in time",
    { claimed: "tried 9 times", head: { side: "head" as const, output: "", seconds: 60 } },
  ],
  [
    "not-shown",
    "words of its own",
    { claimed: "it is broken", head: run("head", "it is broken"), base: run("base", "it is broken") },
  ],
  ["shown", "ends with 1 after the change and with 0 before", { head: run("head", "", 1), base: run("base", "", 0) }],
  ["not-shown", "does not state the expected output", { head: run("head", "", 1), base: run("base", "", 1) }],
  ["not-shown", "does not state the expected output", { head: run("head", "fine") }],
  [
    "could-not-run",
    "pnpm: command not found",
    { claimed: "x", head: run("head", "bash: pnpm: command not found\n", 127) },
  ],
])("a repro is %s: %s", (outcome, why, ran) => {
  const { claimed, ...runs } = { claimed: undefined, ...ran };
  const judged = judgeRepro({ script: 'node send.js && echo "it is broken"', claimed: { head: claimed }, ...runs });
  expect(judged.outcome).toBe(outcome);
  expect(judged.why).toContain(why);
});

const judge = (ran: Partial<Parameters<typeof judgeRepro>[0]>) =>
  judgeRepro({
    script: "node probe.mjs",
    claimed: { head: "tried 9 times" },
    head: run("head", "tried 9 times"),
    ...ran,
  });

describe("the class by the runs", () => {
  test("is a regression if only the head shows the problem, and a gap if both do", () => {
    expect(judge({ base: run("base", "tried 3 times") })).toMatchObject({ class: "regression" });
    expect(judge({ base: run("base", "tried 9 times") })).toMatchObject({ class: "gap" });
    expect(judge({})).not.toHaveProperty("class");
  });

  test.each([
    ["a file that the change adds", "cat: fresh.txt: No such file or directory", 1],
    ["a name that the change adds", "SyntaxError: module './a.mjs' does not provide an export named 'fresh'", 1],
    ["an option that the change adds", "error: unknown option '--fresh'", 0],
    ["a function that the change adds", "TypeError: api.fresh is not a function", 1],
    ["a program", "bash: fresh: command not found", 127],
    ["an attribute", "AttributeError: module 'a' has no attribute 'fresh'", 1],
    ["a Go name", "./probe_test.go:9:3: undefined: Fresh", 1],
  ])("is not computed if the base lacks %s", (_what, output, exitCode) => {
    const judged = judge({ base: run("base", output, exitCode) });
    expect(judged).toMatchObject({ outcome: "shown", why: "it prints what the finding says" });
    expect(judged.class).toBeUndefined();
    expect(judged.classWhy).toBe(`the base cannot be fed the same input: ${output}`);
  });

  test("is computed if the author says that the base prints such a message, and it does", () => {
    const refuses = "error: unknown option '--fast'";
    const claimed = { head: "tried 9 times", base: refuses };
    expect(judge({ claimed, base: run("base", refuses, 1) })).toMatchObject({ class: "regression" });
  });

  test("is not computed from a base that does not end, or prints a part of the same", () => {
    const claimed = { head: "one\ntwo\nthree\nfour\nfive" };
    const head = run("head", claimed.head);
    expect(judge({ base: { side: "base", output: "", seconds: 60 } }).classWhy).toMatch(
      /does not tell: it did not end/,
    );
    expect(judge({ claimed, head, base: run("base", "one\ntwo\nthree\nfour") }).classWhy).toMatch(/a part of the same/);
  });
});

test("two runs that fail and not alike say nothing of each other", () => {
  const ran = { head: run("head", "tried 9 times", 1), base: run("base", "quota exceeded", 2) };
  expect(judge(ran)).toMatchObject({
    outcome: "shown",
    classWhy: "the run at the base does not tell: it fails in another way: quota exceeded",
  });
});

describe("a run that shows the problem", () => {
  test("and does not when it runs again is flaky", () => {
    expect(judge({ again: run("head", "tried 9 times") }).outcome).toBe("shown");
    expect(judge({ again: run("head", "tried 3 times") }).outcome).toBe("flaky");
    expect(judge({ again: run("head", "tried 9 times", 1) }).outcome).toBe("flaky");
  });

  test("only by words that the script prints in any case is not shown", () => {
    const own = { script: "cat new.txt\necho 'tried 9 times'" };
    expect(judge(own)).toMatchObject({
      outcome: "not-shown",
      why: "it prints words of its own, whatever the code does",
    });
    const missing = run("base", "cat: new.txt: No such file or directory\ntried 9 times");
    expect(judge({ ...own, base: missing }).outcome).toBe("not-shown");
    expect(judge({ script: "node probe.mjs && echo 'tried 9 times'" }).outcome).toBe("shown");
  });

  test("and fails at the base as well is a gap if the patch makes it pass", () => {
    const failing = { claimed: {}, head: run("head", "", 1), base: run("base", "", 1) };
    expect(judge(failing).outcome).toBe("not-shown");
    expect(judge({ ...failing, patched: run("patched", "", 0) })).toMatchObject({ outcome: "shown", class: "gap" });
  });
});

describe("a patch", () => {
  const flip = (ran: Partial<Parameters<typeof judgeRepro>[0]>) =>
    judgeFlip({ script: "", claimed: { head: "tried 9 times" }, head: run("head", "tried 9 times"), ...ran });

  test("fixes it if the repro no longer prints what was claimed", () => {
    expect(flip({ patched: run("patched", "tried 3 times") })).toMatchObject({ fixes: true });
    expect(flip({ patched: run("patched", "", 1) })).toMatchObject({ fixes: true });
  });

  test("does not fix it if the repro still shows it, breaks in another way, or does not end", () => {
    expect(flip({ patched: run("patched", "tried 9 times") })).toMatchObject({ fixes: false });
    const broken = flip({ patched: run("patched", "SyntaxError: Unexpected token", 1) });
    expect(broken).toEqual({
      fixes: false,
      why: "with it the repro fails in another way: SyntaxError: Unexpected token",
    });
    expect(flip({ patched: { side: "patched", output: "", seconds: 60 } })).toMatchObject({ fixes: false });
  });

  test("is not known to fix it if the repro did not run with it", () => {
    expect(flip({})).toMatchObject({ fixes: undefined });
  });
});

describe("a script that could tell the runs apart", () => {
  const arms = { head: run("head", "BUG: NaN\n"), base: run("base", "") };
  const claimed = { head: "BUG: NaN" };

  test("by asking git shows nothing with words of its own", () => {
    for (const script of [
      'git log -1 --format=%s | grep -q Change && echo "BUG: NaN"',
      'test "$(git rev-parse HEAD)" = abc && echo "BUG: NaN"',
      'grep -q abc .git/HEAD && echo "BUG: NaN"',
      "execFileSync('git', ['log', '-1']) && console.log('BUG: NaN')",
    ]) {
      expect(judgeRepro({ script, claimed, ...arms }), script).toMatchObject({
        outcome: "not-shown",
        why: expect.stringContaining("asks git"),
      });
    }
    for (const script of [
      'cd "$(git rev-parse --show-toplevel)" && node a.js && echo "BUG: NaN"',
      'git init x && cd x && git log; echo "BUG: NaN"',
      "git log -1; node a.js",
    ]) {
      expect(judgeRepro({ script, claimed, ...arms }).outcome, script).toBe("shown");
    }
  });

  test("by a file that the base does not have compares nothing", () => {
    const added = ["src/fresh.mjs"];
    const quiet = { head: run("head", "", 1), base: run("base", "", 0) };
    expect(judgeRepro({ script: "[ -f src/fresh.mjs ] || exit 0; exit 1", added, ...quiet })).toMatchObject({
      outcome: "not-shown",
      why: expect.stringContaining("nothing compares it"),
    });
    for (const script of ["cd src && node fresh.mjs", 'import("./src/fresh")']) {
      const judged = judgeRepro({ script, added, claimed, ...arms });
      expect(judged).toMatchObject({
        outcome: "shown",
        classWhy: expect.stringContaining("src/fresh.mjs is not there"),
      });
      expect(judged.class).toBeUndefined();
    }
    expect(judgeRepro({ script: "node old.mjs", added, claimed, ...arms }).class).toBe("regression");
    const foreseen = { head: "BUG: NaN", base: "nothing yet" };
    const base = run("base", "nothing yet\n");
    expect(judgeRepro({ script: "node src/fresh.mjs", added, claimed: foreseen, head: arms.head, base }).class).toBe(
      "regression",
    );
  });
});

test.each([
  ["3 failed", "13 failed"],
  ["took 1.5", "took 1.55"],
  ["parse: 4200 ms", "parse: 2 ms"],
  ["}", '{"a": 1}'],
])("the claim %j is not what prints %j", (head, output) => {
  expect(judgeRepro({ script: "node a.js", claimed: { head }, head: run("head", output) }).outcome).toBe("not-shown");
});

test("what takes a thousand times as long is another result than before", () => {
  const arms = { head: run("head", "parse: 4100 ms"), base: run("base", "parse: 4 ms") };
  expect(judgeRepro({ script: "node a.js", claimed: { head: "parse: 4200 ms" }, ...arms })).toMatchObject({
    outcome: "shown",
    class: "regression",
  });
});
