import fc from "fast-check";
import { expect, test } from "vitest";
import type { OutputLine } from "#adapters/process/launch.ts";
import { createLineSplitter } from "#adapters/process/line-splitter.ts";

/** All lines of these chunks. */
function split(chunks: readonly Buffer[], longest = 1 << 20): OutputLine[] {
  const splitter = createLineSplitter(longest);
  return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()];
}

function cut(bytes: Buffer, at: readonly number[]): Buffer[] {
  const places = [...new Set([0, ...at.map((one) => one % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b);
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

const texts = (lines: readonly OutputLine[]): string[] => lines.map(({ text }) => text);

test("lines are the same wherever the chunks are cut", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.nat()), (text, at) => {
      const whole = text.endsWith("\n") || text === "" ? text.split("\n").slice(0, -1) : text.split("\n");
      expect(texts(split(cut(Buffer.from(text), at)))).toEqual(whole);
    }),
  );
});

test("a long line comes in marked pieces that cut no character and lose nothing", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", minLength: 1 }),
      fc.array(fc.nat()),
      fc.integer({ min: 4, max: 9 }),
      (text, at, longest) => {
        const lines = split(cut(Buffer.from(`${text}\nnext`), at), longest);
        const joined: string[] = [""];
        for (const { text: part, piece, isLast } of lines) {
          expect(Buffer.byteLength(part)).toBeLessThanOrEqual(longest);
          if (piece === 0) expect(joined.at(-1)).toBe("");
          joined[joined.length - 1] += part;
          if (isLast) joined.push("");
        }
        expect(joined.slice(0, -1).join("\n")).toBe(`${text}\nnext`);
      },
    ),
    { examples: [["éééé€€€€😀😀", [3, 5, 7], 4]] },
  );
});

test("a line as long as the cap is one piece", () => {
  expect(split([Buffer.from("abcd\nefg\n")], 4)).toEqual([
    { text: "abcd", piece: 0, isLast: true },
    { text: "efg", piece: 0, isLast: true },
  ]);
  expect(split([Buffer.from("abcde\n")], 4)).toEqual([
    { text: "abcd", piece: 0, isLast: false },
    { text: "e", piece: 1, isLast: true },
  ]);
});

test("bytes that are no UTF-8 are replaced and do not stop the lines behind them", () => {
  const bytes = Buffer.from([0xff, 0x0a, 0xe2, 0x82, 0x0a, 0x00, 0x61, 0x0a]);
  expect(texts(split(cut(bytes, [1, 3, 4])))).toEqual(["\uFFFD", "\uFFFD", "\0a"]);
});

test("fifty megabytes without a line end are joined once", () => {
  const chunk = Buffer.alloc(64 * 1024, "x");
  const lines = split([...Array.from({ length: 800 }, () => chunk), Buffer.from("\nend")], 64 * 1024 * 1024);
  expect(lines.map(({ text }) => text.length)).toEqual([800 * 64 * 1024, 3]);
});
