import { expect, test } from "vitest";
import { LOOSE_END_CHECKS, looseEnds } from "#reviewers/analyzer/loose-ends/loose-ends.ts";
import { exampleChange } from "./example-change.ts";

const { signal } = new AbortController();

test.each(LOOSE_END_CHECKS.map((one) => [one.check.id, one] as const))(
  "%s catches its example, once",
  async (_, one) => {
    const hits = await one.find(await exampleChange(one.check.catches), signal);
    expect(hits.map(({ check }) => check)).toEqual([one.check.id]);
  },
);

test.each(LOOSE_END_CHECKS.map((one) => [one.check.id, one] as const))(
  "%s ignores its counter-example",
  async (_, one) => {
    const hits = await looseEnds.review(await exampleChange(one.check.ignores), signal);
    expect(hits).toEqual([]);
  },
);

test("an example is caught by its own check alone", async () => {
  for (const { check } of LOOSE_END_CHECKS) {
    const hits = await looseEnds.review(await exampleChange(check.catches), signal);
    expect(hits.map((hit) => hit.check)).toEqual([check.id]);
  }
});

test("every quote stands where its place says", async () => {
  for (const { check } of LOOSE_END_CHECKS) {
    const index = await exampleChange(check.catches);
    for (const { places } of await looseEnds.review(index, signal)) {
      for (const { location, quote } of places) {
        const lines = (await index.head.tree.read(location.path))?.split("\n") ?? [];
        expect(lines.slice((location.start ?? 1) - 1, location.end).join("\n")).toBe(quote);
      }
    }
  }
});

test("a change that finishes what it started is met with silence", async () => {
  const index = await exampleChange(`src/send.ts
-export function retryLimit(): number { return Number(process.env.RETRY_LIMIT); }
+export function attemptLimit(): number { return Number(process.env.ATTEMPT_LIMIT); }
docs/delivery.md
-A message is sent again until \`retryLimit\` is reached, which RETRY_LIMIT sets.
+A message is sent again until \`attemptLimit\` is reached, which ATTEMPT_LIMIT sets.`);
  expect(await looseEnds.review(index, signal)).toEqual([]);
});

test("an aborted review stops", async () => {
  const index = await exampleChange(LOOSE_END_CHECKS[0]?.check.catches ?? "");
  await expect(looseEnds.review(index, AbortSignal.abort())).rejects.toThrow();
});

test("odd content does no harm", async () => {
  const odd = [
    "\u0000".repeat(50),
    "x".repeat(1_200_000),
    "\uFFFD\uD800",
    "((((",
    "${{{{",
    "--".repeat(400),
    "../".repeat(300),
  ];
  const lines = odd.map((text) => `-${text}\n+${text}y`).join("\n");
  const index = await exampleChange(`a.ts\n${lines}\nb.md\n${lines}\nc.sh\n${lines}\ncommit\n ${odd.join("\n ")}`);
  await expect(looseEnds.review(index, signal)).resolves.toBeInstanceOf(Array);
});
