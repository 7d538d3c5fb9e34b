import { expect, test } from "vitest";
import { anchorLinks, anchorsOf } from "#reviewers/analyzer/loose-ends/text/headings.ts";

test("anchors are made as on GitHub", () => {
  const text = [
    "# Order limits",
    "## `retry` & [more](a.md)!",
    "## Order limits",
    "## Größe_x ##",
    "## Own {#mine}",
    "#no heading",
    "```sh",
    "# a comment",
    "```",
  ];
  expect([...anchorsOf(text.join("\n"))]).toEqual(["order-limits", "retry--more", "order-limits-1", "größe_x", "mine"]);
});

test("a heading after a code block that is never closed is none", () => {
  expect(anchorsOf("```\n# A\n").size).toBe(0);
});

test("links with an anchor are read, those to other sites are not", () => {
  const line = 'See [a](#one), [b](../x.md#two "t"), <a href="y.html#three">c</a>, [d](https://example.org/z.md#four).';
  expect(anchorLinks(line)).toEqual([
    { page: "", anchor: "one" },
    { page: "../x.md", anchor: "two" },
    { page: "y.html", anchor: "three" },
  ]);
});
