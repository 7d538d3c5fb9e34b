import { expect, test } from "vitest";
import { lookUp } from "#util/look-up.ts";

const TABLE: Readonly<Record<string, number>> = { critical: 1 };

test("a name is found where the table itself has it", () => {
  expect(lookUp(TABLE, "critical")).toBe(1);
  expect(lookUp(JSON.parse('{"__proto__": 2}'), "__proto__")).toBe(2);
});

test.each(["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"])("%s is not inherited", (name) => {
  expect(lookUp(TABLE, name)).toBeUndefined();
  expect(lookUp(process.env, name)).toBeUndefined();
  expect(lookUp(undefined, name)).toBeUndefined();
});
