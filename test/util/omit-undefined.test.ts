import { expect, test } from "vitest";
import { omitUndefined } from "#util/omit-undefined.ts";

test("keys without a value are left out, the others keep their order and falsy values stay", () => {
  const shortened = omitUndefined({ b: 0, a: undefined, d: "", c: null });
  expect(Object.entries(shortened)).toEqual([
    ["b", 0],
    ["d", ""],
    ["c", null],
  ]);
});
