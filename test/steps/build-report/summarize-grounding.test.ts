import { expect, test } from "vitest";
import { type FindingGrounding, findingGroundingSchema, type Grounding } from "#model/grounding.ts";
import { summarizeGrounding } from "#steps/build-report/summarize-grounding.ts";

const UNSUPPORTED: Grounding = { status: "unsupported", why: "it stands nowhere" };

function aGrounding(over: object = {}): FindingGrounding {
  return findingGroundingSchema.parse({
    finding: "ada:I1",
    commit: "9f2c4e6",
    summary: UNSUPPORTED,
    places: [],
    quotes: [],
    class: { differs: false, why: "" },
    fixes: [],
    claims: [],
    ...over,
  });
}

const place = (status: string) => ({ places: [{ cited: { path: "src/a.ts" }, status, why: "" }] });

test.each<[Grounding, object, string[]]>([
  [{ status: "moved", to: { start: 47, end: 48 }, why: "" }, {}, ["quote moved to line 47"]],
  [{ status: "moved", path: "src/b.ts", to: { start: 4, end: 4 }, why: "" }, {}, ["quote moved to src/b.ts:4"]],
  [{ status: "partial", found: 2, of: 5, why: "" }, {}, ["only 2 of 5 quoted lines found"]],
  [UNSUPPORTED, place("missing"), ["cited file does not exist at head"]],
  [UNSUPPORTED, place("beyond-end"), ["cited line is beyond the end of the file"]],
  [UNSUPPORTED, place("exists"), ["quote not found at head"]],
  [{ status: "grounded", why: "" }, { fixes: [{ status: "applies", why: "" }] }, ["fix applies"]],
  [{ status: "grounded", why: "" }, { fixes: [{ status: "unchecked", why: "" }] }, []],
])("%j with %j is said as %j", (best, over, words) => {
  expect(summarizeGrounding(best, [aGrounding(over)])).toEqual(words);
});

test("the same words of two findings are said once", () => {
  const fix = { fixes: [{ status: "fails", why: "" }] };
  expect(summarizeGrounding(undefined, [aGrounding(fix), aGrounding(fix)])).toEqual(["fix does not apply"]);
});
