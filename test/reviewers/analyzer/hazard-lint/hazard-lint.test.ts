import { describe, expect, test } from "vitest";
import { hazardLint } from "#reviewers/analyzer/hazard-lint/hazard-lint.ts";
import { makeIndex } from "../../../helpers/change.ts";
import { findPlaces, review } from "./find-places.ts";

// Where an example may stand; a check finds its own in at least one of them, and its counter-example in none.
const HOMES = ["src/queue.ts", "src/limits.py", "shop/orders.go", "test/retry.test.ts", ".github/workflows/greet.yml"];
// The twin that a second definition needs.
const TWIN = { "src/names.ts": 'export const RETRY_QUEUE = "orders-retry";\nexport const LIMIT = 10;\n' };

async function findAnywhere(text: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (const home of HOMES) {
    for (const { check } of await review({ ...TWIN, [home]: `${text}\n` }, TWIN)) found.add(check);
  }
  return found;
}

describe("every check finds its own example, and not its counter-example", () => {
  test.each(hazardLint.checks.map((check) => [check.id, check] as const))("%s", async (id, { catches, ignores }) => {
    expect([...(await findAnywhere(catches))]).toEqual([id]);
    expect([...(await findAnywhere(ignores))]).toEqual([]);
  });
});

test("lines that were there before are not looked at", async () => {
  const old = "export function run() {\n  debugger;\n}\n";
  expect(await findPlaces({ "src/a.ts": `${old}export const a = 1;\n` }, { "src/a.ts": old })).toEqual([]);
});

test("changed files are looked at whatever folder they stand in", async () => {
  for (const path of ["vendor/lib/a.py", "fixtures/lib/a.py"]) {
    expect(await findPlaces({ [path]: "breakpoint()\n" })).toEqual([`debugger ${path}:1`]);
  }
});

test("odd content does no harm", async () => {
  const text = `${"x".repeat(1_000_000)}\n\u0000\uFFFD\n${"`".repeat(5_000)}\n${"the ".repeat(50_000)}\n`;
  const odd = ["\0\0\0", "{".repeat(5000), "func func func (((", "\uFFFD\r\r\n'\"`"].join("\n");
  const files = Object.fromEntries(["go", "py", "sh", "rs", "rb", "cs", "java"].map((end) => [`a.${end}`, odd]));
  await expect(
    review({ ...files, "src/a.ts": text, "docs/a.md": text, ".github/workflows/a.yml": text }),
  ).resolves.toBeDefined();
});

test("an aborted review stops", async () => {
  const index = await makeIndex({ base: {}, head: { "src/a.ts": "export const a = 1;\n" } });
  await expect(hazardLint.review(index, AbortSignal.abort())).rejects.toThrow();
});
