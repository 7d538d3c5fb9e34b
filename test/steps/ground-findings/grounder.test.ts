import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Finding, GroundedFinding } from "#model/finding.ts";
import { Grounder } from "#steps/ground-findings/ground-finding.ts";
import type { GroundingSource } from "#steps/ground-findings/grounding-source.ts";
import { sourceFromIndex } from "#steps/ground-findings/source-from-index.ts";
import { aFinding } from "../../helpers/builders.ts";
import { makeIndex } from "../../helpers/change.ts";

const DELIVER = ["export function deliver(to) {", "  retry(to);", "  while (true) retry(to);", "}", ""].join("\n");
const SIGN = ["export function sign(body) {", "  return md5(body);", "}", ""].join("\n");

const FINDINGS: readonly Finding[] = [
  aFinding({ id: "claude:I1", locations: [{ path: "src/deliver.ts", start: 3, end: 3 }] }),
  aFinding({ id: "codex:I1", title: "Retries have no end", locations: [{ path: "src/deliver.ts", start: 3, end: 3 }] }),
  aFinding({
    id: "codex:S1",
    title: "md5 is weak",
    body: "Use sha256.",
    locations: [{ path: "src/sign.ts", start: 2, end: 2 }],
  }),
  aFinding({
    id: "gemini:I1",
    title: "md5 signs bodies",
    body: "Weak.",
    locations: [{ path: "src/sign.ts", start: 9, end: 9 }],
  }),
];

async function source(): Promise<GroundingSource> {
  const head = { "src/deliver.ts": DELIVER, "src/sign.ts": SIGN };
  return sourceFromIndex(await makeIndex({ base: { "src/deliver.ts": "a\n" }, head }));
}

/** What comes of findings that arrive in these portions. */
async function groundAll(portions: readonly (readonly Finding[])[], pause = 0): Promise<readonly GroundedFinding[]> {
  const grounder = new Grounder(await source());
  const earlier: Promise<unknown>[] = [];
  for (const portion of portions) {
    earlier.push(grounder.ground(portion));
    if (pause > 0) await sleep(pause);
  }
  const all = await grounder.ground(FINDINGS);
  await Promise.all(earlier);
  return all;
}

test("the same comes of the same findings, in whatever order and portions they arrive", async () => {
  const [first, second, third, fourth] = FINDINGS as [Finding, Finding, Finding, Finding];
  const wanted = await groundAll([]);
  expect(wanted.map(({ finding }) => finding)).toEqual(FINDINGS);
  expect(wanted.map(({ grounding }) => grounding?.finding)).toEqual(FINDINGS.map(({ id }) => id));
  for (const portions of [
    [FINDINGS],
    [[fourth], [third, second], [first]],
    [
      [second, fourth],
      [first, third],
    ],
  ]) {
    expect(await groundAll(portions)).toEqual(wanted);
    expect(await groundAll(portions, 2)).toEqual(wanted);
  }
});

test("what was checked once is not checked again, and may be asked for at any time", async () => {
  const read: string[] = [];
  const given = await source();
  const counted = {
    ...given,
    resolvePath(path: string) {
      read.push(path);
      return given.resolvePath(path);
    },
  };
  const grounder = new Grounder(counted);
  await grounder.ground(FINDINGS);
  const once = read.length;
  expect(await grounder.ground(FINDINGS.slice(0, 2))).toHaveLength(2);
  const all = await grounder.ground(FINDINGS);
  expect([all.length, read.length]).toEqual([4, once]);
});

test("a fault is told to everybody who asks, and the next is answered on its own account", async () => {
  const given = await source();
  let isGone = true;
  const broken = {
    ...given,
    resolvePath: (path: string) =>
      isGone ? Promise.reject(new Error("the repository is gone")) : given.resolvePath(path),
  };
  const grounder = new Grounder(broken);
  await expect(grounder.ground(FINDINGS)).rejects.toThrow("the repository is gone");
  await expect(grounder.ground(FINDINGS)).rejects.toThrow("the repository is gone");
  isGone = false;
  expect(await grounder.ground(FINDINGS)).toEqual(await groundAll([]));
});
