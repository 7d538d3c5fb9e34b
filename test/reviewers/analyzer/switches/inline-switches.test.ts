import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readInlineSwitches } from "#reviewers/analyzer/switches/inline-switches.ts";
import { makeIndex } from "../../../helpers/change.ts";

async function switchesIn(path: string, text: string) {
  const index = await makeIndex({ base: {}, head: { [path]: text } });
  const facts = await index.head.facts(path);
  if (facts === undefined) throw new Error("no facts");
  return readInlineSwitches(text, facts);
}

test.each([
  ["a.ts", "x();\n// deep-review-ignore a/b: why not\ny();\n", { line: 2, last: 3, reason: "why not" }],
  ["a.ts", "x(); // deep-review-ignore a/b: why not\ny();\n", { line: 1, last: 1, reason: "why not" }],
  ["a.ts", "/* deep-review-ignore a/b */\ny();\n", { line: 1, last: 2, reason: "" }],
  ["a.ts", "/**\n * deep-review-ignore a/b: why: because\n */\ny();\n", { line: 2, last: 4, reason: "why: because" }],
  ["a.ts", "// deep-review-ignore a/b: why\n// and more\ny();\n", { line: 1, last: 3, reason: "why" }],
  ["a.py", "x = 1  # deep-review-ignore a/b: why\n", { line: 1, last: 1, reason: "why" }],
  ["a.sh", "# deep-review-ignore a/b: why\nrm x\n", { line: 1, last: 2, reason: "why" }],
  ["a.go", "\t// deep-review-ignore a/b: why\n\tx()\n", { line: 1, last: 2, reason: "why" }],
  ["a.yaml", "a: 1 # deep-review-ignore a/b: why\n", { line: 1, last: 1, reason: "why" }],
  ["a.md", "text\n<!-- deep-review-ignore a/b: why -->\ntext\n", { line: 2, last: 3, reason: "why" }],
  ["a.md", "text <!-- deep-review-ignore a/b: why -->\n", { line: 1, last: 1, reason: "why" }],
  ["a.ts", "// deep-review-ignore a/b: why\r\ny();\r\n", { line: 1, last: 2, reason: "why" }],
])("in %s: %j", async (path, text, expected) => {
  expect(await switchesIn(path, text)).toEqual([{ ids: ["a/b"], ...expected }]);
});

test("one comment may name several checks, and whole reviewers", async () => {
  const [found] = await switchesIn("a.ts", "// deep-review-ignore a/b, c/d-e ,hazard-lint: why\nx();\n");
  expect(found).toMatchObject({ ids: ["a/b", "c/d-e", "hazard-lint"], reason: "why" });
});

test.each([
  ["a.ts", 'const text = "// deep-review-ignore a/b: why";\n'],
  ["a.ts", "// we use deep-review-ignore a/b: why\n"],
  ["a.ts", "// deep-review-ignore\n// deep-review-ignore: all of it\n"],
  ["a.ts", "// deep-review-ignore-next a/b: why\n"],
  ["a.md", "Write `// deep-review-ignore a/b: why` above it.\n"],
])("in %s this switches nothing off: %j", async (path, text) => {
  expect(await switchesIn(path, text)).toEqual([]);
});

test("never throws and never reaches above itself, whatever the file holds", async () => {
  const piece = fc.constantFrom(
    "//",
    "/*",
    "*/",
    "#",
    "<!--",
    "-->",
    "deep-review-ignore",
    " a/b",
    ":",
    ",",
    "\n",
    '"',
    "`",
    "\r",
    "x",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 40 }),
      fc.constantFrom("a.ts", "a.py", "a.md", "a.txt"),
      async (parts, path) => {
        const text = parts.join("");
        for (const { line, last } of await switchesIn(path, text)) {
          expect(line).toBeGreaterThan(0);
          expect(last).toBeGreaterThanOrEqual(line);
        }
      },
    ),
  );
});
