import { expect, test } from "vitest";
import type { Verification } from "#model/panel/verification.ts";
import { keptVerifications } from "#pipeline/agents/verify/verify-problems.ts";
import type { OpenProblem } from "#model/panel/verification.ts";
import { aFinding } from "../../../helpers/builders.ts";

const findings = ["claude:I1", "claude:I2"].map((id) => aFinding({ id }));
const problems = findings.map((finding): OpenProblem => {
  const { id, severity, reviewer } = finding;
  return { finding, findings: [id], severity, families: [reviewer] };
});
const answerOf = (at: number, answer: Verification["answer"]): Verification => {
  const { id } = findings[at]!;
  return { claim: id, findings: [id], answer, proofs: [], because: "it never stops" };
};

test("what verifiers said counts without a verifier, and what is left is said", async () => {
  const kept = [answerOf(0, "confirmed"), answerOf(1, "none")];
  const { verifications, gaps } = (await keptVerifications(kept)?.finish(problems)) ?? {};
  expect(verifications).toEqual([kept[0]]);
  expect(gaps).toEqual(["1 finding was not verified further: the round was resumed without a verifier"]);
  const all = await keptVerifications([answerOf(0, "confirmed"), answerOf(1, "refuted")])?.finish(problems);
  expect(all?.gaps).toEqual([]);
});

test("where nothing was said there is nothing to keep", () => {
  expect(keptVerifications([answerOf(0, "none")])).toBeUndefined();
});
