import { describe, expect, test } from "vitest";
import { reviewerId } from "#model/ids.ts";
import { fixVerdictSchema } from "#model/history/lineage.ts";
import { type ReadReview, readReview } from "#steps/read-review/read-review.ts";

const FINDINGS = "## Findings\n\n### Important Issues\n\nI1. **One** — `a.ts:1`\n\nI2. **Two** — `a.ts:2`\n\n";

const read = (section: string, pass = 1): ReadReview =>
  readReview(`## Executive Summary\n\nIt works.\n\n${FINDINGS}${section}`, { reviewer: reviewerId("ada"), pass });

/** `R2.I3 yes` for every verdict. */
function verdicts(body: string): string[] {
  const { fixVerdicts, unplaced } = read(`## Fix Verdicts\n\n${body}\n`);
  for (const verdict of fixVerdicts ?? []) fixVerdictSchema.parse(verdict);
  expect(unplaced).toEqual([]);
  return (fixVerdicts ?? []).map(({ of, closes }) => `${of} ${closes}`);
}

const only = (body: string, pass?: number) => {
  const { fixVerdicts } = read(`## Fix Verdicts\n\n${body}\n`, pass);
  expect(fixVerdicts).toHaveLength(1);
  return fixVerdicts?.[0];
};

test('a review without the section says nothing of fixes, one that says "None." has none', () => {
  expect(read("").fixVerdicts).toBeUndefined();
  expect(read("## Fix Verdicts\n\nNone.\n")).toMatchObject({ fixVerdicts: [], unplaced: [] });
});

test("a verdict has place, quote, defects that the fix brings in, and its words", () => {
  const body = [
    "- R2.I3: closes — `src/a.ts:10-14`",
    "",
    "  ```ts",
    "  if (tries > limit) {",
    "    return;",
    "  ```",
    "",
    "  because the loop now ends; introduces: I2",
  ].join("\n");
  expect(only(body, 2)).toEqual({
    reviewer: "ada",
    pass: 2,
    of: "R2.I3",
    closes: "yes",
    introduces: ["ada:p2.I2"],
    locations: [{ path: "src/a.ts", start: 10, end: 14 }],
    quotes: ["if (tries > limit) {\n  return;"],
    text: body,
  });
});

test("all of it may stand on one line", () => {
  const line = "- R2.I3: does not close — `src/a.ts:10` ```while (busy) wait();``` because `b.ts:3` still waits.";
  expect(only(line)).toMatchObject({
    closes: "no",
    locations: [
      { path: "src/a.ts", start: 10 },
      { path: "b.ts", start: 3 },
    ],
    quotes: ["while (busy) wait();"],
  });
});

describe("names of earlier findings", () => {
  test.each([
    "- R2.I3: closes",
    "* **R2.I3**: closes",
    "1. `R2.I3` — closes",
    "- [R2.I3] closes",
    "- [x] R2.I3 closes",
    "### R2.I3: closes",
    "**R2.I3 — closes**",
    "R2.I3: closes",
    "- R2 I3: closes",
    "- R2-I3 – closes",
    "- r2.i3 - closes",
    "- round 2 I3: closes",
    "- Round 2, I3: closes",
    "- Round 2's I3: closes",
    "- I3 (round 2): closes",
    "- I3 of round 2: closes",
    "- Fix for R2.I3: closes",
    "> - R2.I3: closes",
    "| R2.I3 | closes |",
  ])("%s", (line) => expect(verdicts(line)).toEqual(["R2.I3 yes"]));

  test("several on one line share the verdict", () => {
    expect(verdicts("- R2.I3, R1.S2 and **R1.C1**: closes")).toEqual(["R2.I3 yes", "R1.S2 yes", "R1.C1 yes"]);
  });

  test("a heading of the same level as the section is an item of it", () => {
    expect(verdicts("## R2.I3: closes\n\nIt does.\n\n## R1.I1: does not close")).toEqual(["R2.I3 yes", "R1.I1 no"]);
  });

  test("a name within the words of a verdict begins no other", () => {
    const body = "- R2.I3: closes\n  R2.I3 asked for a limit,\n  R1.I1 for a test.\n- R1.I1: cannot tell";
    expect(verdicts(body)).toEqual(["R2.I3 yes", "R1.I1 cannot-tell"]);
  });
});

