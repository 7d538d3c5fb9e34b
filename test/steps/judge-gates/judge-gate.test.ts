import { expect, test } from "vitest";
import type { GateRun } from "#model/panel/gate.ts";
import { judgeGate } from "#steps/judge-gates/judge-gate.ts";

/** A run with this exit code; without one it was stopped. */
const run = (exitCode?: number): GateRun => ({
  side: "head",
  exitCode,
  ended: exitCode === undefined ? "stopped after 5 s" : `exit code ${exitCode}`,
  output: "",
  seconds: 1,
});

const NO_COMMAND = "a command was not found or may not be run";

test.each([
  { head: [run(0)], state: "green", why: "it passes at the head" },
  {
    head: [run(1), run(2)],
    base: run(0),
    state: "newly-red",
    why: "it passes at the base and fails at the head (exit code 1)",
  },
  {
    head: [run(1), run(1)],
    base: run(3),
    state: "red-before",
    why: "it fails at the base (exit code 3) and at the head (exit code 1)",
  },
  {
    head: [run(1), run(0)],
    state: "flaky",
    why: "it failed once at the head (exit code 1) and passed when it ran again",
  },
  { head: [run()], state: "could-not-run", why: "it was stopped after 5 s" },
  { head: [run(1), run()], state: "could-not-run", why: "it was stopped after 5 s" },
  { head: [run(127)], state: "could-not-run", why: `${NO_COMMAND} (exit code 127)` },
  { head: [run(126)], state: "could-not-run", why: `${NO_COMMAND} (exit code 126)` },
  {
    head: [run(1), run(1)],
    base: "there is no commit before the change",
    state: "could-not-run",
    why: "it fails at the head (exit code 1), and there is no commit before the change",
  },
  {
    head: [run(1), run(1)],
    base: run(127),
    state: "could-not-run",
    why: `it fails at the head (exit code 1), and at the base ${NO_COMMAND} (exit code 127)`,
  },
  {
    head: [run(1), run(1)],
    base: run(),
    state: "could-not-run",
    why: "it fails at the head (exit code 1), and at the base it was stopped after 5 s",
  },
])("$state: $why", ({ head, base, state, why }) => {
  expect(judgeGate({ head, base })).toEqual({ state, why });
});

test("a base that lacks what the gate runs is not red before", () => {
  const said = (output: string): GateRun => ({ ...run(1), output });
  expect(judgeGate({ head: [said("1 error"), said("1 error")], base: said("") })).toEqual({
    state: "could-not-run",
    why: "it fails at the head (exit code 1), and at the base too, but without a word why (exit code 1)",
  });
  for (const line of [
    'npm error Missing script: "lint"',
    "Error: Cannot find module '/x/test/new.test.mjs'",
    "ModuleNotFoundError: No module named 'relay'",
    "sh: 1: cannot open ci/all.sh: No such file",
    "ESLint couldn't find an eslint.config.(js|mjs|cjs) file.",
    "make: *** No rule to make target 'lint'.  Stop.",
    "No test files found, exiting with code 1",
  ]) {
    expect(judgeGate({ head: [said("1 error"), said("1 error")], base: said(`> x\n${line}\n`) }), line).toEqual({
      state: "could-not-run",
      why: `it fails at the head (exit code 1), and at the base something is missing: ${line}`,
    });
    // What both sides lack was missing before the change.
    expect(judgeGate({ head: [said(line), said(line)], base: said(line) }).state, line).toBe("red-before");
  }
});
