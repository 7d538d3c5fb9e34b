import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isHigherRung, isShown, rungLevel, rungs, rungSchema, rungWords } from "#model/panel/evidence-ladder.ts";

test("an old record or decision says demonstrated for shown", () => {
  expect(rungSchema.parse("demonstrated")).toBe("shown");
  expect(() => rungSchema.parse("proven")).toThrow();
});

test("more arms reopen no decision that one run would not", () => {
  expect(rungLevel("fixed")).toBeGreaterThan(rungLevel("shown-with-arms"));
  expect(rungLevel("shown-with-arms")).toBeGreaterThan(rungLevel("shown"));
  expect(isHigherRung("fixed", "shown")).toBe(false);
  expect(isHigherRung("shown", "confirmed")).toBe(true);
  expect(rungs.filter((level) => isShown({ level }))).toEqual(["shown", "shown-with-arms", "fixed"]);
});

test("the guide has the same ladder, in the same order and words", () => {
  const guide = readFileSync(new URL("../../../docs/guides/report.md", import.meta.url), "utf8");
  const [, table = ""] = guide.split("Evidence, from weak to strong");
  const rows = [...table.split("###")[0]!.matchAll(/^\| (?!Evidence|-)([^(|]+?)(?: \(`([\w-]+)`\))? \|/gm)];
  expect(rows.map(([, words]) => words)).toEqual(rungs.map((level) => rungWords({ level })));
  for (const [at, [, words, id]] of rows.entries()) expect(id ?? words).toBe(rungs[at]);
});
