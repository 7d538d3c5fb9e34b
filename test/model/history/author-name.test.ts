import { expect, test } from "vitest";
import { authorName } from "#model/history/author-name.ts";

test("who decided in a thread is named by login, which calls nobody", () => {
  expect(authorName("@maria")).toBe("maria");
  expect(authorName("@deep-review[bot]")).toBe("deep-review[bot]");
});

test("who decided is named without an e-mail address", () => {
  expect(authorName("Maria Gold <maria@shop.example>")).toBe("Maria Gold");
  expect(authorName("<maria@shop.example>")).toBe("maria");
  expect(authorName("@shop.example @team")).toBe("somebody");
});
