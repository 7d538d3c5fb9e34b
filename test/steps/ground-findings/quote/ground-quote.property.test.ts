import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groundQuote } from "#steps/ground-findings/quote/ground-quote.ts";

/** A file of lines that are all different, and a part of it that is quoted. */
const quoted = fc
  .record({
    size: fc.integer({ min: 12, max: 120 }),
    at: fc.nat(),
    length: fc.integer({ min: 2, max: 10 }),
    blank: fc.integer({ min: 3, max: 9 }),
  })
  .map(({ size, at, length, blank }) => {
    const file = Array.from({ length: size }, (_, line) => (line % blank === 0 ? "" : `  step${line}(value${line});`));
    const start = 1 + (at % (size - length));
    const from = file.findIndex((text, line) => line >= start - 1 && text !== "");
    const quote = file.slice(from, from + length);
    const last = quote.findLastIndex((text) => text !== "");
    return { file, quote: quote.slice(0, last + 1), start: from + 1, end: from + last + 1 };
  });

const padding = (count: number): string[] => Array.from({ length: count }, (_, line) => `added${line}();`);
const ground = (file: readonly string[], cited: readonly [number, number], quote: readonly string[]) =>
  groundQuote(file, { path: "a.ts", start: cited[0], end: cited[1] }, { code: quote.join("\n") });

describe("a quoted part of a file", () => {
  test("is grounded where it is cited, at exactly its lines", () => {
    fc.assert(
      fc.property(quoted, ({ file, quote, start, end }) => {
        expect(ground(file, [start, end], quote)).toMatchObject({ status: "grounded", at: { start, end } });
      }),
    );
  });

  test("is grounded whatever its white space", () => {
    fc.assert(
      fc.property(quoted, fc.constantFrom("\t", "", "      "), ({ file, quote, start, end }, indent) => {
        const other = quote.flatMap((line) => ["", `${indent}${line.trim().replace("(", " (")}  `]);
        expect(ground(file, [start, end], other)).toMatchObject({ status: "grounded", at: { start, end } });
      }),
    );
  });

  test("has moved by exactly as many lines as were put before it", () => {
    fc.assert(
      fc.property(quoted, fc.integer({ min: 20, max: 300 }), ({ file, quote, start, end }, shift) => {
        const result = ground([...padding(shift), ...file], [start, end], quote);
        const to = { start: start + shift, end: end + shift };
        if (to.start <= end + 2) expect(result).toMatchObject({ status: "grounded", at: to });
        else expect(result).toMatchObject({ status: "moved", to });
      }),
    );
  });

  test("is ambiguous when it stands twice far from the cited lines, and grounded when one of them is cited", () => {
    fc.assert(
      fc.property(quoted, ({ file, quote, start, end }) => {
        const twice = [...padding(50), ...file, ...padding(50), ...file];
        expect(ground(twice, [1, 2], quote)).toMatchObject({
          status: "ambiguous",
          candidates: [{ start: start + 50 }, { start: start + file.length + 100 }],
        });
        const second = start + file.length + 100;
        expect(ground(twice, [second, second], quote)).toMatchObject({ status: "grounded", at: { start: second } });
        expect(end).toBeGreaterThanOrEqual(start);
      }),
    );
  });

  test("with edited lines is judged by the share of lines that still stand", () => {
    fc.assert(
      fc.property(quoted, fc.nat(), ({ file, quote, start, end }, edits) => {
        const content = quote.flatMap((line, at) => (line === "" ? [] : [at]));
        const edited = new Set(content.slice(0, edits % (content.length + 1)));
        const share = 1 - edited.size / content.length;
        const result = ground(
          file,
          [start, end],
          quote.map((line, at) => (edited.has(at) ? `invented${at}(line);` : line)),
        );
        expect(result.status).toBe(share >= 0.8 ? "grounded" : share < 0.4 ? "unsupported" : "partial");
      }),
    );
  });

  test("stands there still when lines were put between its lines", () => {
    fc.assert(
      fc.property(quoted, fc.integer({ min: 1, max: 38 }), ({ file, quote, start }, count) => {
        const grown = [...file.slice(0, start), ...padding(count), ...file.slice(start)];
        expect(ground(grown, [start, start], quote)).toMatchObject({ status: "grounded", at: { start } });
      }),
    );
  });

  test("may leave many lines out, where it says so", () => {
    fc.assert(
      fc.property(quoted, fc.integer({ min: 60, max: 390 }), ({ file, quote, start, end }, count) => {
        const grown = [...file.slice(0, start), ...padding(count), ...file.slice(start)];
        const [first = "", ...rest] = quote;
        fc.pre(rest.length > 0);
        const result = ground(grown, [start, start], [first, "  // ...", ...rest]);
        expect(result).toMatchObject({ status: "grounded", at: { start, end: end + count } });
        expect(ground(grown, [start, start], quote)).not.toMatchObject({ at: { start, end: end + count } });
      }),
    );
  });

  test("may be wrapped differently", () => {
    fc.assert(
      fc.property(quoted, ({ file, quote, start, end }) => {
        const wrapped = quote.flatMap((line) => line.split("(").map((part, at) => (at === 0 ? part : `  (${part}`)));
        expect(ground(file, [start, end], wrapped)).toMatchObject({ status: "grounded", at: { start, end } });
      }),
    );
  });
});

describe("any file and any quote", () => {
  test("give an answer", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary", maxLength: 20 }), { maxLength: 30 }),
        fc.string({ unit: "binary" }),
        fc.integer({ min: 1, max: 50 }),
        (file, code, start) => {
          expect(groundQuote(file, { path: "a", start, end: start }, { code }).why).not.toBe("");
        },
      ),
    );
  });

  test.each([
    ["many different lines", Array.from({ length: 40_000 }, (_, line) => `let value${line} = read(${line});`)],
    ["many equal lines", Array.from({ length: 300_000 }, () => "  }")],
    ["two lines in turn", Array.from({ length: 200_000 }, (_, line) => (line % 2 === 0 ? "    a();" : "  b();"))],
    ["one line", ["x=1;".repeat(300_000)]],
  ])("of a megabyte are compared to the end: %s", (_name, file) => {
    const text = file.slice(-300).join("\n").slice(-20_000);
    const codes = [text, `${text}\nno such line`, `a();\nno such line\nb();\n${text}`, "x=1;x=1;", "}\n}"];
    // Quadratic work would not end here.
    for (const code of codes)
      expect(groundQuote(file, { path: "a.ts", start: 10, end: 20 }, { code }).why).not.toBe("");
  });
});
