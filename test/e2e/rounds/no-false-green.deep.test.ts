import { rmSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  beginLife,
  editQueue,
  EMPTY_SHIFT,
  kept,
  type Life,
  LOUD_LOG,
  OFF_BY_ONE,
  origins,
  QUEUE,
  SHIFT,
  SHIFT_FIXED,
  statuses,
} from "./life.ts";

let life: Life;
beforeEach(() => {
  life = beginLife();
});
afterEach(() => life.close());

const decline = (...ids: string[]) => life.cli("decline", ...ids, "--because", "the caller makes sure of it");

const CRITICAL = {
  label: "C1",
  title: "Posting an absent job crashes the process",
  at: "src/queue.ts:9",
  quote: "    await post(job as string);",
  body: "Once the queue runs empty `jobs.shift()` is `undefined`, and `drain` hands that to `post`, which throws.",
};

test("a file outside of the paths that are reviewed is not taken for looked at: nothing there is fixed", async () => {
  await life.round({ ada: { findings: [CRITICAL] } });
  life.put("lib/other.ts", "export const other = 1;\n");
  editQueue(life, [SHIFT, SHIFT.replace("job as string", "(job as string)")], "Brackets");
  const narrow = await life.round({ ada: {} }, {}, "--", "lib");
  expect([statuses(narrow), narrow.verdict.kind]).toEqual([["R1.C1 unknown"], "rework"]);
});

describe("a decision drops no more than was decided", () => {
  test("a critical in other words is shown in every round, not only in the first", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    await decline("I1");
    for (let round = 2; round <= 4; round++) {
      const review = await life.round({ brook: { findings: [CRITICAL] } });
      expect(origins(review)).toEqual(["I1 re-raised"]);
      expect(review.verdict.kind).toBe("rework");
    }
  });

  test("somebody's verbatim repeat does not pull another's critical down with it", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    await decline("I1");
    const both = await life.round({ ada: { findings: [EMPTY_SHIFT] }, brook: { findings: [CRITICAL] } });
    expect(kept(both).length).toBeGreaterThan(0);
    expect(both.verdict.kind).not.toBe("merge");
  });

  test("a copy of the declined code in a new file is another matter", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    await decline("I1");
    life.put("src/mail.ts", QUEUE.replace("./post.ts", "./mail-post.ts"));
    life.commit("The same for mail");
    const second = await life.round({ ada: { findings: [{ ...EMPTY_SHIFT, at: "src/mail.ts:8-9" }] } });
    expect(origins(second)).toEqual(["I2 new-code"]);
    expect(second.verdict.kind).toBe("merge-with-fixes");
  });

  test("so is the same mistake in a function that came later", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    await decline("I1");
    const flush =
      "\nexport async function flush(): Promise<void> {\n  const last = jobs.pop();\n  await post(last as string);\n}\n";
    life.put("src/queue.ts", QUEUE + flush);
    life.commit("Flush");
    const second = await life.round({
      ada: {
        findings: [
          {
            label: "I1",
            title: "`flush` posts `undefined` when the queue runs empty",
            at: "src/queue.ts:28-29",
            quote: "  const last = jobs.pop();\n  await post(last as string);",
            body: "When no job is there, `pop` returns `undefined`, and `post` is called with it.",
          },
        ],
      },
    });
    expect(kept(second)).toHaveLength(1);
  });
});

