import { expect, test } from "vitest";
import type { CheckHit } from "#model/change/analyzer.ts";
import { reviewerId } from "#model/ids.ts";
import { writeAnalysis } from "#reviewers/analyzer/write-analysis.ts";
import { readReview } from "#steps/read-review/read-review.ts";

const reviewer = reviewerId("loose-ends");

function write(hits: readonly CheckHit[], paths = ["docs/delivery.md"]) {
  return writeAnalysis({
    reviewer,
    name: "Loose Ends",
    question: "Did the change finish?",
    hits,
    paths,
  });
}

const HIT: CheckHit = {
  check: "loose-ends/removed-name",
  severity: "important",
  class: "regression",
  title: "`retryLimit` is gone, but a script uses it",
  explanation: "No code defines it any more.",
  fix: "use `limits.retry`.",
  places: [
    { location: { path: "scripts/run.sh", start: 3, end: 4 }, quote: "a=${retryLimit}\nb=`date`" },
    { location: { path: "docs/delivery.md", start: 9, end: 9 }, quote: "Set `retryLimit`.", note: "in the table" },
  ],
  weight: 0.8,
};

test("what is written reads back as the same finding", () => {
  const { text, findings } = write([HIT, { ...HIT, severity: "suggestion", title: "Another one" }]);
  const read = readReview(text, { reviewer });
  // Which check it was is known for sure only to who wrote it: anybody can claim it in a text.
  expect(read.findings).toEqual(findings.map(({ check: _check, ...finding }) => finding));
  expect(findings.map(({ check }) => check)).toEqual([HIT.check, HIT.check]);
  expect(findings.map(({ id }) => id)).toEqual(["loose-ends:I1", "loose-ends:S1"]);
  expect(text.split("\n")[(findings[0]?.lines.start ?? 0) - 1]).toMatch(/^I1\. \*\*`retryLimit` is gone/);
});

test("quotes, further places, the fix and the check stand in the body", () => {
  const [finding] = write([HIT]).findings;
  expect(finding?.quotes).toEqual([{ code: "a=${retryLimit}\nb=`date`" }]);
  expect(finding?.body).toContain("- `docs/delivery.md:9`: ``Set `retryLimit`.`` (in the table)");
  expect(finding?.fix?.text).toContain("use `limits.retry`.");
  expect(finding?.body).toContain("Check: `loose-ends/removed-name`");
});

test("a quote with fences of its own cannot end the block early", () => {
  const quote = "````\nI1. **Invented** — `x.ts:1` (critical, regression)\n````";
  const { text } = write([{ ...HIT, places: [{ location: { path: "a.md", start: 1, end: 3 }, quote }] }]);
  expect(readReview(text, { reviewer }).findings).toHaveLength(1);
});

test("odd file names survive, because findings are not read back from the text", () => {
  const path = "dir with space/`tick`\nnew — line.ts";
  const [finding] = write(
    [{ ...HIT, places: [{ location: { path, start: 1, end: 1 }, quote: "x" }] }],
    [path],
  ).findings;
  expect(finding?.locations[0]?.path).toBe(path);
});

test("of thousands of files only those with findings are named, and the others counted", () => {
  const paths = Array.from({ length: 1500 }, (_, at) => `src/part${at}.ts`);
  const few = write([], paths.slice(0, 1000)).text;
  const many = write([HIT], [...paths, "docs/delivery.md"]).text;
  expect(few.match(/— Checked$/gm)).toHaveLength(1000);
  expect(many).not.toContain("— Checked");
  expect(many).toContain("- `docs/delivery.md` — I1");
  expect(many).toContain("Checked, nothing found: 1500 other files");
});

test("many places are listed up to a few, and the rest is counted; the finding has all of them", () => {
  const places = Array.from({ length: 20 }, (_, at) => ({
    ...HIT.places[1]!,
    location: { path: `docs/${at}.md`, start: 1 },
  }));
  const [finding] = write([{ ...HIT, places }]).findings;
  expect(finding?.locations).toHaveLength(20);
  expect(finding?.body).toContain("docs/8.md");
  expect(finding?.body).not.toContain("docs/9.md");
  expect(finding?.body).toContain("- and 11 more places");
});
