import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeIdentity } from "#steps/history/match/identity/make-identity.ts";
import { aFinding } from "../../../../helpers/builders.ts";

/** Statements of an invented project, each as a list of tokens that can be laid out freely. */
const STATEMENTS: readonly (readonly string[])[] = [
  ["const", "answer", "=", "await", "deliver", "(", "hook", ",", "body", ")", ";"],
  ["if", "(", "answer.status", "===", '"gone"', ")", "{", "retries", ".", "push", "(", "hook", ")", ";", "}"],
  ["log", ".", "warn", "(", "'lost'", ",", "{", "id", ":", "hook.id", ",", "tries", "}", ")", ";"],
  ["return", "[", "first", ",", "second", ",", "...", "rest", "]", ";"],
];
const SPACE = fc.constantFrom("", " ", "\n", "\n    ", "\t", "  ");
const NAMES = ["deliver", "parseHook", "retry_count", "SignatureCheck", "queue.drain", "openSocket"];
/** Kinds of trouble that are different problems wherever they stand. */
const TROUBLES = [
  "leaks the connection",
  "races with a concurrent update",
  "swallows the error",
  "overflows its buffer",
  "has no test",
  "is never documented",
  "retries without end",
];

const words = fc.array(fc.constantFrom(...STATEMENTS), { minLength: 1, maxLength: 4 });

/** The tokens with any white space between them, any quotes, with or without semicolons and a trailing comma. */
function layOut(statements: readonly (readonly string[])[], spaces: readonly string[], style: Style): string {
  let at = 0;
  const next = (before: string, token: string): string => {
    const space = spaces[at++ % spaces.length] ?? " ";
    // Two words need something between them.
    return /\w$/.test(before) && /^\w/.test(token) && space === "" ? " " : space;
  };
  let code = "";
  for (const token of statements.flat()) {
    if (token === ";" && !style.semicolons) continue;
    const comma = style.commas && /^[)\]}]$/.test(token) && !/[({[,;}]\s*$/.test(code) ? "," : "";
    const written = style.quote === "'" ? token.replaceAll('"', "'") : token.replaceAll("'", '"');
    code += comma + next(code, token) + written;
  }
  return style.numbered ? number(code, style) : code;
}

function number(code: string, { first, mark }: Style): string {
  return code
    .trim()
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line, at) => `${first + at}${mark}${line}`)
    .join("\n");
}

interface Style {
  readonly semicolons: boolean;
  readonly commas: boolean;
  readonly quote: "'" | '"';
  readonly numbered: boolean;
  readonly first: number;
  readonly mark: ": " | "\t" | " | ";
}
const style: fc.Arbitrary<Style> = fc.record({
  semicolons: fc.boolean(),
  commas: fc.boolean(),
  quote: fc.constantFrom("'" as const, '"' as const),
  numbered: fc.boolean(),
  first: fc.integer({ min: 1, max: 900 }),
  mark: fc.constantFrom(": " as const, "\t" as const, " | " as const),
});
const line = fc.integer({ min: 1, max: 5000 });
const layout = fc.tuple(fc.array(SPACE, { minLength: 1, maxLength: 9 }), style);

function identify(code: string, start: number, title = "`deliver` leaks the connection") {
  const locations = [{ path: "src/deliver.ts", start, end: start + 3 }];
  return makeIdentity({ problem: aFinding({ title, locations, quotes: [{ code }] }), symbols: ["relay"] });
}

describe("identity", () => {
  test("does not change when lines shift or the quoted code is formatted anew", () => {
    fc.assert(
      fc.property(words, fc.tuple(layout, layout), fc.tuple(line, line), (statements, [one, other], [here, there]) => {
        const before = identify(layOut(statements, ...one), here);
        expect(identify(layOut(statements, ...other), there)).toEqual(before);
        expect(before.exact).toBeDefined();
      }),
    );
  });

  test("is another one for every other problem in the same function, on the same quoted code", () => {
    const pick = fc.uniqueArray(fc.record({ name: fc.constantFrom(...NAMES), trouble: fc.constantFrom(...TROUBLES) }), {
      minLength: 2,
      maxLength: 2,
      selector: ({ name, trouble }) => `${name} ${trouble}`,
    });
    fc.assert(
      fc.property(words, layout, pick, (statements, laid, problems) => {
        const code = layOut(statements, ...laid);
        const [one, other] = problems.map(({ name, trouble }) => identify(code, 10, `\`${name}\` ${trouble}`));
        for (const part of ["exact", "code", "place"] as const) expect(one?.[part]).not.toBe(other?.[part]);
      }),
    );
  });

  test("is another one for the same problem on other code of the function, but for the place", () => {
    const [first, second] = STATEMENTS.map((tokens) => identify(tokens.join(" "), 10));
    expect(first?.exact).not.toBe(second?.exact);
    expect(first?.code).not.toBe(second?.code);
    expect(first?.place).toBe(second?.place);
  });

  test("never throws, whatever is quoted and said", () => {
    const odd = fc.oneof(
      fc.string(),
      fc.constantFrom("\0", "\u{d800}", "`".repeat(9999), "_a".repeat(99_999), "1 ".repeat(9999)),
    );
    fc.assert(
      fc.property(odd, odd, (title, code) => {
        expect(makeIdentity({ problem: { title, locations: [], quotes: [{ code }] } }).version).toBe(1);
      }),
    );
  });
});
