import { expect, test } from "vitest";
import { claude } from "#reviewers/agent/claude/claude.ts";
import { jobFor } from "../contract/plan-clauses.ts";

test.each([
  ["2.1.325", true],
  ["2.1.326", true],
  ["2.2.0", true],
  ["3.0.0", true],
  ["2.1.324", false],
  ["2.1.197", false],
  ["1.9.999", false],
  ["nonsense", false],
  [undefined, false],
])("version %s is started with --restricted: %s", (version, isRestricted) => {
  const job = version === undefined ? { ...jobFor(claude), version: undefined } : jobFor(claude, { version });
  expect(claude.plan(job as typeof job & { version: string }).args.includes("--restricted")).toBe(isRestricted);
});
