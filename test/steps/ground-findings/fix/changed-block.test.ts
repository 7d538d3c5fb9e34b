import { expect, test } from "vitest";
import { changedBlock } from "#steps/ground-findings/fix/ground-fixes.ts";

const FILE = ["a", "b", "c", "d"];

test.each([
  ["a line that changes", ["a", "B", "c", "d"], { start: 2, end: 2, by: ["B"] }],
  ["lines that go", ["a", "d"], { start: 2, end: 3, by: [] }],
  ["lines that come take the line before", ["a", "b", "x", "c", "d"], { start: 2, end: 2, by: ["b", "x"] }],
  ["lines that come first take the line behind", ["x", "a", "b", "c", "d"], { start: 1, end: 1, by: ["x", "a"] }],
  ["two changes are one block", ["A", "b", "c", "D"], { start: 1, end: 4, by: ["A", "b", "c", "D"] }],
  ["white space counts", ["a", "\tb ", "c", "d"], { start: 2, end: 2, by: ["\tb "] }],
  ["a carriage return is no block", ["a", "b\r", "c", "d"], undefined],
])("%s", (_, after, block) => {
  expect(changedBlock(FILE, after)).toEqual(block);
});

test("what replaces an empty file is no block", () => {
  expect(changedBlock([], ["a"])).toBeUndefined();
});

test("a block too long to be looked at is none", () => {
  const long = Array.from({ length: 150 }, (_, at) => `line ${at}`);
  expect(changedBlock(long, ["first", ...long.slice(1, -1), "last"])).toBeUndefined();
});
