import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { builtInAnalyzers } from "#pipeline/panel.ts";

const root = new URL("..", import.meta.url).pathname;
const read = (path: string): string => readFileSync(join(root, path), "utf8");

test("the README fits on 150 lines", () => {
  expect(read("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(150);
});

test("every guide is linked from the README", () => {
  const readme = read("README.md");
  for (const name of readdirSync(join(root, "docs/guides"))) expect(readme).toContain(`(docs/guides/${name})`);
});

describe("the guide to troubleshooting", () => {
  const messages = [...read("docs/guides/troubleshooting.md").matchAll(/^\| "([^"|]+)" \|/gm)].map(([, text]) => text);
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => read(join("src", name)))
    .join("\n");

  test("quotes messages", () => expect(messages.length).toBeGreaterThan(30));

  test.each(messages)("quotes a message that the program has: %s", (message = "") => {
    expect(sources).toContain(message);
  });
});

test("no document names an address that only looks like one", () => {
  for (const name of ["README.md", "docs/guides/install.md", "docs/guides/troubleshooting.md"]) {
    expect(read(name)).not.toMatch(/github\.com\/(?:OWNER|your|example)|<url>|npx deep-review@/i);
  }
});

describe("the guides", () => {
  const guides = readdirSync(join(root, "docs/guides")).map((name) => [name, read(`docs/guides/${name}`)] as const);
  const known = new Set(builtInAnalyzers().flatMap(({ checks }) => checks.map(({ id }) => id)));
  const named = guides.flatMap(([name, text]) =>
    [...text.matchAll(/\b(?:loose-ends|test-scout|hazard-lint)\/[a-z][a-z-]*\b(?!\.)/g)].map(
      ([id]) => [id, name] as const,
    ),
  );

  test("name checks", () => expect(named.length).toBeGreaterThan(2));

  test.each(named)("name a check that there is: %s in %s", (id) => {
    expect([...known]).toContain(id);
  });
});