describe("words for a verdict", () => {
  test.each([
    ["closes", "yes"],
    ["**Closes** — `a.ts:1`", "yes"],
    ["`closes`", "yes"],
    ["closes the finding", "yes"],
    ["closes it by counting the tries", "yes"],
    ["fixed", "yes"],
    ["Verdict: closes", "yes"],
    ["closes: yes", "yes"],
    ["Closes? yes", "yes"],
    ["the fix closes it", "yes"],
    ["no longer present", "yes"],
    ["closes; introduces: nothing", "yes"],
    ["closes, but introduces I2", "yes"],
    ["closes partly", "partly"],
    ["partly closes", "partly"],
    ["partially", "partly"],
    ["closes: partly", "partly"],
    ["does not fully close", "partly"],
    ["closes only the first path", "partly"],
    ["closes, but only for the first caller", "partly"],
    ["does not close", "no"],
    ["doesn't close it", "no"],
    ["doesn’t close", "no"],
    ["not fixed", "no"],
    ["has not been fixed", "no"],
    ["closes: no", "no"],
    ["still open", "no"],
    ["no, the loop is the same", "no"],
    ["cannot tell", "cannot-tell"],
    ["cannot-tell", "cannot-tell"],
    ["can't tell without the server", "cannot-tell"],
    ["unclear", "cannot-tell"],
    ["closes: cannot tell", "cannot-tell"],
  ])('"%s" is %s', (words, closes) => expect(verdicts(`- R2.I3: ${words}`)).toEqual([`R2.I3 ${closes}`]));

  test.each([
    ["Handle does not close on error — closes", "yes"],
    ["Closes the file twice — does not close", "no"],
    ["Retries never stop: closes partly", "partly"],
  ])("the title of the finding may stand before: %s", (words, closes) =>
    expect(verdicts(`- R2.I3: ${words}`)).toEqual([`R2.I3 ${closes}`]),
  );

  test("the verdict may stand below the name", () => {
    expect(verdicts("### R2.I3 Retries never stop\n\n**Verdict:** closes partly\n\nThe queue waits.")).toEqual([
      "R2.I3 partly",
    ]);
  });

  test("a verdict that is contradicted is none", () => {
    expect(verdicts("- R2.I3: closes\n- R2.I3: does not close")).toEqual(["R2.I3 cannot-tell"]);
  });
});

describe("tables", () => {
  test("are read by their columns, wherever they stand", () => {
    const body = [
      "| # | Fix | Introduces | Closes? | Evidence |",
      "|---|-----|------------|---------|----------|",
      "| 1 | R2.I3 | no | yes | `src/a.ts:10` `if (tries > limit) return;` |",
      "| 2 | **R1.S2** | I1 | no | `b.ts:4` |",
    ].join("\n");
    expect(verdicts(body)).toEqual(["R2.I3 yes", "R1.S2 no"]);
    const { fixVerdicts } = read(`## Fix Verdicts\n\n${body}\n`);
    expect(fixVerdicts).toMatchObject([
      { introduces: [], locations: [{ path: "src/a.ts" }], quotes: ["if (tries > limit) return;"] },
      { introduces: ["ada:I1"], locations: [{ path: "b.ts" }], quotes: [] },
    ]);
  });

  test("a table and words below it are one verdict for each fix", () => {
    const body = "| Fix | Verdict |\n|---|---|\n| R2.I3 | closes |\n\n### R2.I3: closes\n\nAt `a.ts:3`.";
    expect(only(body)).toMatchObject({ closes: "yes", locations: [{ path: "a.ts", start: 3 }] });
  });
});

describe("defects that a fix brings in", () => {
  test.each([
    ["introduces: I2", ["ada:I2"]],
    ["introduces: `I1`, I2", ["ada:I1", "ada:I2"]],
    ["**Introduces:** nothing", []],
    ["introduces no defect", []],
    ["it does not introduce a defect", []],
    ["no new problems introduced", []],
    ["introduces: I9", undefined],
    ["introduces a limit", undefined],
    ["introduces: R1.I2 again", undefined],
    ["", undefined],
  ])('"%s"', (words, ids) => expect(only(`- R2.I3: closes — ${words}`)?.introduces).toEqual(ids));
});

describe("nothing is lost", () => {
  test("words that judge no fix are unplaced", () => {
    const { fixVerdicts, unplaced } = read(
      "## Fix Verdicts\n\nI looked at all of them.\n\n- R2.I3: looks odd\n- R1.I1: closes\n",
    );
    expect(fixVerdicts?.map(({ of }) => of)).toEqual(["R1.I1"]);
    expect(unplaced.map(({ text, why }) => [text, why])).toEqual([
      ["I looked at all of them.", "among the verdicts on fixes, but judges none"],
      ["- R2.I3: looks odd", "among the verdicts on fixes, but judges none"],
    ]);
  });

  test("what was run for a verdict stays in its words and is no quote", () => {
    const verdict = only("- R2.I3: closes\n\n```bash repro\nnpm test\n```\n\n```text repro-output\nok\n```");
    expect(verdict?.quotes).toEqual([]);
    expect(verdict?.text).toContain("npm test");
  });

  test("a quote that is never closed ends with its verdict's section", () => {
    const { fixVerdicts, claims } = read(
      "## Fix Verdicts\n\n- R2.I3: closes\n\n```ts\nreturn 1;\n\n## Coverage Summary\n\n- `a.ts` — I1\n",
    );
    expect(fixVerdicts?.[0]?.quotes).toEqual(["return 1;\n"]);
    expect(claims).toHaveLength(1);
  });
});
