import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFile } from "#change-index/facts/read-facts.ts";

const EXTENSIONS =
  "ts tsx js go py sh java rs rb cs c cc php yaml json toml md html css scss sql mk ini kt lua tf txt xyz";
const PATHS = [...EXTENSIONS.split(" ").map((extension) => `src/a.${extension}`), "Dockerfile", "Makefile"];
const MARKS =
  '" \' ` \\ / // /* */ # $ ${ #{ { } ( ) < > </ /> <a <b> <<E <<~E \nE\n \n \'\'\' """ r#" "# R"( )" @" $" %w[ ] = : | |\n - ? b\' f\' a 1 é 😀 \0 \r\n <!-- --> <script> </script> <?php ?> =begin =end';

const piece = fc.constantFrom(...MARKS.split(" "), " ", "\n", "word");

function segmentsOf(path: string, text: string): readonly number[] {
  const { facts, layout } = readFile({ path, text }, () => []);
  expect(facts.words.size + facts.comments.length + facts.strings.length).toBeGreaterThanOrEqual(0);
  return layout.segments;
}

describe("the scanner", () => {
  it("never throws, and its stretches are in order, whatever the text", () => {
    fc.assert(
      fc.property(fc.constantFrom(...PATHS), fc.array(piece, { maxLength: 60 }), (path, pieces) => {
        const text = pieces.join("");
        const segments = segmentsOf(path, text);
        let last = 0;
        for (let at = 0; at < segments.length; at += 3) {
          const [start = -1, end = -1] = segments.slice(at, at + 2);
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 3000 },
    );
  });

  it("gives spans whose lines of text are lines of the file", () => {
    fc.assert(
      fc.property(fc.constantFrom(...PATHS), fc.array(piece, { maxLength: 40 }), (path, pieces) => {
        const text = pieces.join("");
        const { facts } = readFile({ path, text }, () => []);
        const lines = text.split("\n").length;
        for (const { start, end, text: inner } of [...facts.comments, ...facts.strings]) {
          expect(start).toBeGreaterThanOrEqual(1);
          expect(end).toBeLessThanOrEqual(lines);
          expect(inner.split("\n").length).toBeLessThanOrEqual(end - start + 1);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("takes time in proportion to the text, however it is made", () => {
    const size = 25_000;
    for (const path of PATHS) {
      for (const unit of [
        "`${",
        '"\\"',
        "'\\'",
        "<a {",
        "<a>",
        "/*",
        "${",
        '"$(',
        "<<A\n",
        "<<A ",
        "<<A\nA\n",
        "<<<A\n",
        "f'{",
        'r#"',
        "/[",
        "#{",
        "%w[",
        "( / ",
        ': "',
        "{-",
        '$"{',
        "    ",
      ]) {
        const text = `${unit}${unit.length < 8 ? unit.repeat(10) : ""}\n`.repeat(
          Math.ceil(size / (unit.length * 11 + 1)),
        );
        expect(segmentsOf(path, text), `${path} ${unit}`).toBeDefined();
      }
    }
  });
});
