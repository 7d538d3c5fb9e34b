import { expect, test } from "vitest";
import { findPlaces } from "./find-places.ts";

test.each(["// checks\u2028grantAll();", "run(); // \u202e done", "// checks\rgrantAll();"])("%j", async (line) => {
  expect(await findPlaces({ "src/a.ts": `${line}\n` })).toEqual(["hidden-text src/a.ts:1"]);
  expect(await findPlaces({ "docs/a.md": `${line}\n` })).toEqual([]);
});

test("a line that ends with CRLF hides nothing", async () => {
  expect(await findPlaces({ "src/a.ts": "export const a = 1;\r\nexport const b = 2;\r\n" })).toEqual([]);
});