describe("an open finding stays what it was", () => {
  test("a milder word for an open critical does not make it mild", async () => {
    await life.round({ ada: { findings: [CRITICAL] } });
    const mild = { ...CRITICAL, label: "S1" };
    const second = await life.round({ brook: { findings: [mild] } });
    expect(second.previous).toMatchObject([{ ref: "R1.C1", severity: "critical", status: "open" }]);
    expect(second.verdict.kind).toBe("rework");
    const why = "rated critical in round 1; this round says suggestion";
    expect(kept(second)).toMatchObject([
      { id: "C1", ruling: { severity: "critical", because: expect.stringContaining(why) } },
    ]);
    expect(second.verdict.because).toContain("C1 is critical and stands");
    expect(second.verdict.because).toContain("C1 keeps the severity of an earlier round: this one rates it lower");
    expect((await life.cli("list")).stdout).toMatch(/^\S+ +2 +Rework +1C /m);
    const { stdout: shown } = await life.cli("show", "C1");
    expect(shown.replaceAll(/\s+/g, " ")).toContain(why);
    const sarif = JSON.parse((await life.cli("render", "last", "--format", "sarif")).stdout);
    expect(sarif.runs[0].results).toMatchObject([{ level: "error", properties: { id: "C1", severity: "critical" } }]);
    expect(JSON.stringify(sarif.runs[0].results)).toContain(why);
    const again = life.round({ brook: { findings: [mild] } }, {}, "--fail-on", "critical");
    await expect(again).rejects.toThrow("ended with 1");
    expect(kept(life.record())[0]?.ruling.because).toContain(why);
    const third = await life.round({ brook: {} });
    expect(third.previous).toMatchObject([{ severity: "critical", status: "open" }]);
    expect(third.verdict.kind).toBe("rework");
  });

  test("advice that goes back and forth is declined once", async () => {
    const fix = (from: string, to: string): string =>
      `change it.\n\n\`\`\`diff\n--- a/src/queue.ts\n+++ b/src/queue.ts\n@@ -12,1 +12,1 @@\n-  console.${from}("drained", sent);\n+  console.${to}("drained", sent);\n\`\`\``;
    const level = (label: string, from: string, to: string) => ({
      ...LOUD_LOG,
      label,
      title: `\`drain\` must write with \`console.${to}\`, not \`console.${from}\``,
      quote: `  console.${from}("drained", sent);`,
      body: `A line from \`console.${from}\` is not what operators look for here.`,
      fix: fix(from, to),
    });
    await life.round({ ada: { findings: [level("S1", "log", "debug")] } });
    editQueue(life, ["console.log", "console.debug"], "Quieter");
    const second = await life.round({ ada: { findings: [level("S1", "debug", "log")] } });
    expect(origins(second)).toEqual(["S2 contradicts"]);
    await decline("S2");
    for (let round = 3; round <= 4; round++) {
      expect(kept(await life.round({ ada: { findings: [level("S1", "debug", "log")] } }))).toEqual([]);
    }
  });

  test("two rounds that did not see each other are one series for the next", async () => {
    const first = await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    const folder = join(life.folder, ".deep-review/reviews", first.id);
    const aside = join(life.folder, ".git/aside");
    renameSync(folder, aside);
    // A round is named by the second in which it begins, and the first is out of sight.
    const second = new Date().getSeconds();
    await vi.waitUntil(() => new Date().getSeconds() !== second, { timeout: 10_000 });
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    await decline("I1");
    renameSync(aside, folder);
    rmSync(join(life.folder, ".deep-review/cache/rounds.json"), { force: true });
    const third = await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    expect(kept(third)).toEqual([]);
    expect(statuses(third)).toHaveLength(1);
  });

  test("what a reviewer showed to be half a fix stays half a fix while nobody touches it", async () => {
    await life.round({ ada: { findings: [CRITICAL] } });
    editQueue(life, [SHIFT, '    const job = jobs.shift();\n    await post(job ?? "");'], "Never post undefined");
    const fixes =
      '- R1.C1: closes partly — `src/queue.ts:9`\n\n  ```ts\n    await post(job ?? "");\n  ```\n\n  An empty text is posted now. introduces: nothing';
    const second = await life.round({ ada: { fixes } });
    expect(statuses(second)).toEqual(["R1.C1 partly-fixed"]);
    const third = await life.round({ brook: {} });
    expect(statuses(third)).toEqual(["R1.C1 partly-fixed"]);
    expect(third.verdict.kind).toBe("rework");
    expect((await life.cli("show")).stdout).toContain("R1.C1");
  });

  test("a fix inside the quoted lines is a change of them", async () => {
    await life.round({ ada: { findings: [{ ...EMPTY_SHIFT, at: "src/queue.ts:8" }] } });
    editQueue(life, [SHIFT, SHIFT.replace("\n", "\n    if (job === undefined) break;\n")], "Stop at an empty queue");
    expect(statuses(await life.round({ ada: {} }))).toEqual(["R1.I1 fixed"]);
  });
});

