import { describe, expect, test } from "vitest";
import { findPlaces } from "./find-places.ts";

describe("a test that runs alone", () => {
  test.each([
    ["test/a.test.ts", 'describe.only("a", () => {});\n'],
    ["test/a.test.ts", 'test.describe.only("a", () => {});\n'],
    ["test/a.test.js", 'fit("a", () => {});\n'],
    ["spec/a_spec.rb", 'fdescribe "a" do\nend\n'],
  ])("%s %j", async (path, text) => {
    expect(await findPlaces({ [path]: text })).toEqual([`focused-test ${path}:1`]);
  });

  test("is no matter of a curve or a comment", async () => {
    const text = "// it.only(1)\nconst line = regression.fit(points);\nconst s = 'it.only(';\n";
    expect(await findPlaces({ "test/a.test.ts": text })).toEqual([]);
  });
});
