import { expect, test } from "vitest";
import { isReview } from "#steps/read-review/is-review.ts";

const check = (text: string, expected: boolean) => expect(isReview(text)).toBe(expected);

test("sections without a finding are a review", () => check("## Findings\n\n### Critical Issues\n\nNone.\n", true));
test("a summary alone is one", () => check("I looked.\n\n## Executive Summary\n\nNothing is wrong.\n", true));
test("a finding without any section is one", () =>
  check("I1. **add subtracts** — `calc.js:2` (important, regression)\n\nIt does.\n", true));
test("nothing is none", () => check("", false));
test("words on the way are none", () => check("I read the instructions.\n\nNow I read the patch.\n", false));
test("a polite no is none", () => check("I'm sorry, but I cannot help with that.\n", false));
test("a heading of another kind is none", () => check("# Notes\n\nI cannot open the files.\n", false));
test("a form without words is none", () =>
  check("### Critical Issues\n\n### Important Issues\n\n### Suggestions\n", false));
test("an announcement above an empty section for findings is none", () =>
  check("## Executive Summary\n\nI will now read the diff.\n\n### Critical Issues\n", false));
