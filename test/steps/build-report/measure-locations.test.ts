import { describe, expect, test } from "vitest";
import { type FindingGrounding, findingGroundingSchema } from "#model/grounding.ts";
import { measureLocations } from "#steps/build-report/measure-locations.ts";

const MORE: Readonly<Record<string, object>> = {
  moved: { to: { start: 3, end: 3 } },
  ambiguous: { candidates: [] },
  partial: { found: 1, of: 2 },
};

function checked(places: readonly string[], quotes: readonly string[]): FindingGrounding {
  return findingGroundingSchema.parse({
    finding: "claude:I1",
    commit: "9f2c4e6",
    summary: { status: "unchecked", why: "" },
    places: places.map((status) => ({ cited: { path: "src/a.ts" }, status, why: "" })),
    quotes: quotes.map((status) => ({ status, why: "", ...MORE[status] })),
    class: { differs: false, why: "" },
    fixes: [],
    claims: [],
  });
}

describe("the accuracy of what is cited", () => {
  test("counts places that exist, and those in a file that the change removes", () => {
    const measured = measureLocations([checked(["exists", "missing"], []), checked(["removed", "beyond-end"], [])]);
    expect(measured?.places).toEqual({ exist: 2, checked: 4 });
  });

  test("counts quotes that stand anywhere in the code, and says how many stand elsewhere than cited", () => {
    const measured = measureLocations([checked([], ["grounded", "moved", "ambiguous", "partial", "unsupported"])]);
    expect(measured?.quotes).toEqual({ stand: 3, elsewhere: 1, checked: 5 });
  });

  test("leaves out what could not be looked up, and is unknown where nothing could", () => {
    expect(measureLocations([checked(["exists", "unreadable"], ["unchecked"])])).toEqual({
      places: { exist: 1, checked: 1 },
      quotes: { stand: 0, elsewhere: 0, checked: 0 },
    });
    expect(measureLocations([checked(["unreadable"], ["unchecked"])])).toBeUndefined();
    expect(measureLocations([])).toBeUndefined();
  });
});
