import { describe, expect, test } from "vitest";
import { findPlaces } from "./find-places.ts";

describe("a conflict marker", () => {
  const conflict = "<<<<<<< HEAD\na = 1\n=======\na = 2\n>>>>>>> other\n";
  test("of each conflict is cited", async () => {
    expect(await findPlaces({ "src/a.py": conflict })).toEqual([
      "conflict-marker src/a.py:1",
      "conflict-marker src/a.py:5",
    ]);
  });
  test("without its other half is left out", async () => {
    expect(await findPlaces({ "src/a.py": "x = 1\n>>>>>>> other\n" })).toEqual([]);
  });
  test("inside a string is left out", async () => {
    expect(await findPlaces({ "src/a.py": `EXAMPLE = """\n${conflict}"""\n` })).toEqual([]);
  });
});
