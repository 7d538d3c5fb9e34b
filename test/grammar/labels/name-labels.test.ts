import { describe, expect, test } from "vitest";
import { createLabelNamer } from "#grammar/labels/name-labels.ts";
import { aCluster, aReviewer } from "../../helpers/builders.ts";

const name = createLabelNamer(
  [aReviewer({ id: "claude", name: "Claude Code" }), aReviewer({ id: "codex", name: "Codex" })],
  [
    aCluster({ id: "I1", members: ["codex:I1"] }),
    aCluster({ id: "I3", members: ["claude:I2", "claude:p2.I2"] }),
    aCluster({ id: "S2", members: ["claude:S3"] }),
    aCluster({ id: "X1", members: ["claude:C1"] }),
  ],
);

function check(text: string, expected: string, saidIn = "claude:I9"): void {
  expect(name(text, saidIn)).toBe(expected);
}

describe("a reviewer's own label in its words", () => {
  test("stands behind the id of this report", () => check("See I2.", "See I3 (claude:I2)."));
  test("may mean a dropped finding", () => check("Like C1", "Like X1 (claude:C1)"));
  test("belongs to the pass that says it", () => check("(I2)", "(I3 (claude:p2.I2))", "claude:p2.testing.1"));
  test("of another reviewer is that reviewer's", () =>
    check("Codex's I1 and codex:I1", "Codex's I1 (codex:I1) and I1 (codex:I1)"));
  test("stays as it is if it is no finding of the reviewer", () => check("See I7 and D1.", "See I7 and D1."));
  test("stays as it is if nobody knows whose it is", () => check("See I2.", "See I2.", ""));
  test("of an earlier round stays as it is", () => check("round 2 I2, R1.I2", "round 2 I2, R1.I2"));
  test("is not looked for in code", () =>
    check("`I2` ``a ` I2``\n```\nI2\n```\nI2", "`I2` ``a ` I2``\n```\nI2\n```\nI3 (claude:I2)"));
  test("in a list with slashes is named each", () => {
    check("I2/C1", "I3 (claude:I2)/X1 (claude:C1)");
    check("Codex I1/I2", "Codex I1 (codex:I1)/I2");
    check("I2/S3/C1 and src/I2/I2.ts", "I3 (claude:I2)/S2 (claude:S3)/X1 (claude:C1) and src/I2/I2.ts");
  });
  test.each(["I1-I2", "I2-S3", "I2..I9", "I1...I2"])("in a range is the reviewer's: %s", (range) => {
    check(`See ${range}.`, `See claude:${range}.`);
    check(`See claude:${range}, Codex's ${range}`, `See claude:${range}, Codex's ${range}`);
    check(range, `claude:p2.${range}`, "claude:p2.testing.1");
  });
  test("in a range of others stays as it is", () => check("I7-I8, I2-based", "I7-I8, I2-based"));
  test("keeps its owner over a line break", () => check("Codex\nI1, I2", "Codex\nI1 (codex:I1), I2"));
});

test("S3 is a suggestion, unless it is Amazon's", () => {
  check("As S3 says", "As S2 (claude:S3) says");
  check("The S3 client. A bucket in S3. S3-compatible", "The S3 client. A bucket in S3. S3-compatible");
});
test("a title does not say the same name twice", () => {
  expect(name("I1 and I3", "codex:I1", "title")).toBe("I1 and I3");
  expect(name("I2", "claude:I1", "title")).toBe("I3 (claude:I2)");
});
test("words without a label come back unchanged", () => check("a\r\nb", "a\r\nb"));
test("a long line takes no long time", () => {
  const started = performance.now();
  name("S3 ` I2 ".repeat(50_000), "claude:I1");
  expect(performance.now() - started).toBeLessThan(3_000);
});
