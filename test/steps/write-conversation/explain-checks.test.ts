import { expect, test } from "vitest";
import type { GateResult } from "#model/panel/gate.ts";
import type { PullCheck } from "#model/pull/pull-request.ts";
import { explainChecks } from "#steps/write-conversation/explain-checks.ts";
import { writeConversation } from "#steps/write-conversation/write-conversation.ts";
import { aConversation } from "../../helpers/conversations.ts";

const gate = (name: string, state: GateResult["state"], command = "npm test"): GateResult => ({
  name,
  command,
  state,
  why: "",
  runs: [],
});
const check = (name: string, state: PullCheck["state"] = "failure", workflow?: string): PullCheck => ({
  kind: "check",
  name,
  state,
  workflow,
});

test.each<[boolean, GateResult, PullCheck]>([
  [true, gate("test", "newly-red"), check("test (ubuntu-latest, 22)")],
  [true, gate("unit-test", "newly-red"), check("Unit Tests")],
  [true, gate("lint", "newly-red"), check("build", "timed-out", "Lint")],
  [true, gate("checks", "newly-red", "npm  run check"), check("Run npm run check")],
  [true, gate("test", "green"), check("test")],
  [false, gate("test", "newly-red"), check("latest")],
  [false, gate("test", "newly-red"), check("test", "success")],
  [false, gate("test", "newly-red"), check("test", "pending")],
  [false, gate("test", "not-allowed"), check("test")],
  [false, gate("test", "could-not-run"), check("test")],
  [false, gate("unit-test", "newly-red"), check("unit")],
])("%s: %o and %o", (isExplained, one, other) => {
  expect(explainChecks([other], [one]).map(({ check: found }) => found)).toEqual(isExplained ? [other] : []);
});

test("the section about CI says which gate explains a failed check, and which does not", () => {
  const conversation = aConversation({ checks: [check("test"), check("lint `x`"), check("deploy")] });
  const text = writeConversation(conversation, [], [gate("test", "newly-red"), gate("lint", "green")]).at(-1)?.text;
  expect(text).toContain("`test`: the gate `test` is newly red here, too, and explains it.");
  expect(text).toContain("the gate `lint` passes here, so something else is the reason.");
  expect(text).not.toContain("`deploy`:");
});