describe("the record of an earlier round is lost", () => {
  const folderOf = (id: string): string => join(life.folder, ".deep-review/reviews", id);
  const losses: readonly (readonly [string, (id: string) => void])[] = [
    ["deleted", (id) => rmSync(folderOf(id), { recursive: true })],
    ["broken", (id) => writeFileSync(join(folderOf(id), "review.json"), "{")],
    ["of another shape", (id) => writeFileSync(join(folderOf(id), "review.json"), '{"schemaVersion":99}')],
  ];

  test.each(losses)("what a later record lists as open stays open: %s", async (_, lose) => {
    const first = await life.round({ ada: { findings: [CRITICAL, OFF_BY_ONE] } });
    await life.round({ ada: {} });
    lose(first.id);
    const third = await life.round({ ada: {} }, {}, "--again");
    expect(statuses(third)).toEqual(["R1.C1 open", "R1.S1 open"]);
    expect([third.verdict.kind, third.series?.entries.map(({ round }) => round)]).toEqual(["rework", [1, 2]]);
    expect(third.series?.notes.join()).toMatch(/the record of round 1 (is missing|cannot be read); its findings/);
    // The name is taken, and raising it again is the same problem.
    const other = { ...LOUD_LOG, label: "C1" };
    const fourth = await life.round({ ada: { findings: [{ ...CRITICAL, label: "C2" }, other] } });
    expect(kept(fourth).map(({ id, words }) => [id, words?.title])).toEqual([
      ["C1", CRITICAL.title],
      ["C2", LOUD_LOG.title],
    ]);
    editQueue(life, [SHIFT, SHIFT_FIXED], "Stop at an empty queue");
    expect(statuses(await life.round({ ada: {} }))).toContain("R4.C1 fixed");
  });

  test("a later round's loss does not double a problem that the rounds before it know", async () => {
    await life.round({ ada: { findings: [CRITICAL] } });
    const second = await life.round({ ada: { findings: [CRITICAL] } }, {}, "--again");
    await life.round({ ada: {} }, {}, "--again");
    rmSync(folderOf(second.id), { recursive: true });
    const fourth = await life.round({ ada: {} }, {}, "--again");
    expect([statuses(fourth), fourth.verdict.kind]).toEqual([["R2.C1 open"], "rework"]);
  });

  test("what was fixed stays fixed, and what was declined stays declined", async () => {
    const first = await life.round({ ada: { findings: [CRITICAL, OFF_BY_ONE, LOUD_LOG] } });
    await decline("S1");
    editQueue(life, [SHIFT, SHIFT_FIXED], "Stop at an empty queue");
    expect(statuses(await life.round({ ada: {} }))).toEqual(["R1.C1 fixed", "R1.S1 declined", "R1.S2 open"]);
    rmSync(folderOf(first.id), { recursive: true });
    const third = await life.round({ ada: { findings: [LOUD_LOG] } });
    expect(statuses(third)).toEqual(["R1.C1 fixed", "R1.S1 declined", "R1.S2 open"]);
    expect(kept(third)).toEqual([]);
    await life.cli("reopen", "R1.S1");
    const fourth = await life.round({ ada: {} });
    expect(statuses(fourth)).toEqual(["R1.C1 fixed", "R1.S1 open", "R1.S2 open"]);
    expect((await decline("R1.S2")).stderr).toBe("");
    const fifth = await life.round({ ada: {} });
    expect(statuses(fifth)).toEqual(["R1.C1 fixed", "R1.S1 open", "R1.S2 declined"]);
  });

  test("a record that cannot be read and that no other makes up for leaves the round incomplete", async () => {
    const first = await life.round({ ada: { findings: [CRITICAL] } });
    writeFileSync(join(folderOf(first.id), "review.json"), "{");
    await expect(life.round({ ada: {} })).rejects.toThrow();
    const { verdict } = life.record();
    expect(verdict.kind).toBe("incomplete");
    expect(verdict.because).toContain(`the record of ${first.id} cannot be read, and what it left open is not known`);
  });
});
