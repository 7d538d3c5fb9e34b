import fc from "fast-check";
import { expect, test } from "vitest";
import { formatRuleMark, readRuleMark } from "#grammar/rules/rule-mark.ts";

const mark = { id: "P-0123456789", added: "2026-11-16", until: "2027-11-16", from: "1 note: 20261102-091500-pr-42" };

test("a mark that was written is read again", () => {
  expect(readRuleMark(`  ${formatRuleMark(mark)}`)).toEqual(mark);
  const { until: _, from: __, ...short } = mark;
  expect(readRuleMark(formatRuleMark(short))).toEqual(short);
});

test("no source can end the comment", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constantFrom("--> x", "<!--", "a\n-->", "\u2028--\u202e>", "-".repeat(9))),
      (from) => {
        const line = formatRuleMark({ ...mark, from });
        expect(line).not.toMatch(/[\n\r\u2028]/);
        expect(line.indexOf("--", 4)).toBe(line.length - 3);
      },
    ),
  );
});
