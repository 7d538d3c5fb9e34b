import { expect, test } from "vitest";
import type { CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import { ANALYZERS } from "#reviewers/registry.ts";
import { makeIndex } from "../../helpers/change.ts";
import { exampleChange } from "./loose-ends/example-change.ts";

const BOTH = ANALYZERS.flatMap(({ checks }) => checks).filter(({ changeOnly }) => changeOnly === undefined);

/** A change from a check's example. Those of single files are given as code. */
function changeOf(example: string): Promise<ChangeIndex> {
  if (/^[\w.-]+(?:\/[\w.-]+)*\n[ +-]/.test(example)) return exampleChange(example);
  return makeIndex({ base: { "src/other.ts": "export {};\n" }, head: { [nameOf(example)]: `${example}\n` } });
}

function nameOf(example: string): string {
  if (example.startsWith("on:")) return ".github/workflows/greet.yml";
  if (/^package \w+$|\bfunc \w+\(/m.test(example)) return "src/example.go";
  return /\b(?:test|it|describe)\.only\(/.test(example) ? "src/example.test.ts" : "src/example.ts";
}

async function treeOf({ head }: ChangeIndex): Promise<ChangeIndex> {
  const files = await Promise.all(head.tree.files.map(async ({ path }) => [path, await head.tree.read(path)] as const));
  return makeIndex({ base: {}, head: Object.fromEntries(files.map(([path, text]) => [path, text ?? ""])) });
}

/** The added lines of the change that a check reports, as `check path:line`. */
async function reported(on: ChangeIndex, { addedLines }: ChangeIndex): Promise<string[]> {
  const { signal } = new AbortController();
  const hits: CheckHit[] = [];
  for (const analyzer of ANALYZERS) hits.push(...(await analyzer.review(on, signal)));
  const places = hits
    .filter(({ check }) => BOTH.some(({ id }) => id === check))
    .flatMap(({ check, places: all }) =>
      all.filter(({ evidence }) => evidence !== true).map((one) => ({ check, ...one })),
    )
    .filter(({ location }) => addedLines(location.path).has(location.start ?? 0));
  return [...new Set(places.map(({ check, location }) => `${check} ${location.path}:${location.start}`))].sort();
}

test.each(
  BOTH.flatMap((check) => [
    ["catches", check.id, check.catches] as const,
    ["ignores", check.id, check.ignores] as const,
  ]),
)("a review and an audit agree about what %s: %s", async (_, __, example) => {
  const change = await changeOf(example);
  expect(await reported(await treeOf(change), change)).toEqual(await reported(change, change));
});

test("a check that an audit leaves out says why", () => {
  const left = ANALYZERS.flatMap(({ checks }) => checks).flatMap(({ id, changeOnly }) =>
    changeOnly === undefined ? [] : [`${id}: ${changeOnly}`],
  );
  for (const line of left) expect(line).toMatch(/^[\w/-]+: it \w+/);
});
