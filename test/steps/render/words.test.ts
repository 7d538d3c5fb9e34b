import { describe, expect, test } from "vitest";
import { day, dayRange, roughDuration, percent, rate, tallyWords } from "#steps/render/words.ts";

describe("words", () => {
  test("a tallyWords counts each word, in the order of first occurrence", () => {
    expect(tallyWords(["fixed", "open", "fixed"])).toBe("2 fixed, 1 open");
    expect(tallyWords([])).toBe("");
  });

  test("a rate is never given without its base, and is unknown without one", () => {
    expect([rate(3, 4), rate(0, 9), rate(0, 0)]).toEqual(["75 % (3 of 4)", "0 % (0 of 9)", "unknown"]);
  });

  test("rounding never shows 0 % or 100 % for other shares", () => {
    expect([percent(0.001), percent(0.999), percent(0), percent(1)]).toEqual(["<1 %", ">99 %", "0 %", "100 %"]);
  });

  test("what two days have in common is said once", () => {
    expect(dayRange("2026-04-21T10:00:00", "2026-04-21T12:00:00")).toBe("21 Apr 2026");
    expect(dayRange("2026-04-21", "2026-04-22")).toBe("21–22 Apr 2026");
    expect(dayRange("2026-03-13", "2026-05-21")).toBe("13 Mar – 21 May 2026");
    expect(dayRange("2025-12-31", "2026-01-01")).toBe("31 Dec 2025 – 1 Jan 2026");
  });

  test("durations use the unit that fits", () => {
    expect([0.02, 0.4, 9.96, 59.7].map(roughDuration)).toEqual(["0.1 s", "0.4 s", "10 s", "1 min"]);
    expect([roughDuration(45), roughDuration(1470), roughDuration(5220), roughDuration(0)]).toEqual([
      "45 s",
      "25 min",
      "1 h 27 min",
      "0 s",
    ]);
  });

  test("text that is not a date stays unchanged", () => {
    expect(day("soon")).toBe("soon");
  });
});
