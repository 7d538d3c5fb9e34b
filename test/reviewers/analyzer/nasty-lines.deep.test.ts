import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ANALYZERS } from "#reviewers/registry.ts";
import { makeIndex } from "../../helpers/change.ts";

// What backtracking patterns and recursive readers stumble over: long runs, deep nesting, almost-matches.
const RUNS = [
  ..."a A 0 _ - . , : ; / \\ ( [ { < \" ' ` $ # @ = * + ? ! | & % ~ é \u0301 😀".split(" "),
  " ",
  "\t",
  "a ",
  "a.",
  "a/",
  "a-",
  "a_B",
  "--a ",
  "a(",
  "({[",
  "${",
  "{{",
  "<!--",
  "/*",
  "//",
  '"a" ',
  "a=",
  "http://a",
  "../",
  "0.",
  "if (",
  "catch (",
  "import a ",
  "-----BEGIN ",
  "eyJ",
  "AKIA",
  "@a ",
  "# ",
  "`a` ",
  "a, ",
  "env.A",
  "|| true ",
];
const ENDS = ["", "!", ")", '"', "\\", " x", "\u0000"];
const KINDS = ["ts", "js", "go", "py", "sh", "java", "rs", "rb", "cs", "md", "yml"];

/** Reviews a change that adds and removes this text in a file of every kind; gives the number of hits. */
async function review(text: string): Promise<number> {
  const files = (content: string) =>
    Object.fromEntries([
      ...KINDS.map((kind) => [`src/odd.${kind}`, content]),
      ["README.md", content],
      [".github/workflows/ci.yml", `on: push\njobs:\n  a:\n    steps:\n      - run: ${content}\n`],
    ]);
  const index = await makeIndex({
    base: files(`old ${text}\n`),
    head: files(`${text}\nnew ${text}\n`),
    messages: [text],
  });
  let hits = 0;
  for (const analyzer of ANALYZERS) hits += (await analyzer.review(index, new AbortController().signal)).length;
  return hits;
}

describe("nasty lines", () => {
  test("of a single sign repeated end in every analyzer, whatever its length", async () => {
    // Many at a time: most of the time goes into loading grammars.
    const lines = RUNS.map((run) => `x = ${run.repeat(Math.ceil(4_900 / run.length))}`);
    for (let at = 0; at < lines.length; at += 16) {
      expect(await review(lines.slice(at, at + 16).join("\n"))).toBeGreaterThanOrEqual(0);
    }
  });

  const part = fc.tuple(fc.constantFrom(...RUNS), fc.integer({ min: 1, max: 400 }));
  const line = fc.tuple(fc.array(part, { minLength: 1, maxLength: 4 }), fc.constantFrom(...ENDS)).map(
    ([parts, end]) =>
      parts
        .map(([run, times]) => run.repeat(times))
        .join("")
        .slice(0, 1_990) + end,
  );

  test("of several runs end in every analyzer", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 5, maxLength: 10 }), async (lines) => {
        expect(await review(lines.join("\n"))).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 6 },
    );
  });
});
