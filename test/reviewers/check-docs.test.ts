import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ANALYZERS } from "#reviewers/registry.ts";
import { checkPage } from "../../tools/check-page.ts";

test.each(ANALYZERS.map((analyzer) => [analyzer.id, analyzer] as const))(
  "docs/checks/%s.md is up to date; `npm run checks` writes it",
  (id, analyzer) => {
    const page = readFileSync(new URL(`../../docs/checks/${id}.md`, import.meta.url), "utf8");
    expect(page).toBe(checkPage(analyzer));
  },
);

test("every check has an id of its reviewer's, an example that it catches and one that it does not", () => {
  for (const { id, checks } of ANALYZERS) {
    for (const check of checks) {
      expect(check.id.startsWith(`${id}/`), check.id).toBe(true);
      expect(check.about.length, check.id).toBeGreaterThan(20);
      expect(check.catches.trim(), check.id).not.toBe("");
      expect(check.ignores.trim(), check.id).not.toBe("");
    }
  }
});
