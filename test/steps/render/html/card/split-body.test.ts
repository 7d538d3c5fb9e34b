import { expect, test } from "vitest";
import { splitBody } from "#steps/render/html/card/split-body.ts";

test("the first two sentences lead, the rest follows", () => {
  expect(splitBody("One is `a. B`. Two, e.g. This. Three.\n\nFour.")).toEqual({
    lead: "One is `a. B`. Two, e.g. This.",
    rest: "Three.\n\nFour.",
    fix: "",
  });
});

test("a sentence is not cut within emphasis or a link", () => {
  const text = "See **one. Two. Three.** and [a. B. C](https://x.example/) here";
  expect(splitBody(text)).toEqual({ lead: text, rest: "", fix: "" });
});

test("code before the first paragraph stays with the rest", () => {
  expect(splitBody("```ts\na. B. C\n```\n\nWhy. So. More.")).toEqual({
    lead: "Why. So.",
    rest: "```ts\na. B. C\n```\n\nMore.",
    fix: "",
  });
});

test.each(["- a list", "| a | table |", "# A heading", "> a quote", "1. a number", "```\nan open fence", ""])(
  "without a first paragraph nothing leads: %s",
  (body) => expect(splitBody(body)).toEqual({ lead: "", rest: body, fix: "" }),
);

test("the paragraph of the fix is taken out; a fix within a sentence stays there, one from elsewhere is added", () => {
  const taken = splitBody("Why.\n\n**Suggested fix:** stop at 410.\n\nMore.", "stop at 410.");
  expect(taken).toEqual({ lead: "Why.", rest: "More.", fix: "Stop at 410." });
  expect(splitBody("You could stop at 410.", "stop at 410.").fix).toBe("");
  expect(splitBody("Why.", "stop at 410.").fix).toBe("stop at 410.");
});

test("a text of any size is split in one go", () => {
  const started = performance.now();
  splitBody("a. B ".repeat(200_000), "x");
  splitBody(`\`${"(".repeat(100_000)}. A`, "y");
  expect(performance.now() - started).toBeLessThan(1000);
});
