import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyFix } from "#steps/ground-findings/fix/apply-fix.ts";
import { parseFix } from "#steps/ground-findings/fix/parse-fix.ts";

/** A file with blank lines, an edit of it, and the edit as a diff. */
const edited = fc
  .record({
    size: fc.integer({ min: 10, max: 80 }),
    at: fc.nat(),
    removed: fc.integer({ min: 1, max: 4 }),
    added: fc.array(fc.constantFrom("", "  extra();", "  more(1);", "}"), { maxLength: 4 }),
    blank: fc.integer({ min: 3, max: 9 }),
    numbered: fc.boolean(),
  })
  .map(({ size, at, removed, added, blank, numbered }) => {
    const file = Array.from({ length: size }, (_, line) => (line % blank === 0 ? "" : `  step${line}(value${line});`));
    const from = at % (size - removed);
    const head = file.slice(Math.max(0, from - 3), from);
    const gone = file.slice(from, from + removed);
    const tail = file.slice(from + removed, from + removed + 3);
    const lines = [
      ...head.map((line) => ` ${line}`),
      ...gone.map((line) => `-${line}`),
      ...added.map((line) => `+${line}`),
      ...tail.map((line) => ` ${line}`),
    ];
    const start = from - head.length + 1;
    const header = numbered ? [`@@ -${start},${head.length + gone.length + tail.length} +${start},9 @@`] : [];
    const result = [...file.slice(0, from), ...added, ...file.slice(from + removed)];
    return { file, result, start, end: from + removed, numbered, diff: [...header, ...lines].join("\n") };
  })
  .filter(({ file, result, diff }) => file.join("\n") !== result.join("\n") && /^-.*\w/m.test(diff));

const hunksOf = (diff: string) => parseFix(diff).flatMap(({ hunks }) => hunks);
const padding = (count: number): string[] => Array.from({ length: count }, (_, line) => `added${line}();`);
const apply = (lines: readonly string[], diff: string) => applyFix({ lines, cited: [] }, hunksOf(diff));

describe("a proposed diff", () => {
  test("gives exactly the edited file", () => {
    fc.assert(
      fc.property(edited, ({ file, result, diff }) => {
        expect(apply(file, diff)).toMatchObject({
          status: "applied",
          lines: result,
          moved: 0,
          fuzzy: 0,
          whitespace: false,
        });
      }),
    );
  });

  test("follows its lines when the file was shifted, and says by how much", () => {
    fc.assert(
      fc.property(edited, fc.integer({ min: 1, max: 200 }), ({ file, result, diff, numbered }, shift) => {
        expect(apply([...padding(shift), ...file], diff)).toMatchObject({
          status: "applied",
          lines: [...padding(shift), ...result],
          moved: numbered ? shift : 0,
        });
      }),
    );
  });

  test("applies when a context line at its end was edited, and says so", () => {
    fc.assert(
      fc.property(edited, ({ file, diff, start }) => {
        const first = start - 1;
        const context = diff.split("\n").filter((line) => !/^[+@]/.test(line));
        const content = context.filter((line) => /\w/.test(line));
        fc.pre(/^ .*\w/.test(context[0] ?? "") && content.length >= 4);
        const other = file.map((line, at) => (at === first ? "  rewritten();" : line));
        expect(apply(other, diff)).toMatchObject({ status: "applied", fuzzy: 1 });
      }),
    );
  });

  test("does not apply when a line that it removes was edited", () => {
    fc.assert(
      fc.property(edited, ({ file, diff }) => {
        const gone = diff.split("\n").find((line) => /^-.*\w/.test(line));
        const other = file.map((line) => (line === gone?.slice(1) ? "  rewritten();" : line));
        expect(apply(other, diff).status).toBe("refused");
      }),
    );
  });

  test("is refused where its lines stand twice and nothing says which, and applied to the cited ones", () => {
    fc.assert(
      fc.property(edited, ({ file, result, diff, numbered, start, end }) => {
        fc.pre(!numbered);
        const between = padding(40);
        const twice = [...file, ...between, ...file];
        expect(apply(twice, diff).status).toBe("refused");
        const shift = file.length + between.length;
        const cited = [{ start: start + shift, end: end + shift }];
        expect(applyFix({ lines: twice, cited }, hunksOf(diff))).toMatchObject({
          lines: [...file, ...between, ...result],
        });
      }),
    );
  });

  test("of any text is read and tried without a throw", () => {
    const line = fc.tuple(fc.constantFrom("+", "-", " ", "@@ -1 +1 @@", "--- a", "+++ b", "..."), fc.string());
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), fc.array(fc.string(), { maxLength: 20 }), (diff, file) => {
        for (const { hunks } of parseFix(diff.map(([sign, text]) => sign + text).join("\n")))
          expect(["applied", "refused", "present", "unplaced"]).toContain(
            applyFix({ lines: file, cited: [] }, hunks).status,
          );
      }),
    );
  });

  test("is applied to a megabyte, where quadratic work would not end", () => {
    const file = Array.from({ length: 40_000 }, (_, line) => `let value${line} = read(${line});`);
    const diff = file.slice(30_000, 30_040).map((line, at) => (at === 20 ? `-${line}\n+let value = 1;` : ` ${line}`));
    const braces = Array.from({ length: 300_000 }, () => "  }");
    expect(apply(file, diff.join("\n")).status).toBe("applied");
    expect(apply(braces, "   }\n-  }\n   }\n").status).toBe("refused");
  });
});
