import { expect, test } from "vitest";
import { capLines, joinAnd, listSome, oneLine, plural, sentence, shortDuration, truncate } from "#util/words.ts";

test("a noun agrees with its number, and large numbers are easy to read", () => {
  expect([0, 1, 2, 12_345].map((count) => plural(count, "file"))).toEqual([
    "0 files",
    "1 file",
    "2 files",
    "12,345 files",
  ]);
  expect(plural(2, "branch", "branches")).toBe("2 branches");
  expect(plural(1, "file is", "files are")).toBe("1 file is");
});

test("a text is never longer than asked for, and ends in an ellipsis where something is missing", () => {
  expect(truncate("abcdef", 6)).toBe("abcdef");
  expect(truncate("abcdef", 5)).toBe("abcd…");
  expect(truncate("abc def", 5)).toBe("abc…");
  expect(truncate("abcdef", 1)).toBe("…");
  expect(truncate("abcdef", 0)).toBe("");
});

test("a surrogate pair is not cut in two", () => {
  expect(truncate("ab😀cd", 4)).toBe("ab…");
  expect(truncate("ab😀cd", 5)).toBe("ab😀…");
  for (let max = 0; max < 12; max++) {
    const text = truncate("😀😀a😀😀😀", max);
    expect(text).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
    expect(text.length).toBeLessThanOrEqual(max);
  }
});

test("a text is put on one line", () => {
  expect(oneLine("  a\n\tb   c \r\n")).toBe("a b c");
});

test("long lists are counted at their end", () => {
  const names = ["a", "b", "c", "d", "e"];
  expect(listSome(names)).toBe("a, b, c, d, e");
  expect(listSome(names, 2)).toBe("a, b and 3 more");
  expect(capLines(names, 5)).toEqual(names);
  expect(capLines(names, 3, ", see the report")).toEqual(["a", "b", "c", "and 2 more, see the report"]);
});

test("short lists are joined by a word", () => {
  expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map((names) => joinAnd(names))).toEqual([
    "",
    "a",
    "a and b",
    "a, b and c",
  ]);
  expect(joinAnd(["a", "b", "c", "d"], 3)).toBe("a, b, c and 1 more");
});

test("a sentence has a capital letter and one full stop", () => {
  expect(["", "it stands", "It stands.", "does it?", "so on…"].map(sentence)).toEqual([
    "",
    "It stands.",
    "It stands.",
    "Does it?",
    "So on…",
  ]);
});

test("a waiting time is short", () => {
  expect([0.44, 47, 185, 3725].map(shortDuration)).toEqual(["0.4s", "47s", "3m 05s", "1h 02m"]);
});
