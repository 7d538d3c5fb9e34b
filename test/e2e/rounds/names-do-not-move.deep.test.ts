import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkReport } from "../../../bench/merge/check-report.ts";
import { importReport } from "#import/import-report.ts";
import type { Review } from "#model/review.ts";
import { beginLife, editQueue, EMPTY_SHIFT, kept, type Life, LOUD_LOG, OFF_BY_ONE } from "./life.ts";

let life: Life;
beforeEach(() => {
  life = beginLife();
});
afterEach(() => life.close());

/** Important findings, so that both have the letter I. */
const FULL = { ...OFF_BY_ONE, label: "I2" };
const CLEARED = {
  label: "I1",
  title: "`clear` forgets jobs that are being posted",
  at: "src/queue.ts:24",
  quote: "  jobs.length = 0;",
  body: "Whoever waits for a job that `clear` removed waits for ever, because nobody is told.",
  fix: "reject what is removed.",
};

/** The report as it was stored. */
const markdownOf = ({ id }: Review): string =>
  readFileSync(join(life.folder, ".deep-review/reviews", id, "report.md"), "utf8");

/** What the report says of its findings against itself. Scripted reviewers claim no files, so there is no table of them. */
const contradictionsIn = (markdown: string): readonly string[] =>
  checkReport(markdown).filter((difference) => difference !== "summary: 1 files read, the table has 0");

/** Every problem by its name: `I1 keep: the title`. */
const named = ({ clusters, findings }: Review): readonly string[] =>
  clusters.map(
    ({ id, ruling, speaker }) => `${id} ${ruling.kind}: ${findings.find((one) => one.id === speaker)?.title}`,
  );

const decline = (...names: string[]) => life.cli("decline", ...names, "--because", "the caller makes sure of it");

async function shown(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await life.cli("show", ...args);
  return code === 0 ? stdout : `exit ${code}: ${stderr}`;
}

