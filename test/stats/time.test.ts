import { describe, expect, test } from "vitest";
import { mondayOf, monthsBetween, startOfReview, weeksBetween } from "#stats/time.ts";

describe("startOfReview", () => {
  test.each([
    ["20261102-091500-pr-42", "2026-11-02 09:26", "2026-11-02T09:15:00"],
    ["20260321-architecture-review", "2026-03-22", "2026-03-21T00:00:00"],
    ["pr-355", "2026-05-19 9:05", "2026-05-19T09:05:00"],
    ["pr-355", "2026-05-19", "2026-05-19T00:00:00"],
    ["20269919-103443-pr-355", "2026-05-19", "2026-05-19T00:00:00"],
    ["pr-355", "2026-02-31", undefined],
    ["pr-355", "last Tuesday", undefined],
    ["pr-355", undefined, undefined],
  ])("%s and %s give %s", (id, date, expected) => {
    expect(startOfReview(id, date)).toBe(expected);
  });
});

describe("weeks and months", () => {
  test("a week begins on Monday", () => {
    expect(["2026-11-01", "2026-11-02", "2026-11-08", "1969-12-31"].map(mondayOf)).toEqual([
      "2026-10-26",
      "2026-11-02",
      "2026-11-02",
      "1969-12-29",
    ]);
  });

  test("weeks run over the turn of the year without a gap", () => {
    expect(weeksBetween("2026-12-24", "2027-01-05", 10)).toEqual(["2026-12-21", "2026-12-28", "2027-01-04"]);
  });

  test("months run over the turn of the year without a gap", () => {
    expect(monthsBetween("2026-11-30T10:00:00", "2027-02-01T00:00:00")).toEqual([
      "2026-11",
      "2026-12",
      "2027-01",
      "2027-02",
    ]);
  });

  test("a wrong date does not make an endless list", () => {
    expect(monthsBetween("0001-01-01", "9999-01-01")).toHaveLength(600);
    expect(weeksBetween("0001-01-01", "9999-01-01", 27)).toHaveLength(27);
  });
});
