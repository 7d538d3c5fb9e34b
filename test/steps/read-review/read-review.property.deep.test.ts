import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scanLines } from "#grammar/lines.ts";
import { readHeading } from "#grammar/section-heading.ts";
import { findingSchema } from "#model/finding.ts";
import { reviewerId } from "#model/ids.ts";
import { fixVerdictSchema } from "#model/history/lineage.ts";
import { type ReadReview, readReview } from "#steps/read-review/read-review.ts";

const reviewer = reviewerId("ada");

/** Pieces that reviews are made of; `@` is replaced by a number of its own, so that every line can be told apart. */
const PIECES = [
  "## Executive Summary",
  "# Review @",
  "## Findings",
  "### Critical Issues",
  "**Important Issues**",
  "#### Suggestions",
  "## Horoscope @",
  "## Design Observations",
  "**Strengths**",
  "### Concerns",
  "## Testing Assessment",
  "## Acknowledged Limitations",
  "## Coverage Summary",
  "## Fix Verdicts",
  "- R2.I3: closes — `a@.go:3`, word @",
  "**Round 1, S@**: does not close, word @",
  "### R1.I2 word @",
  "- R1.I2, R3.S1: introduces: I1 @",
  "| R2.I3 | closes partly | introduces: nothing @ |",
  "| word @ | closes |",
  "R2.I3: cannot tell @",
  "I1. **title @** — `a@.go:1`",
  "**S2. title @ — `a@.go:1-3`** (suggestion, gap)",
  "1. **title @** — `a@.go`",
  "2. **title @**",
  "**[CRITICAL] a@.go:4 — title @**",
  "prose @",
  "- bullet @",
  "  - inner @",
  "| `a@.go` | Reviewed, no issues |",
  "- `a@.go` — I1",
  "| File | Status |",
  "|---|---|",
  "Fix: repair @",
  "*(Withdrawn — reason @.)*",
  "```go",
  "```",
  "~~~",
  "---",
  "None.",
  "",
];

const reviews = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 60 })
  .map((pieces) => pieces.map((piece, index) => piece.replaceAll("@", `x${index}x`)).join("\n"));

/** Lines that only give form: headings that are known or written with `#`, rules, table frames, "None.", fences. */
function isForm(line: string): boolean {
  const heading = readHeading(line);
  if (heading !== undefined && (heading.name !== undefined || line.startsWith("#"))) return true;
  return /^(?:None\.|---|\|[-|]+\||\| File \| Status \||`{3}.*|~~~)$/.test(line.trim());
}

function lost(text: string, review: ReadReview): string[] {
  const kept = [
    review.summary ?? "",
    ...review.assessments.map((assessment) => assessment.text),
    ...review.unplaced.map((unplaced) => unplaced.text),
    ...review.claims.map(({ path }) => path),
    ...(review.fixVerdicts ?? []).map((verdict) => verdict.text),
  ].join("\n");
  const inFinding = (number: number): boolean =>
    review.findings.some(({ lines }) => number >= lines.start && number <= lines.end);
  const missing: string[] = [];
  for (const line of scanLines(text)) {
    const token = /x\d+x/.exec(line.text)?.[0];
    if (line.text.trim() === "" || isForm(line.text) || inFinding(line.number)) continue;
    if (token === undefined || !kept.includes(token)) missing.push(`${line.number}: ${line.text}`);
  }
  return missing;
}

describe("any text", () => {
  test("every line of a review is in a finding, a section, the coverage or the unplaced passages", () => {
    fc.assert(
      fc.property(reviews, (text) => {
        expect(lost(text, readReview(text, { reviewer }))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test("findings are valid, have ids of their own, and stand one after the other", () => {
    fc.assert(
      fc.property(reviews, (text) => {
        const { findings } = readReview(text, { reviewer });
        let last = 0;
        for (const finding of findings) {
          findingSchema.parse(finding);
          expect(finding.lines.start).toBeGreaterThan(last);
          last = finding.lines.end;
        }
        expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
      }),
      { numRuns: 200 },
    );
  });

  test("verdicts on fixes are valid, one a fix, and name findings of the review", () => {
    let read = 0;
    fc.assert(
      fc.property(reviews, (text) => {
        const judged = `## Suggestions\n\nI1. **A** — \`a.go\`\n\n## Fix Verdicts\n\n${text.replaceAll(/^#.*$/gm, "")}`;
        const { fixVerdicts = [], findings } = readReview(judged, { reviewer });
        read += fixVerdicts.length;
        for (const verdict of fixVerdicts) {
          fixVerdictSchema.parse(verdict);
          for (const id of verdict.introduces ?? []) expect(findings.map((finding) => finding.id)).toContain(id);
        }
        expect(new Set(fixVerdicts.map(({ of }) => of)).size).toBe(fixVerdicts.length);
      }),
      { numRuns: 200 },
    );
    // Otherwise the pieces make no verdicts and the test shows nothing.
    expect(read).toBeGreaterThan(20);
  });

  test("nothing that can be typed makes it throw", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary", maxLength: 400 }),
          fc.string({ unit: fc.constantFrom(..."#*`[]()|-~>I1. \n\t—:,") }),
        ),
        (text) => {
          readReview(text, { reviewer });
          readReview(`## Important Issues\n\nI1. **${text}`, { reviewer });
          readReview(`## Fix Verdicts\n\n- R2.I3: ${text}`, { reviewer });
        },
      ),
      { numRuns: 300 },
    );
  });

  test.each(["a", "*", "`", "(", "[", "#", "|", " — ", "**", "](", "\t", "> ", "I1. **", "x\n"])(
    "a megabyte of %j is read, and does not take for ever",
    (unit) => {
      const text = `## Suggestions\n\nS1. **A** — \`a.go\`\n\n${unit.repeat(1_000_000 / unit.length)}`;
      expect(readReview(text, { reviewer }).findings[0]?.label).toBe("S1");
    },
  );

  test.each([
    "a",
    "`",
    "|",
    " — ",
    "introduces ",
    "R2.I3 ",
    "closes: ",
    "closes, but ",
    "R1.I1: closes\n",
    "- R1.I1\n",
  ])("a megabyte of %j in a verdict is read, and does not take for ever", (unit) => {
    const text = `## Fix Verdicts\n\n- R2.I3: closes — \`a.go\`\n\n${unit.repeat(1_000_000 / unit.length)}`;
    expect(readReview(text, { reviewer }).fixVerdicts?.[0]).toMatchObject({ of: "R2.I3", closes: "yes" });
  });
});
