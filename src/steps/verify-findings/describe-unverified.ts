import type { Silence, Verification } from "#model/panel/verification.ts";

/** What was not verified although it should have been, one sentence per reason. */
export function describeUnverified(verifications: readonly Verification[], most: number): string[] {
  const reasons = Object.keys(WHY) as Silence[];
  return reasons.flatMap((reason) => {
    const count = verifications.filter(({ answer, silence }) => answer === "none" && silence === reason).length;
    if (count === 0) return [];
    const why = reason === "limit" ? `no more than ${most} are verified in a round` : WHY[reason];
    return [`${count} ${count === 1 ? "finding was" : "findings were"} not verified: ${why}`];
  });
}

const WHY: Readonly<Record<Silence, string>> = {
  failed: "the verifier failed",
  timeout: "the verifier did not answer in time",
  unreadable: "the verifier gave no clear answer",
  stopped: "the round was stopped",
  "no-verifier": "no verifier of another vendor",
  limit: "limit",
};
