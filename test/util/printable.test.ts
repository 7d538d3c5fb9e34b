import { expect, test } from "vitest";
import { printable } from "#util/printable.ts";

test.each([
  ["\u001b[31mred", "\\u001b[31mred"],
  ["a\u202eb", "a\\u202eb"],
  ["a\u0007\u009bb", "a\\u0007\\u009bb"],
  ["a\u{e0041}b", "a\\u{e0041}b"],
  ["zero\u200bwidth", "zero\\u200bwidth"],
  ["line\nbreak", "line\\u000abreak"],
  ["plain – ü 漢", "plain – ü 漢"],
])("%j is shown as %s", (text, shown) => expect(printable(text)).toBe(shown));

test("line breaks are kept where asked for", () =>
  expect(printable("a\n\u001b", { keepNewlines: true })).toBe("a\n\\u001b"));
