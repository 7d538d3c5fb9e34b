import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeBody, escapeProse, unescapeBody, unescapeProse } from "#grammar/report/escape-structure.ts";

describe("text among structure", () => {
  test.each([
    ["## Anything", String.raw`\## Anything`],
    ["#### Suggestions", String.raw`\#### Suggestions`],
    ["#### A remark", "#### A remark"],
    ["I2. **Next** — `a.ts:1`", String.raw`I2\. **Next** — ` + "`a.ts:1`"],
    ["1. **An item** [Ada 1]", "1. **An item** [Ada 1]"],
    ["<!-- a remark -->", "<!-- a remark -->"],
    ["```\n## In code\n```", "```\n## In code\n```"],
    ["```\nnever closed", "```\nnever closed\n```"],
  ])("of a finding: %j becomes %j", (text, escaped) => {
    expect(escapeBody(text)).toBe(escaped);
  });

  test("of a section may have lines that look like findings", () => {
    expect(escapeProse("I2. **Next** — `a.ts:1`")).toBe("I2. **Next** — `a.ts:1`");
  });

  const line = fc.constantFrom(
    "## A",
    "\\## A",
    "\\\\## A",
    "I1. **x** `a.ts`",
    "I1\\. **x** `a.ts`",
    "<pre>",
    "x",
    "",
    "\\",
  );
  const text = fc.array(line).map((lines) => lines.join("\n"));

  test("comes back", () => {
    fc.assert(fc.property(text, (words) => unescapeBody(escapeBody(words)) === words));
    fc.assert(fc.property(text, (words) => unescapeProse(escapeProse(words)) === words));
  });
});
