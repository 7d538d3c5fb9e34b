import { describe, expect, test } from "vitest";
import { clusterId, reviewerId } from "#model/ids.ts";
import { readAccounts, dropReasonIn } from "#import/link-findings/read-account.ts";

const known = {
  reviewers: [reviewerId("ada"), reviewerId("bob")],
  clusters: ["C1", "I1", "I2", "S1", "S2"].map(clusterId),
};

/** Each account as `reviewer:label fate`. */
function check(text: string, expected: readonly string[]): void {
  const accounts = readAccounts({ text, notes: [] }, known).map(({ reviewer, label, fate }) => {
    const what =
      fate.kind === "kept"
        ? fate.targets.join("+")
        : fate.kind === "routed"
          ? fate.to
          : fate.kind === "dropped"
            ? fate.reason
            : "";
    return `${reviewer}:${label ?? "?"} ${fate.kind} ${what}`.trim();
  });
  expect(accounts).toEqual(expected);
}

describe("the account of a report", () => {
  test("bullets with labels", () => {
    check(
      "- Ada C1 (lost queue): critical → important I1. It heals.\n- Bob I2 (no bound): **dropped as false positive.** It is bounded.\n- Bob I3 wait: important → dropped (declined Round 1+2).",
      ["ada:C1 kept I1", "bob:I2 dropped refuted", "bob:I3 dropped declined-earlier"],
    );
  });

  test("sentences that begin with a name, labels or not", () => {
    check(
      "Ada P1 lost queue: important → suggestion S1 (rare). Bob's I1 (slow start) was downgraded to S2: it is rare. Ada P1 clock (S3 in its review): dropped as false positive.",
      ["ada:? kept S1", "bob:I1 kept S2", "ada:S3 dropped refuted"],
    );
  });

  test("moved to another part", () => {
    check(
      "- Ada I1 queue: important → demoted to Design Observation (by design).\n- Bob I1 port: demoted to Acknowledged Limitation.",
      ["ada:I1 routed design", "bob:I1 routed limitations"],
    );
  });

  test("ids of other reviewers and of earlier rounds are no targets", () => {
    check("- Ada I1 queue: important → suggestion S1, as Bob I2 said in Round 3 C1.", ["ada:I1 kept S1"]);
  });

  test("wrapped prose and words without a name", () => {
    check(
      "Two changes were made.\n\nAda's I1 (lost queue,\n*important*) was downgraded to *suggestion* S2\nduring consolidation.",
      ["ada:I1 kept S2"],
    );
  });

  test("notes that were read before fill the holes", () => {
    const note = { reviewer: reviewerId("bob"), label: "S9", what: "dropped" as const, targets: [], text: "rejected" };
    expect(readAccounts({ text: "", notes: [note] }, known)).toMatchObject([
      { label: "S9", fate: { kind: "dropped", reason: "refuted" } },
    ]);
  });

  test("no false positives is no reason", () => {
    expect(dropReasonIn("No false positives.")).toBeUndefined();
    expect(dropReasonIn("It is a false positive.")).toBe("refuted");
    expect(dropReasonIn("The concern predates this change.")).toBe("out-of-scope");
  });
});
