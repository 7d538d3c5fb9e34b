import { describe, expect, test } from "vitest";
import { comparableText, mayBeMisread, comparableName } from "#util/text/comparable-text.ts";

const LINE = "const total = items.length;";

describe("a text as it is seen", () => {
  test.each([
    ["as it is", LINE],
    ["a zero-width space in each gap", LINE.replaceAll(" ", " \u200B")],
    ["joiners within words", LINE.replaceAll("t", "t\u200D")],
    ["soft hyphens", LINE.replaceAll("e", "e\u00AD")],
    ["letters of full width", LINE.replace("total", "ｔｏｔａｌ")],
    ["tags", LINE.replaceAll("s", "s\u{E0061}")],
    ["variation selectors", LINE.replaceAll("m", "m\uFE0F")],
    ["strokes through letters", LINE.replaceAll("l", "l\u0336")],
    ["fillers", LINE.replaceAll(" ", " \u3164")],
    ["invisible on a terminal", `\u001B[8m${LINE}\u001B[0m`],
  ])("is the same: %s", (_, text) => expect(comparableText(text)).toBe(LINE));

  test("keeps white space and letters of all scripts", () => {
    for (const text of ["\ta \u00A0b", "größe", "Цена", "価格"])
      expect(comparableText(text)).toBe(text.normalize("NFKC"));
  });
});

test("letters that look like Latin ones and what moves the cursor may be misread; accents may not", () => {
  expect(["tоtal", "a\bb", "Цена"].map(mayBeMisread)).toEqual([true, true, true]);
  expect(["total", "größe", "a\tb", "—"].map(mayBeMisread)).toEqual([false, false, false, false]);
});

test("a name is known in either way to write an accent, and in either case", () => {
  expect(comparableName("src/Pru\u0308fung.ts")).toBe(comparableName("lib/prüfung.ts"));
});
