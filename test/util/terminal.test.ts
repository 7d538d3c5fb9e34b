import { describe, expect, test } from "vitest";
import { displayWidth, fitEnd, fitStart, padEnd } from "#util/terminal.ts";
import { wrap } from "#steps/render/terminal/layout.ts";

describe("displayWidth", () => {
  test.each([
    ["plain", 5],
    ["日本", 4],
    ["e\u0301", 1],
    ["🎉", 2],
    ["❤\uFE0F", 2],
    ["ｆｕｌｌ", 8],
    ["한글", 4],
    ["→ ü", 3],
  ])("%s takes %d columns", (text, width) => expect(displayWidth(text)).toBe(width));
});

describe("fitting", () => {
  test("a text that fits stays as it is", () => {
    expect(fitEnd("abc", 3)).toBe("abc");
    expect(fitStart("abc", 3)).toBe("abc");
  });

  test("the cut is marked and never splits a wide character", () => {
    expect(fitEnd("abcdef", 4)).toBe("abc…");
    expect(fitEnd("日本語", 4)).toBe("日…");
    expect(fitStart("src/lib/file.ts:12", 11)).toBe("…file.ts:12");
    expect(fitStart("日本語", 4)).toBe("…語");
  });

  test("no room is no text", () => {
    expect(fitEnd("abc", 0)).toBe("");
    expect(fitStart("abc", 0)).toBe("");
  });

  test("a megabyte is cut", () => {
    expect(fitEnd("x".repeat(1_000_000), 10)).toBe("xxxxxxxxx…");
    expect(fitStart("é".repeat(1_000_000), 3)).toBe("…éé");
  });

  test("filling counts columns", () => expect(padEnd("日", 4)).toBe("日  "));
});

describe("wrap", () => {
  test("breaks at blanks and cuts what does not fit", () => {
    expect(wrap("one two three", 8)).toEqual(["one two", "three"]);
    expect(wrap("unbreakable", 5)).toEqual(["unbr…"]);
    expect(wrap("a b c d e f", 1, 3)).toHaveLength(3);
  });
});
