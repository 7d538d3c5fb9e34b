import { describe, expect, test } from "vitest";
import { reviewerId } from "#model/ids.ts";
import type { GateResult } from "#model/panel/gate.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import { type PanelMember, type ReviewerResult, runOf } from "#pipeline/panel.ts";
import { openEvidence } from "#pipeline/round/panel-evidence.ts";

const member = (id: string, kind: Reviewer["kind"]): PanelMember => ({
  reviewer: { id: reviewerId(id), name: id, kind, family: id },
  review: () => Promise.reject(new Error("not asked")),
});
const gates = member("gates", "gate");
const checks = member("loose-ends", "analyzer");
const claude = member("claude", "agent");

const GREEN: GateResult = { name: "test", command: "npm test", state: "green", why: "it passes at the head", runs: [] };
const shown = (results: readonly GateResult[]): ReviewerResult => ({
  run: runOf(gates.reviewer, 1, { text: "" }),
  findings: [],
  gates: results,
});

describe("what agents get of the gates", () => {
  test("nothing is waited for where nobody runs gates", async () => {
    expect(await openEvidence([checks, claude]).gates()).toBeUndefined();
  });

  test("their results, once they have ended", async () => {
    const evidence = openEvidence([gates, claude], 60_000);
    const known = evidence.gates();
    evidence.add(claude, []);
    evidence.add(gates, [shown([GREEN])]);
    expect(await known).toEqual({ results: [GREEN], isRunning: false });
  });

  test("that they still run, if they take longer than agents wait", async () => {
    expect(await openEvidence([gates, claude], 1).gates()).toEqual({ results: [], isRunning: true });
  });

  test("the findings of the checks do not wait for the gates", async () => {
    const evidence = openEvidence([checks, gates]);
    evidence.add(checks, []);
    expect(await evidence.findings).toEqual([]);
  });
});
