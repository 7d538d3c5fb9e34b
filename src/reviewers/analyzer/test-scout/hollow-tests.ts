import type { FileFacts } from "#model/change/change-index.ts";
import { isFunction } from "./outermost.ts";

/** A test file, with the lines that the change added. */
export interface AddedTests {
  readonly facts: FileFacts;
  readonly lines: readonly string[];
  readonly added: ReadonlySet<number>;
}

/** First lines of the added tests in which no word looks like an assertion. Known for Go, Python and scripts. */
export function findHollowTests({ facts, lines, added }: AddedTests): number[] {
  const byLine = wordsByLine(facts);
  return testsOf({ facts, lines, added })
    .filter(({ start, end }) => {
      const words = new Set<string>();
      for (let line = start + 1; line <= end; line += 1) for (const word of byLine.get(line) ?? []) words.add(word);
      return words.size > 0 && !hasAssertion(facts, words) && !isForTheCompiler(lines.slice(start, end));
    })
    .map(({ start }) => start);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function testsOf({ facts, lines, added }: AddedTests): Span[] {
  const { language, definitions } = facts;
  if (language === "go" || language === "python") {
    const name = language === "go" ? /^Test(?:[A-Z_]|$)/ : /^test_/;
    return definitions
      .filter((one) => isFunction(one) && added.has(one.start) && name.test(one.name))
      .filter(({ start }) => language === "go" || !HAS_FIXTURE.test(lines[start - 1] ?? ""));
  }
  if (language !== "typescript" && language !== "javascript") return [];
  return [...added].flatMap((start) => {
    const end = /^\s*(?:it|test)\(\s*["'`].*(?:=>|\)) *\{$/.test(lines[start - 1] ?? "")
      ? endOf(lines, start)
      : undefined;
    return end === undefined ? [] : [{ start, end }];
  });
}

/** What is handed to a test in Python often checks for itself, such as a runner that fails when its program does. */
const HAS_FIXTURE = /\((?!\s*(?:self\s*,?\s*)?\))/;

/** The next line that stands no deeper and closes a brace. */
function endOf(lines: readonly string[], start: number): number | undefined {
  const indent = /^\s*/.exec(lines[start - 1] ?? "")?.[0] ?? "";
  for (let line = start + 1; line <= Math.min(lines.length, start + LONGEST_TEST); line += 1) {
    if ((lines[line - 1] ?? "").startsWith(`${indent}}`)) return line;
  }
  return undefined;
}

const LONGEST_TEST = 400;

/** Go's tests fail through their `t`; whoever hands it on lets a helper assert. */
function hasAssertion({ language }: FileFacts, words: ReadonlySet<string>): boolean {
  if (words.has("t") || words.has("tb") || words.has("s") || words.has("suite")) return true;
  if (language === "go") return words.has("panic");
  return [...words].some((word) => ASSERTS.test(word));
}

/** What the test asserts, the compiler checks. */
function isForTheCompiler(body: readonly string[]): boolean {
  return body.some((line) => /@ts-expect-error|^\s*var _ /.test(line));
}

const ASSERTS =
  /assert|expect|should|must|requir|raise|warn|fail|error|throw|reject|check|verif|valid|ensure|equal|compare|match|snapshot|golden|diff|called|mock|spy|run|test|invoke|exit|skip|wait|done|plan|prove|report|benchmark|confirm|find|see/i;

function wordsByLine({ words }: FileFacts): Map<number, string[]> {
  const byLine = new Map<number, string[]>();
  for (const [word, lines] of words) {
    for (const line of lines) {
      const here = byLine.get(line);
      if (here === undefined) byLine.set(line, [word]);
      else here.push(word);
    }
  }
  return byLine;
}
