import { expect, test } from "vitest";
import { createDefinitionFinder } from "#change-index/definitions/definition-finder.ts";
import { loadTreeSitter } from "#util/text/tree-sitter.ts";

test("is started once, however many ask for it at the same time", async () => {
  const [one, other] = await Promise.all([loadTreeSitter(), loadTreeSitter()]);
  expect(one).toBe(other);
  expect(loadTreeSitter()).toBe(loadTreeSitter());
  expect(createDefinitionFinder()).toBeDefined();
});
