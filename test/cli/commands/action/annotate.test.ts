import { expect, test } from "vitest";
import { annotate } from "#cli/commands/action/log-notes.ts";
import { outputsOf, type ActionResult } from "#cli/commands/action/read-result.ts";

type Found = ActionResult["computed"]["findings"][number];
const found = (over: Partial<Found>): Found => ({
  id: "S1",
  fate: "kept",
  severity: "suggestion",
  title: "Title",
  locations: [{ path: "a.ts", start: 3, end: 4 }],
  ...over,
});
const resultOf = (findings: readonly Found[]): ActionResult => ({
  review: { id: "20260101-1-x", verdict: { kind: "rework", because: "C1 stands" } },
  computed: { findings },
});

test("what stands is noted at its first place with lines, by severity; what fell is not", () => {
  const result = resultOf([
    found({ id: "C1", severity: "critical", locations: [{ path: "b/" }, { path: "a.ts", start: 3, end: 4 }] }),
    found({ id: "I1", severity: "important", locations: [] }),
    found({ id: "X1", fate: "dropped" }),
  ]);
  expect(annotate(result)).toEqual([
    { level: "error", title: "C1 (Deep Review)", message: "Title", path: "a.ts", line: 3, endLine: 4 },
    { level: "warning", title: "I1 (Deep Review)", message: "Title" },
  ]);
  expect(outputsOf(result)).toEqual({
    verdict: "rework",
    findings: "2",
    critical: "1",
    important: "1",
    suggestion: "0",
    "review-id": "20260101-1-x",
  });
});

test("no level has more than ten, and the rest is counted", () => {
  const notes = annotate(
    resultOf([
      ...Array.from({ length: 12 }, () => found({ severity: "critical" })),
      ...Array.from({ length: 12 }, () => found({})),
    ]),
  );
  const count = (level: string): number => notes.filter((note) => note.level === level).length;
  expect([count("error"), count("notice")]).toEqual([10, 10]);
  expect(notes.at(-1)?.message).toBe("5 findings are not shown here; the report lists them all.");
});
