import fc from "fast-check";
import { expect, test } from "vitest";
import { fold, foldLine, MAX_LINE_LENGTH, unfoldText } from "#steps/build-context/patch/fold.ts";

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc
    .array(fc.constantFrom("\n", ">", ">>", "", "x".repeat(1899), "🎉".repeat(1000), "\r", "+a"), { maxLength: 12 })
    .map((p) => p.join("")),
);

test("what is folded is unfolded to the same text", () => {
  fc.assert(
    fc.property(text, (text) => {
      expect(unfoldText(fold(text))).toBe(text);
    }),
  );
});

test("no line of a folded text is too long, and no character is cut in two", () => {
  fc.assert(
    fc.property(text, (text) => {
      for (const line of fold(text).split("\n")) {
        expect(line.length).toBeLessThanOrEqual(MAX_LINE_LENGTH);
        expect(Buffer.from(line).toString()).toBe(line);
      }
    }),
  );
});

test("lines that a read tool shows whole stay as they are", () => {
  expect(foldLine(`+${"x".repeat(MAX_LINE_LENGTH - 1)}`)).toHaveLength(1);
  expect(foldLine(`+${"x".repeat(MAX_LINE_LENGTH)}`)).toEqual([`+${"x".repeat(MAX_LINE_LENGTH - 1)}`, ">x"]);
});

test("a line of a megabyte is folded", () => {
  const line = `+${"ab".repeat(1 << 19)}`;
  expect(unfoldText(fold(line))).toBe(line);
});