describe("the names of a series", () => {
  test("the name of a declined problem is not given to another, and still finds it in every command", async () => {
    const first = await life.round({ ada: { findings: [EMPTY_SHIFT, FULL, { ...LOUD_LOG, label: "S1" }] } });
    expect(kept(first).map(({ id }) => id)).toEqual(["I1", "I2", "S1"]);
    await decline("I1");
    const second = await life.round({ ada: { findings: [CLEARED, FULL] } });
    expect(named(second)).toEqual([`I2 keep: ${FULL.title}`, `I3 keep: ${CLEARED.title}`]);
    expect(second.verdict.because).toContain("I2, I3 are important and stand");
    expect(await shown("I1")).toContain(EMPTY_SHIFT.title);
    expect(await shown("S1")).toContain(LOUD_LOG.title);
    expect(await shown("I3")).toContain(CLEARED.title);
    expect((await life.cli("explain", "I1")).stdout).toContain(EMPTY_SHIFT.title);
    const { code, stdout } = await life.cli("reopen", "I1", "--because", "it happened");
    expect([code, stdout]).toEqual([0, expect.stringContaining(EMPTY_SHIFT.title)]);
    for (const command of ["accept-risk", "fixed", "decline"]) {
      const ended = await life.cli(command, "I1", "--because", "so it is");
      expect([command, ended.code, ended.stdout]).toEqual([command, 0, expect.stringContaining(EMPTY_SHIFT.title)]);
    }
  });

  test("a declined problem that is raised again is dropped under its own name, and then shown under it", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT, FULL] } });
    await decline("I1");
    const second = await life.round({ ada: { findings: [EMPTY_SHIFT, FULL] } });
    expect(named(second)).toEqual([`I2 keep: ${FULL.title}`, `I1 drop: ${EMPTY_SHIFT.title}`]);
    const again = importReport(markdownOf(second), second.id);
    expect(again.ok && again.review.clusters.map(({ id, ruling }) => `${id} ${ruling.kind}`)).toEqual([
      "I2 keep",
      "I1 drop",
    ]);
    expect(contradictionsIn(markdownOf(second))).toEqual([]);
    await life.cli("reopen", "I1", "--because", "it happened");
    expect(named(await life.round({ ada: { findings: [EMPTY_SHIFT, CLEARED] } }))).toEqual([
      `I1 keep: ${EMPTY_SHIFT.title}`,
      `I3 keep: ${CLEARED.title}`,
    ]);
  });

  test("a problem that a smaller panel does not raise has its old name when it is raised again", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] }, brook: { findings: [{ ...FULL, label: "I1" }] } });
    expect(named(await life.round({ ada: { findings: [CLEARED] } }))).toEqual([`I3 keep: ${CLEARED.title}`]);
    const third = await life.round({ brook: { findings: [{ ...FULL, label: "I1" }] } });
    expect(named(third)).toEqual([`I2 keep: ${FULL.title}`]);
    expect(await shown("I3")).toContain(CLEARED.title);
    expect(await shown("R2.I3")).toContain(CLEARED.title);
  });

  test("a problem that becomes critical keeps its name; its section and the verdict say what it is", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT, FULL] } });
    const second = await life.round({ ada: { findings: [EMPTY_SHIFT, { ...FULL, label: "C1" }, CLEARED] } }, {});
    expect(kept(second).map(({ id, ruling }) => [id, ruling.kind === "keep" && ruling.severity])).toEqual([
      ["I2", "critical"],
      ["I1", "important"],
      ["I3", "important"],
    ]);
    expect(second.verdict).toMatchObject({ kind: "rework", decidedBy: ["I2"] });
    const markdown = markdownOf(second);
    expect(contradictionsIn(markdown)).toEqual([]);
    expect(markdown).toMatch(/## Critical[^\n]*\n\nI2\. \*\*/);
    const again = importReport(markdown, second.id);
    expect(again.ok && again.review.clusters.map(({ id, ruling }) => [id, ruling])).toEqual(
      second.clusters.map(({ id, ruling }) => [
        id,
        expect.objectContaining({ kind: ruling.kind, ...(ruling.kind === "keep" && { severity: ruling.severity }) }),
      ]),
    );
  });

  test("the same commit asked again, and a fixed problem, free no name", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT, FULL] } });
    const again = await life.round({ ada: { findings: [CLEARED, FULL] } }, {}, "--again");
    expect(kept(again).map(({ id }) => id)).toEqual(["I2", "I3"]);
    editQueue(life, ["jobs.length > 100", "jobs.length >= 100"], "No more than the limit");
    const third = await life.round({ ada: { findings: [{ ...LOUD_LOG, label: "I1" }] } });
    expect(kept(third).map(({ id }) => id)).toEqual(["I4"]);
    expect(await shown("I2")).toContain(FULL.title);
  });

  test("a round that is resumed keeps the names in its record", async () => {
    const { id } = await life.round({ ada: { findings: [EMPTY_SHIFT, FULL] } });
    const file = join(life.folder, ".deep-review/reviews", id, "review.json");
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(/"(id|cluster)": "I1"/g, '"$1": "I7"'));
    expect((await life.cli("resume", id)).code).toBe(0);
    expect(named(life.record())).toEqual([`I7 keep: ${EMPTY_SHIFT.title}`, `I2 keep: ${FULL.title}`]);
  });

  test("a range means what the report lists, not what an earlier one listed", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT, FULL] } });
    await life.round({ ada: { findings: [CLEARED, FULL] } });
    const { stdout } = await decline("I1-I3");
    expect(stdout).toContain(FULL.title);
    expect(stdout).toContain(CLEARED.title);
    expect(stdout).not.toContain(EMPTY_SHIFT.title);
    expect(await decline("I1-I4")).toMatchObject({ code: 2, stderr: expect.stringContaining('"I4"') });
  });
});

describe("a name that two problems have", () => {
  const isBoth = { code: 2, stderr: expect.stringMatching(/I1 is the name of 2 problems[^]*R1\.I1[^]*R2\.I1/) };

  test("since two series became one is refused everywhere, and given to neither any more", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    life.git("checkout", "-q", "main");
    life.git("checkout", "-qb", "other");
    life.git("checkout", "-q", "feature", "--", "src");
    life.commit("The queue again");
    await life.round({ ada: { findings: [CLEARED] } });
    const joined = await life.round({ ada: { findings: [EMPTY_SHIFT, CLEARED] } }, {}, "--continues", "feature");
    expect(kept(joined).map(({ id }) => id)).toEqual(["I2", "I3"]);
    expect(await life.cli("show", "I1")).toMatchObject(isBoth);
    expect(await life.cli("explain", "I1")).toMatchObject(isBoth);
    expect(await decline("I1")).toMatchObject(isBoth);
    expect(await shown("R1.I1")).toContain(EMPTY_SHIFT.title);
    expect(await shown("R2.I1")).toContain(CLEARED.title);
  });

  test("because an older version numbered each round anew is refused until the round is named", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    const { id } = await life.round({ ada: { findings: [CLEARED] } });
    const file = join(life.folder, ".deep-review/reviews", id, "review.json");
    writeFileSync(file, readFileSync(file, "utf8").replaceAll('"I2"', '"I1"'));
    expect(await life.cli("show", "I1")).toMatchObject(isBoth);
    expect(await shown(id, "I1")).toContain(CLEARED.title);
    const third = await life.round({ ada: { findings: [EMPTY_SHIFT, CLEARED] } });
    expect(kept(third).map((cluster) => cluster.id)).toEqual(["I2", "I3"]);
  });
});
