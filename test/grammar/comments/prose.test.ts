import { describe, expect, test } from "vitest";
import { proseLines, withoutHtmlComments } from "#grammar/comments/prose.ts";
import { suggestionsIn } from "#grammar/comments/suggestions.ts";

describe("what somebody says in their own words", () => {
  test("has no HTML comments, but those in code stay, and so does one that is never closed", () => {
    expect(withoutHtmlComments("a <!-- b\nc --> d")).toBe("a  d");
    expect(withoutHtmlComments("a\r\n```\r\n<!-- b -->\r\n```\r\n<!-- c -->e")).toBe(
      "a\r\n```\r\n<!-- b -->\r\n```\r\ne",
    );
    expect(withoutHtmlComments("\uFEFF<!-- a -->b <!-- c")).toBe("\uFEFFb <!-- c");
  });

  test("has neither code nor quotes", () => {
    expect(proseLines("One\n> two\n```\nthree\n```\n  four")).toEqual(["One", "four"]);
  });
});

test("a suggestion is what stands in its fence, whatever fence; an empty one deletes", () => {
  expect(suggestionsIn("x\n```suggestion\n  a\n\nb\n```\n```ts\nc\n```\n~~~~suggestion:-0+1\n```\n~~~~")).toEqual([
    ["  a", "", "b"],
    ["```"],
  ]);
  expect(suggestionsIn("```suggestion\n```")).toEqual([[]]);
  expect(suggestionsIn("```suggestion\nnever closed")).toEqual([]);
});
