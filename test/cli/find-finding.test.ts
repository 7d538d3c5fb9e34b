import { describe, expect, test } from "vitest";
import { findFinding } from "#cli/find-finding.ts";
import { aCluster, aReview, aFinding } from "../helpers/builders.ts";

const review = aReview({
  findings: [aFinding(), aFinding({ id: "codex:I1" })],
  clusters: [
    aCluster({ id: "I1", members: ["claude:I1", { finding: "codex:I1", share: "secondary" }] }),
    aCluster({ id: "I2", members: ["codex:I1"] }),
  ],
});

describe("findFinding", () => {
  test.each([
    ["I2", "I2"],
    ["i1", "I1"],
    ["Claude:I1", "I1"],
    ["codex:I1", "I2"],
  ])("%s is found in %s", (wanted, id) => {
    expect(findFinding(review, wanted).id).toBe(id);
  });

  test("one that is not there is an error that lists what is", () => {
    expect(() => findFinding(review, "S9")).toThrow('has no finding "S9"');
    expect(() => findFinding(aReview({ findings: [] }), "S9")).toThrow(
      expect.objectContaining({ why: "it has no findings at all" }),
    );
  });
});
