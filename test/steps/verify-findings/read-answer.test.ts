import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readVerifierAnswer } from "#steps/verify-findings/read-answer.ts";

const FENCE = "```";

const FORM = [
  "Answer: refuted",
  "",
  "Evidence:",
  "",
  "`src/deliver.ts:38-40`",
  "",
  `${FENCE}ts`,
  "if (attempt >= retryLimit) {",
  "  throw new DeliveryError(response.status);",
  "}",
  FENCE,
  "",
  "Because: the loop is left at the latest after `retryLimit` attempts.",
].join("\n");

describe("an answer in the form that was asked for", () => {
  test("is read with its place, its code and its reason", () => {
    expect(readVerifierAnswer(FORM)).toEqual({
      answer: "refuted",
      proofs: [
        {
          kind: "quote",
          place: { path: "src/deliver.ts", start: 38, end: 40 },
          code: "if (attempt >= retryLimit) {\n  throw new DeliveryError(response.status);\n}",
          isInline: false,
        },
      ],
      because: "the loop is left at the latest after `retryLimit` attempts.",
    });
  });

  test("may stand in a fence, as the form shows it", () => {
    expect(readVerifierAnswer(`${FENCE}\`markdown\n${FORM}\n${FENCE}\``)).toEqual(readVerifierAnswer(FORM));
  });

  test("may show a command and what it printed", () => {
    const text = `Answer: confirmed\n\nEvidence:\n\n${FENCE}bash repro\nnode send.js\n${FENCE}\n\n${FENCE}text repro-output\ntried 410 times\n${FENCE}\n\nBecause: it never stops.`;
    expect(readVerifierAnswer(text).proofs).toEqual([
      { kind: "command", command: "node send.js", output: "tried 410 times" },
    ]);
  });
});

describe("the word", () => {
  test.each([
    ["Answer: confirmed", "confirmed"],
    ["**Answer:** Confirmed.", "confirmed"],
    ["## Answer: REFUTED", "refuted"],
    ["> Answer - cannot tell", "cannot-tell"],
    ["Answer: can't tell from here", "cannot-tell"],
    ["Answer: cannot confirm", "cannot-tell"],
    ["Final answer: confirmed, with a smaller effect", "confirmed"],
    ["Verdict: inconclusive", "cannot-tell"],
    ["Refuted.", "refuted"],
    ["I read the loop.\n\nAnswer: confirmed", "confirmed"],
  ])("of %j is %s", (text, answer) => expect(readVerifierAnswer(text).answer).toBe(answer));

  test.each([
    ["", "it is empty"],
    ["   \n\t", "it is empty"],
    ["The loop looks fine to me.", "it does not say"],
    ["Answer: confirmed | refuted | cannot tell", "it does not say"],
    ["Answer: not confirmed", "it does not say"],
    ["Answer: partly confirmed", "it does not say"],
    ["Answer: confirmed or refuted, who knows", "it does not say"],
    ["Answer: confirmed\n\nOn second thought:\n\nAnswer: refuted", "it says both confirmed and refuted"],
    [`${FENCE}js\nconst x = "Answer: confirmed";\n// Answer: confirmed\n${FENCE}`, "it does not say"],
  ])("of %j is not clear", (text, because) => {
    const read = readVerifierAnswer(text);
    expect(read).toMatchObject({ answer: "none", proofs: [] });
    expect(read.because).toContain(because);
  });
});

describe("evidence without the form", () => {
  test("is taken from every block of code, with the place named last", () => {
    const text = `Answer: confirmed\n\nIn \`src/a.ts:3\` it says:\n\n${FENCE}\nretry(forever);\n${FENCE}\n\nand \`src/b.ts:9\`:\n\n${FENCE}\nstop = undefined;\n${FENCE}`;
    expect(readVerifierAnswer(text).proofs).toMatchObject([
      { place: { path: "src/a.ts", start: 3, end: 3 }, code: "retry(forever);" },
      { place: { path: "src/b.ts", start: 9, end: 9 }, code: "stop = undefined;" },
    ]);
  });

  test("may stand within a line", () => {
    const { proofs } = readVerifierAnswer(
      "Answer: confirmed\nEvidence: `src/a.ts:3` has `while (true) retry();`\nBecause: so.",
    );
    expect(proofs).toEqual([
      { kind: "quote", place: { path: "src/a.ts", start: 3, end: 3 }, code: "while (true) retry();", isInline: true },
    ]);
  });
});

test("any text is read, none throws", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom(
      "Answer:",
      "confirmed",
      "refuted",
      "Evidence:",
      "Because:",
      FENCE,
      "`src/a.ts:1`",
      "\n",
      "\0",
      "| ",
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const { answer, because } = readVerifierAnswer(pieces.join(""));
      expect(["confirmed", "refuted", "cannot-tell", "none"]).toContain(answer);
      expect(because).not.toBe("");
    }),
  );
});

test("an answer of megabytes is read from both ends", () => {
  const noise = "x".repeat(3_000_000);
  expect(readVerifierAnswer(`${noise}\nAnswer: confirmed`).answer).toBe("confirmed");
  expect(readVerifierAnswer(`Answer: refuted\n${"y `z` ".repeat(500_000)}`).answer).toBe("refuted");
});
