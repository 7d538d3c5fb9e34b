import { describe, expect, test } from "vitest";
import { findPlaces } from "./find-places.ts";

describe("a doubled word", () => {
  test("is found across a line break", async () => {
    expect(await findPlaces({ "docs/a.md": "It waits for the\nthe queue.\n" })).toEqual(["doubled-word docs/a.md:2"]);
  });
  test("is found in a block comment", async () => {
    const text = "/**\n * Reads from\n * from the queue.\n */\nexport const a = 1;\n";
    expect(await findPlaces({ "src/a.ts": text })).toEqual(["doubled-word src/a.ts:3"]);
  });
  test("is none with code, a full stop or a table bar between", async () => {
    const text = "Set `the` the way. Is it? It is. If it,it\n\n```\nthe the\n```\n\n| the | the |\n";
    expect(await findPlaces({ "docs/a.md": text })).toEqual([]);
  });
  test("in code is left out", async () => {
    expect(await findPlaces({ "src/a.py": "x = [1 for for_ in y]\nprint('the the')\n" })).toEqual([]);
  });
});
