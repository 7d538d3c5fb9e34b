import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readInstructions } from "#adapters/files/package-folder.ts";
import { reviewerId } from "#model/ids.ts";
import { promptFor } from "#steps/build-context/prompt-for.ts";
import { writeInstructions } from "#steps/build-context/write-instructions.ts";
import { correctCounts } from "#steps/verify-findings/build-patch.ts";
import { readReview } from "#steps/read-review/read-review.ts";

/** The example in the instructions: what stands in the fence of four backticks. */
function exampleIn(instructions: string): string {
  return /^````markdown\n([\s\S]*?)^````$/m.exec(instructions)?.[1] ?? "";
}

test("a review in the form asked for is read without anything left over", async () => {
  const review = readReview(exampleIn(await readInstructions("review")), { reviewer: reviewerId("ada") });
  expect(review.unplaced).toEqual([]);
  expect(review.summary).toMatch(/^Two to five sentences/);
  expect(review.findings.map(({ label, severity, class: kind }) => [label, severity, kind])).toEqual([
    ["I1", "important", "regression"],
    ["S1", "suggestion", "gap"],
  ]);
  expect(review.observations.map(({ kind, scope }) => [kind, scope])).toEqual([
    ["concern", "in-scope"],
    ["concern", "future"],
    ["strength", undefined],
  ]);
  expect(review.assessments.map(({ section }) => section)).toEqual([
    "design",
    "testing",
    "documentation",
    "commits",
    "limitations",
    "unresolved",
  ]);
  expect(review.claims.map(({ path, claim, labels }) => [path, claim, labels.join()])).toEqual([
    ["src/mail/send.ts", "findings", "I1"],
    ["src/mail/queue.ts", "findings", "I1"],
    ["src/mail/settings.ts", "clean", ""],
    ["docs/delivery.md", "findings", "S1"],
    ["src/mail/version.ts", "trivial", ""],
  ]);
});

test("the patch in that form is read as one, with the right numbers of lines", async () => {
  const { findings } = readReview(exampleIn(await readInstructions("review")), { reviewer: reviewerId("ada") });
  const { fix } = findings[0] ?? {};
  expect(fix).toMatchObject({ patches: [0], diffs: [expect.stringMatching(/^diff --git a\/src\/mail\/send\.ts /)] });
  expect(correctCounts(fix?.diffs[0] ?? "")).toBe(`${fix?.diffs[0]}\n`);
});

test("the verdicts on fixes in that form are read with their evidence", async () => {
  const { fixVerdicts } = readReview(exampleIn(await readInstructions("review")), { reviewer: reviewerId("ada") });
  expect(fixVerdicts).toMatchObject([
    {
      of: "R2.I3",
      closes: "yes",
      introduces: [],
      locations: [{ path: "src/mail/queue.ts", start: 52 }],
      quotes: ["if (message.to.length === 0) return reject(message);"],
    },
    {
      of: "R1.I2",
      closes: "partly",
      introduces: ["ada:I1"],
      locations: [{ path: "src/mail/send.ts", start: 41 }],
      quotes: ["while (response.status === 503) {"],
    },
  ]);
});

test("every part of a finding in that form is recognised", async () => {
  const { findings } = readReview(exampleIn(await readInstructions("review")), { reviewer: reviewerId("ada") });
  const [first, second] = findings;
  expect(first).toMatchObject({
    title: "Retries never stop when the server answers 503",
    locations: [
      { path: "src/mail/send.ts", start: 41, end: 44 },
      { path: "src/mail/queue.ts", start: 88, end: 88 },
    ],
    places: [],
    quotes: [{ language: "ts", code: expect.stringMatching(/^while .*\n {2}response = .*\n}$/) }],
    repros: [{ language: "bash", output: "still running after 2 s" }],
    fix: { text: "count the attempts and give up as before.", diffs: [expect.stringContaining("+for (let attempt")] },
  });
  expect(second?.quotes).toHaveLength(1);
  expect(second?.fix?.text).toBe("say five.");
  expect(findings.some(({ taggedSeverity, withdrawn }) => taggedSeverity !== undefined || withdrawn === true)).toBe(
    false,
  );
});

test.each(["review", "verify", "edit"] as const)(
  "the instructions for %s are shown whole by every read tool",
  async (kind) => {
    const text = await readInstructions(kind);
    expect(Buffer.byteLength(text)).toBeLessThan(18_000);
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(1900);
  },
);

test("the instructions ship with the package", () => {
  expect(JSON.parse(readFileSync("package.json", "utf8")).files).toContain("instructions");
});

test("the prompt is short, names the instructions, and is the same for every change", () => {
  for (const kind of ["review", "verify", "edit"] as const) {
    const prompt = promptFor(kind);
    expect(prompt).toContain("review/INSTRUCTIONS.md");
    expect(prompt.length).toBeLessThan(500);
    // Signs that a program may read as its own: mentions, commands, shell.
    expect(prompt).not.toMatch(/[@$`{}!#]|^\s*\//m);
  }
  expect(promptFor("review", { part: 2, of: 3 })).toContain("This is part 2 of 3.");
});

const BUNDLE = { instructions: "# Review\n", documents: ["review/scope.md"], patches: 3, part: 1, of: 1 };

test("what the repository's users add stands at the end", () => {
  const { file, leftOut } = writeInstructions({ ...BUNDLE, ownInstructions: "\nLook at time zones.\n" });
  expect(file.text).toMatch(/## Also, for this repository\n\nLook at time zones\.\n$/);
  expect(leftOut).toEqual([]);
});

test("what is too long of it is cut, and that is said", () => {
  const { file, leftOut } = writeInstructions({ ...BUNDLE, ownInstructions: "Look at time zones: é.\n".repeat(2000) });
  expect(Buffer.byteLength(file.text)).toBeLessThan(22_000);
  expect(file.text).not.toContain("\uFFFD");
  expect(leftOut).toEqual(["the repository's own instructions are cut after 20,000 of 47,999 bytes"]);
  expect(file.text).toContain(leftOut[0]);
});
