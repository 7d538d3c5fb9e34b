import { expect, test } from "vitest";
import { concerns, patternsWithin } from "#grammar/rules/concerns.ts";

test.each([
  ["src/server/**", "src/server/a/b.ts", true],
  ["src/server/**", "src/serverless/b.ts", false],
  ["src/server", "src/server/a.ts", true],
  ["src/server/", "src/server/a.ts", true],
  ["src/server", "src/server-x/a.ts", false],
  ["*.sql", "db/deep/x.sql", true],
  ["*.sql", "db/x.sqlite", false],
  ["src/{api,web}/**", "src/web/x.ts", true],
  ["src/{api,web}/**", "src/cli/x.ts", false],
  ["*.{ts,tsx}", "src/a/x.tsx", true],
  ["**/.github/**", ".github/workflows/a.yml", true],
  ["packages/*/", "packages/a/x.ts", true],
  ["app/[id]/", "app/[id]/page.tsx", true],
  ["Makefile", "tools/Makefile", true],
  ["!src/**", "lib/x.ts", false],
])("%s is about %s: %s", (pattern, path, expected) => {
  expect(concerns([pattern], path)).toBe(expected);
});

test("a glob that would keep a regular expression busy is answered at once", () => {
  const path = `${"a".repeat(5000)}/x`;
  for (const glob of ["{a,}*a*a*a*a*a*a*a*a*b/x", `+(a|aa)+(a|aa)b`, "*a".repeat(80), `[a-z]${"*[a-z]".repeat(20)}`]) {
    expect(concerns([glob], path)).toBe(false);
  }
});

test("the patterns of a file in a folder are about that folder alone", () => {
  expect(patternsWithin("", undefined)).toBeUndefined();
  expect(patternsWithin("src/server", undefined)).toEqual(["src/server/"]);
  expect(patternsWithin("src/server", ["*.sql", "db/**", "src/server/x.ts", "db/"])).toEqual([
    "src/server/**/*.sql",
    "src/server/db/**",
    "src/server/x.ts",
    "src/server/**/db/",
  ]);
});
