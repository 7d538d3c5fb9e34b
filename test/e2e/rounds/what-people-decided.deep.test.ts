import type { Review } from "#model/review.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  beginLife,
  beginWith,
  editQueue,
  EMPTY_SHIFT,
  kept,
  type Life,
  LOUD_LOG,
  OFF_BY_ONE,
  origins,
  SHIFT,
  statuses,
} from "./life.ts";

let life: Life;
beforeEach(() => {
  life = beginLife();
});
afterEach(() => life.close());

describe("what people decided", () => {
  const decline = (...args: string[]) => life.cli("decline", ...args, "--because", "the caller makes sure of it");

  test("declined and unchanged: dropped, with the decision and its reason", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT, OFF_BY_ONE] } });
    expect((await decline("I1")).code).toBe(0);
    const second = await life.round({ ada: { findings: [EMPTY_SHIFT, OFF_BY_ONE] } });
    expect(kept(second).map(({ id }) => id)).toEqual(["S1"]);
    const dropped = second.clusters.find(({ ruling }) => ruling.kind === "drop");
    expect(dropped?.ruling).toMatchObject({ reason: "declined-earlier" });
    expect(dropped?.ruling.because).toMatch(/D-[0-9a-f]{10}.*the caller makes sure of it/s);
    expect(statuses(second)).toEqual(["R1.I1 declined", "R1.S1 open"]);
    expect(second.verdict.kind).toBe("merge-with-optional-fixes");
  });

  test("a decision is no part of the work under review until a commit of it holds the line", async () => {
    const { scope } = await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    await decline("I1");
    life.put(".deep-review/rules.md", "# Rules\n\n- Queues are drained by one caller.\n");
    const second = await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    expect(second.scope.head).toBe(scope.head);
    expect(second.series?.notes).toEqual([]);
    const alone = await life.cli("--uncommitted");
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining("nothing is uncommitted")]);
    life.commit("What we decided");
    const third = await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    expect(third.series?.notes).toEqual([expect.stringContaining("1 decision comes with the change itself")]);
  });

  test("declined and changed: shown again with both sides", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    await decline("I1");
    editQueue(life, [SHIFT, "    const job = jobs.pop();\n    await post(String(job));"], "Newest first");
    const again = { ...EMPTY_SHIFT, quote: "    const job = jobs.pop();\n    await post(String(job));" };
    const second = await life.round({ ada: { findings: [again] } });
    expect(origins(second)).toEqual(["I1 re-raised"]);
    expect(kept(second)[0]?.lineage).toMatchObject({
      decision: expect.stringMatching(/^D-/),
      shownBecause: expect.stringContaining("changed"),
    });
  });

  test("declined, then called critical in other words: shown and marked", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    await decline("I1");
    const critical = {
      label: "C1",
      title: "Posting an absent job crashes the process",
      at: "src/queue.ts:9",
      quote: "    await post(job as string);",
      body: "Once the queue runs empty `jobs.shift()` is `undefined`, and `drain` hands that to `post`, which throws.",
    };
    const second = await life.round({ brook: { findings: [critical] } });
    expect(origins(second)).toEqual(["I1 re-raised"]);
    expect(kept(second)[0]?.lineage?.shownBecause).toMatch(/critical/);
    expect(second.verdict.kind).toBe("rework");
  });

  test("re-raised by another reviewer in other words: dropped", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    await decline("I1");
    const other = {
      label: "S3",
      title: "`post` can be handed `undefined` by `drain`",
      at: "src/queue.ts:8",
      quote: "    const job = jobs.shift();",
      body: "With an empty queue `shift` yields `undefined`; the cast hides it and `post` receives it.",
    };
    const second = await life.round({ brook: { findings: [other] } });
    expect(kept(second)).toEqual([]);
    expect(second.ledger.entries).toMatchObject([{ fate: "dropped", reason: "declined-earlier" }]);
  });

  test("another problem of the same function is not taken for the declined one", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    await decline("I1");
    const second = await life.round({ ada: { findings: [{ ...LOUD_LOG, label: "S1" }] } });
    expect(kept(second).map(({ id }) => id)).toEqual(["S1"]);
    expect(origins(second)).toEqual(["S1 latent"]);
  });

  test("a script that nobody ran is its author's word, and brings nothing back", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    await decline("I1");
    const shown = { ...EMPTY_SHIFT, repro: { script: "node -e 'drain(1)'", output: "TypeError: undefined" } };
    expect(kept(await life.round({ ada: { findings: [shown] } }))).toEqual([]);
  });

  test("said by two, and twice by one: one decision is enough", async () => {
    const other = { ...EMPTY_SHIFT, title: "`post` gets `undefined` when the queue runs empty" };
    const twice = { ada: { findings: [EMPTY_SHIFT, { ...other, label: "I2" }] }, brook: { findings: [other] } };
    const first = await life.round({ ada: { findings: [EMPTY_SHIFT] }, brook: { findings: [other] } });
    expect(kept(first)).toHaveLength(1);
    await decline("I1");
    const second = await life.round(twice);
    expect(kept(second)).toEqual([]);
    expect(second.ledger.entries.map(({ fate }) => fate)).toEqual(["dropped", "dropped", "dropped"]);
  });

  test("a decision that has run out, or was taken back, holds no more", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    await decline("I1");
    expect(kept(await life.round({ ada: { findings: [EMPTY_SHIFT] } }))).toEqual([]);
    expect((await life.cli("reopen", "R1.I1", "--because", "it happened")).code).toBe(0);
    const third = await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    expect(kept(third)).toHaveLength(1);
    expect(statuses(third)).toEqual(["R1.I1 open"]);
  });

  test("what a person calls fixed is believed until it is met again in unchanged code", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    expect((await life.cli("fixed", "I1")).code).toBe(0);
    expect(statuses(await life.round({ ada: {} }))).toEqual(["R1.I1 fixed"]);
    const third = await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    expect(statuses(third)).toEqual(["R1.I1 open"]);
    expect(origins(third)).toEqual(["I1 carried-over"]);
  });
});

