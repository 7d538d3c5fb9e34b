import { describe, expect, test } from "vitest";
import { readEarlierNames, withoutEarlierNames } from "#grammar/labels/earlier-name.ts";

describe("names of earlier problems at the beginning of a line", () => {
  test("are read in any marks, and the rest is what is said of them", () => {
    expect(readEarlierNames("- **R2.I3**, `R1.S2~2`: closes")).toEqual({
      names: ["R2.I3", "R1.S2~2"],
      rest: ": closes",
      isMarked: true,
    });
    expect(readEarlierNames("round 12 c1 is open")).toEqual({ names: ["R12.C1"], rest: "is open", isMarked: false });
    expect(readEarlierNames("R1.R2: closes")?.names).toEqual(["R1.R2"]);
  });

  test.each(["I3: closes", "- R2: closes", "R2.I3x closes", "As R2.I3 says", "Round 2 was long", "R1, R2: closes", ""])(
    "%j begins with none",
    (line) => expect(readEarlierNames(line)).toBeUndefined(),
  );

  test("can be taken out of a text, and nothing else with them", () => {
    expect(withoutEarlierNames("R2.I3 and round 1 S2, not I3 or src/R2.ts")).toBe("  and  , not I3 or src/R2.ts");
  });
});
