import { expect, test } from "vitest";
import type { Analyzer, Check } from "#model/change/analyzer.ts";
import { type Assignment, analyzerMember } from "#pipeline/panel.ts";
import { findLacking } from "#pipeline/round/find-lacking.ts";
import { makeIndex } from "../../helpers/change.ts";
import { aReviewer, aRun, aScope } from "../../helpers/builders.ts";

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

async function lacking(severity: Check["severity"]): Promise<readonly string[]> {
  const index = await makeIndex({ base: {}, head: { "src/total.py": "x = 1\n" } });
  const assignment = {
    index,
    switches: { off: [], offIn: [], from: "defaults" },
    signal: new AbortController().signal,
    progress: () => undefined,
  } as unknown as Assignment;
  const { run } = await analyzerMember(blind(severity)).review(assignment);
  const scope = aScope({ files: [{ path: "src/total.py", change: "modified" }] });
  return findLacking({ scope, panel: [{ reviewer: aReviewer() }], runs: [{ ...aRun(), ...run }] });
}

test("a check that could not look leaves the round incomplete where it may have missed something important", async () => {
  const says = "probe/x did not look at src/total.py: its parser failed or took too long";
  expect(await lacking("important")).toContain(says);
  expect(await lacking("critical")).toContain(says);
  expect(await lacking("suggestion")).not.toContain(says);
});