test("what would block and was declined stands in the verdict's line", async () => {
  await life.round({ ada: { findings: [EMPTY_SHIFT] } });
  await life.cli("decline", "I1", "--because", "the caller makes sure of it");
  const { verdict } = await life.round({ ada: { findings: [EMPTY_SHIFT] } }, {}, "--again");
  expect(verdict).toMatchObject({
    kind: "merge",
    because: expect.stringContaining("R1.I1 (important) was declined or accepted as a risk"),
  });
});

test("decline is about the branch that is checked out, also where another was reviewed since", async () => {
  await life.round({ ada: { findings: [EMPTY_SHIFT] } });
  life.git("checkout", "-qb", "other");
  life.put("src/other.ts", "export const other = 1;\n");
  life.commit("Another branch");
  await life.round({ ada: { findings: [{ label: "I1", title: "Other is unused", at: "src/other.ts:1" }] } });
  life.git("checkout", "-q", "feature");
  const { stdout } = await life.cli("decline", "I1", "--because", "the caller makes sure of it");
  expect(stdout).toContain(EMPTY_SHIFT.title);
});

test("a credential that is only in the history stays declined, and another one is shown", async () => {
  const other = beginWith({ "README.md": "# Queue\n" });
  try {
    const token = (seed: string): string => `export const token = "ghp_${seed.repeat(36).slice(0, 36)}";\n`;
    const leak = (seed: string): void => {
      other.put("src/token.ts", token(seed));
      other.commit("Add the token");
      other.put("src/token.ts", 'export const token = process.env["TOKEN"];\n');
      other.commit("Read the token from the environment");
    };
    const secrets = (review: Review) =>
      kept(review).filter(({ words }) => words?.check === "hazard-lint/secret").length;
    leak("aB3dE5gH7jK9");
    const first = await other.round({ ada: {} });
    expect([secrets(first), first.verdict.kind]).toEqual([1, "rework"]);
    expect((await other.cli("decline", "C1", "--because", "it was revoked")).code).toBe(0);
    const second = await other.round({ ada: {} }, {}, "--again");
    expect([secrets(second), statuses(second)]).toEqual([0, expect.arrayContaining(["R1.C1 declined"])]);
    leak("zY8xW6vU4tS2");
    expect(secrets(await other.round({ ada: {} }))).toBe(1);
  } finally {
    other.close();
  }
});
