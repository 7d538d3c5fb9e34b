import { describe, expect, test } from "vitest";
import fc from "fast-check";
import type { Language } from "#model/change/change-index.ts";
import { blankOut } from "#reviewers/analyzer/hazard-lint/blank-out.ts";

const LANGUAGES: Language[] = ["typescript", "go", "python", "bash", "java", "rust", "ruby", "csharp"];

/** The words that are left of a source. */
function words(source: string, language: Language): string {
  return blankOut(source, language)
    .code.replace(/[^\w\s]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

describe("what is code and what is not", () => {
  test.each<[Language, string, string]>([
    ["go", 'a("// not a comment") // comment\nb(`raw\n"text`) /* more */ c', "a b c"],
    ["go", "x := '\"'; y := '\\''; z", "x y z"],
    ["typescript", "a(`text ${b(`inner ${c} text`)} text`) // d", "a b c"],
    ["typescript", "const { x } = y; a(`one ${ { b } } two`, z)", "const x y a b z"],
    ["typescript", "a = /['\"]\\/[/]x/g; b = c / d / e; // f", "a g b c d e"],
    ["typescript", "return /it's/.test(x)", "return test x"],
    ["typescript", "const url = 'https://x.test//y'; // it's", "const url"],
    ["python", 'def f():\n    """Doc "string" here."""\n    return g("#", \'x\')  # h', "def f return g"],
    ["bash", "a=${b#x} # comment\nc=\"${d[@]}\" 'text'\ncat <<EOF\ntext here\nEOF\ne", "a b x c d cat EOF EOF e"],
    ["bash", "n=$((1 << k)) ; m\nnext", "n 1 k m next"],
    ["java", 'a("""\n text "here"\n"""); b(\'"\');', "a b"],
    ["rust", 'fn a<\'x>(y: &\'x str) { b(\'"\', r#"te"xt"#, "t") /* /* in */ out */ }', "fn a x y x str b r"],
    ["ruby", "a = <<~TEXT\n  text's\nTEXT\nb # c\n=begin\ntext\n=end\nd", "a TEXT TEXT b d"],
    ["csharp", 'a(@"c:\\dir\\"); b($"text {x}"); c("\\"t");', "a b c"],
  ])("%s: %s", (language, source, expected) => {
    expect(words(source, language)).toBe(expected);
  });

  test("a string that is never closed ends with its line", () => {
    expect(words("a 'text\nb", "typescript")).toBe("a b");
  });

  test("the places of comments are known", () => {
    expect(blankOut("a // b\nc /* d */", "go").comments).toEqual([2, 9]);
  });
});

test("length and line ends never change, whatever the content", () => {
  const nasty = fc.array(
    fc.constantFrom("'", '"', "`", "/", "*", "#", "\\", "\n", "\r\n", "${", "}", "{", "<<", "EOF", "a", " ", "\0"),
    {
      maxLength: 60,
    },
  );
  fc.assert(
    fc.property(nasty, fc.constantFrom(...LANGUAGES), (parts, language) => {
      const source = parts.join("");
      const { code } = blankOut(source, language);
      expect(code.length).toBe(source.length);
      expect(code.replace(/[^\r\n]/g, "")).toBe(source.replace(/[^\r\n]/g, ""));
    }),
    { numRuns: 2000 },
  );
});

test("a line of nothing but marks is read to its end", () => {
  for (const unit of ["/ ", "'", "`${", "<<EOF ", "/*", 'r#"', "\\", "("]) {
    const source = unit.repeat(Math.floor(200_000 / unit.length));
    for (const language of LANGUAGES) expect(blankOut(source, language).code.length).toBe(source.length);
  }
});
