import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDuration, readDuration } from "#grammar/durations.ts";

describe("a duration", () => {
  test.each([
    ["19 min 7 s", 1147],
    ["`1 h 26 min 58 s`", 5218],
    ["7m 27s", 447],
    ["510s", 510],
    ["9:33", 573],
    ["1:02:03", 3723],
    ["278", 278],
    ["12m 05s (second try)", 725],
    ["—", undefined],
    ["N/A (failed)", undefined],
    ["not recorded", undefined],
    ["", undefined],
  ])("%j is %j seconds", (text, seconds) => {
    expect(readDuration(text)).toBe(seconds);
  });

  test("comes back from its written form", () => {
    fc.assert(fc.property(fc.nat({ max: 400_000 }), (seconds) => readDuration(formatDuration(seconds)) === seconds));
  });
});
