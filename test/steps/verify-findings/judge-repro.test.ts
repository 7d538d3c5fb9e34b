import { expect, test } from "vitest";
import type { ReproRun } from "#model/panel/verification.ts";
import { judgeRepro } from "#steps/verify-findings/judge-repro.ts";

const run = (side: "head" | "base", output: string, exitCode: number | undefined = 0): ReproRun => ({
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
