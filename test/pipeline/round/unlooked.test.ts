import { expect, test } from "vitest";
import type { Analyzer, Check } from "#model/change/analyzer.ts";
import { type Assignment, analyzerMember } from "#pipeline/panel.ts";
import { findIncomplete } from "#pipeline/round/round-outcome.ts";
import { makeIndex } from "../../helpers/change.ts";
import { anOutcome, aScope } from "../../helpers/builders.ts";

/** A reviewer whose one check cannot look at a file. */
function blind(severity: Check["severity"]): Analyzer {
  const check: Check = { id: "probe/x", title: "x", about: "x", severity, catches: "x", ignores: "y" };
  return {
    id: "probe",
    name: "Probe",
    question: "?",
    checks: [check],
    review(_index, _signal, { unlooked } = {}) {
      unlooked?.({ check: check.id, path: "src/total.py", why: "its parser failed or took too long" });
      return Promise.resolve([]);
    },
  };
}

async function incomplete(severity: Check["severity"]): Promise<readonly string[]> {
  const index = await makeIndex({ base: {}, head: { "src/total.py": "x = 1\n" } });
  const assignment = {
    index,
    switches: { off: [], offIn: [], from: "defaults" },
    signal: new AbortController().signal,
    progress: () => undefined,
    pass: 1,
  } as unknown as Assignment;
  const { run } = await analyzerMember(blind(severity)).review(assignment);
  const scope = aScope({ files: [{ path: "src/total.py", change: "modified" }] });
  return findIncomplete(anOutcome({ scope, runs: [run] }));
}

test("a check that could not look leaves the round incomplete where it may have missed something important", async () => {
  const says = "probe/x did not look at src/total.py: its parser failed or took too long";
  expect(await incomplete("important")).toContain(says);
  expect(await incomplete("critical")).toContain(says);
  expect(await incomplete("suggestion")).not.toContain(says);
});
