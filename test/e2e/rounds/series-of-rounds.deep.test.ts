import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

describe("a series of rounds", () => {
  test("reviewers that reword a declined finding for twenty rounds are not heard once", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    await life.cli("decline", "I1", "--because", "the caller makes sure of it");
    let shown = 0;
    for (let round = 2; round <= 21; round++) {
      const review = await life.round({ [round % 2 === 0 ? "ada" : "brook"]: { findings: [reworded(round)] } });
      shown += kept(review).length;
      expect(review.round.number).toBe(round);
    }
    expect(shown).toBe(0);
  });

  test("a force-push with rewritten commits keeps the series", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT, OFF_BY_ONE] } });
    life.git("reset", "-q", "--soft", "main");
    life.put("src/queue.ts", QUEUE.replace(SHIFT, SHIFT_FIXED));
    life.commit("Add the queue, and stop when it is empty");
    const second = await life.round({ ada: { findings: [OFF_BY_ONE] } });
    expect(second.round.number).toBe(2);
    expect(statuses(second)).toEqual(["R1.I1 fixed", "R1.S1 open"]);
  });

  test("a replaced branch goes on with what it replaces, once it is linked", async () => {
    await life.round({ ada: { findings: [OFF_BY_ONE] } });
    await life.cli("decline", "S1", "--because", "one more does no harm", "--only-here");
    life.git("checkout", "-qb", "feature-again");
    life.put("README.md", "# Queue\n\nAgain.\n");
    life.commit("Begin anew");
    const alone = await life.round({ ada: { findings: [OFF_BY_ONE] } });
    expect(alone.round.number).toBe(1);
    expect(kept(alone)).toHaveLength(1);
    const linked = await life.round({ ada: { findings: [OFF_BY_ONE] } }, {}, "--continues", "feature");
    expect(linked.series?.continues).toBe("feature");
    expect(kept(linked)).toEqual([]);
    // Later rounds know it without being told again.
    const third = await life.round({ ada: { findings: [OFF_BY_ONE] } });
    expect(kept(third)).toEqual([]);
    expect((await life.cli("--continues", "nothing-like-it")).code).toBe(2);
  });

  test("a predecessor that cannot be read is said to be missing, and the round goes on and is incomplete", async () => {
    const first = await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    writeFileSync(join(life.folder, ".deep-review/reviews", first.id, "review.json"), "{ broken");
    await expect(life.round({ ada: { findings: [EMPTY_SHIFT] } })).rejects.toThrow("ended with 3");
    const second = life.record();
    expect([second.verdict.kind, second.series?.notes.join(" ")]).toEqual([
      "incomplete",
      expect.stringContaining(first.id),
    ]);
    expect(kept(second)).toHaveLength(1);
    rmSync(join(life.folder, ".deep-review/reviews", first.id), { recursive: true });
    const third = await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    expect(third.round.number).toBe(2);
  });

  test("a predecessor whose commit is gone is judged by the code that it quoted", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT, OFF_BY_ONE] } });
    life.git("reset", "-q", "--soft", "main");
    life.put("src/queue.ts", QUEUE.replace(SHIFT, SHIFT_FIXED));
    life.commit("Add the queue, and stop when it is empty");
    life.git("reflog", "expire", "--expire=now", "--all");
    life.git("gc", "-q", "--prune=now");
    const second = await life.round({ ada: { findings: [OFF_BY_ONE] } });
    expect(statuses(second)).toEqual(["R1.I1 fixed", "R1.S1 open"]);
  });

  test("a head that moves during the review stays what it was for this round", async () => {
    const script = join(life.folder, ".git/slow.json");
    writeFileSync(
      script,
      JSON.stringify({ reviewers: [{ id: "ada", name: "Ada", seconds: 1.5, says: "## Findings\n\nNone.\n" }] }),
    );
    const head = life.git("rev-parse", "HEAD").trim();
    const running = life.cli("--scripted", script, "--quiet");
    await vi.waitUntil(() => existsSync(join(life.folder, ".deep-review/reviews")), { timeout: 30_000, interval: 5 });
    editQueue(life, [SHIFT, SHIFT_FIXED], "Stop at an empty queue");
    expect((await running).code).toBe(0);
    expect(life.record().scope.head).toBe(head);
    const second = await life.round({ ada: {} });
    expect(second.round.number).toBe(2);
    expect(second.scope.head).not.toBe(head);
  });

  test("reviewers are given what was found before: fixes to judge, what is open, what was declined and why", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT, OFF_BY_ONE, LOUD_LOG] } });
    const declined = kept(life.record()).find(({ words }) => words?.title === LOUD_LOG.title)?.id ?? "";
    await life.cli("decline", declined, "--because", "operators want to see it");
    editQueue(life, [SHIFT, SHIFT_FIXED], "Stop at an empty queue");
    const { stdout, code } = await life.cli("prompt", "--file", "earlier.md");
    expect(code).toBe(0);
    expect(stdout).toMatch(/Fixes to judge[\s\S]*R1\.I1[\s\S]*Open[\s\S]*Declined[\s\S]*operators want to see it/);
    const blind = await life.cli("prompt", "--file", "earlier.md", "--blind");
    expect(blind.stdout).not.toContain("operators want to see it");
  });

  test("an earlier finding can be read by its name, from the report that names it", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    editQueue(life, [SHIFT, SHIFT_FIXED], "Stop at an empty queue");
    await life.round({ ada: {} });
    const { code, stdout } = await life.cli("show", "R1.I1");
    expect(code).toBe(0);
    expect(stdout).toMatch(/fixed[\s\S]*`shift` returns `undefined`/);
    expect((await life.cli("show", "R1.I9")).code).toBe(2);
  });

  test("what was merged begins another series", async () => {
    await life.round({ ada: { findings: [OFF_BY_ONE] } });
    life.git("checkout", "-q", "main");
    life.git("merge", "-q", "--ff-only", "feature");
    life.git("checkout", "-q", "feature");
    life.put("README.md", "# Queue\n\nNext.\n");
    life.commit("Next");
    expect((await life.round({ ada: {} })).round.number).toBe(1);
  });

  test("the same commit with the same panel is answered from the archive, unless asked again", async () => {
    life.put("deep-review.config.json", "{}\n");
    life.commit("All reviewers");
    const reviews = () => readdirSync(join(life.folder, ".deep-review/reviews")).length;
    expect((await life.cli("--quiet")).code).toBe(0);
    const again = await life.cli();
    expect(again.stderr).toContain("Reviewed before by the same panel");
    expect(reviews()).toBe(1);
    expect((await life.cli("--again", "--quiet")).code).toBe(0);
    expect(reviews()).toBe(2);
  });

  test("after a decision the same answers are judged anew once, and then answered from the archive", async () => {
    life.put("deep-review.config.json", "{}\n");
    life.put("docs/queue.md", "# Queue\n\nTakes the the next job.\n");
    life.commit("All reviewers");
    const reviews = () => readdirSync(join(life.folder, ".deep-review/reviews")).length;
    expect((await life.cli("--quiet")).code).toBe(0);
    expect((await life.cli("decline", "S1", "--because", "it is quoted")).code).toBe(0);
    for (const says of ["Applying your new decisions", "This is its report", "This is its report"]) {
      expect((await life.cli()).stderr).toContain(says);
    }
    expect(reviews()).toBe(2);
  });

  test("records that the change adds are ignored; those of the base and the user's own are", async () => {
    const first = await life.round({ ada: { findings: [OFF_BY_ONE] } });
    const record = `.deep-review/reviews/${first.id}/review.json`;
    life.git("add", "-f", record);
    life.commit("Bring a record");
    const second = await life.round({ ada: {} });
    expect(second.round.number).toBe(1);
    expect(second.series?.notes).toContain("1 record was added by this change and is ignored");
    const text = readFileSync(join(life.folder, record), "utf8");
    life.git("reset", "-q", "--hard", "HEAD~1");
    life.git("checkout", "-q", "main");
    life.put(record, text);
    life.git("add", "-f", record);
    life.commit("Keep a record");
    life.git("checkout", "-q", "feature");
    life.git("rebase", "-q", "main");
    const third = await life.round({ ada: {} });
    expect([third.round.number, statuses(third)]).toEqual([3, ["R1.S1 open"]]);
  });

  test("a detached HEAD goes on with the branch that led to it, or that the CI job names", async () => {
    await life.round({ ada: { findings: [OFF_BY_ONE] } });
    editQueue(life, [SHIFT, SHIFT_FIXED], "Stop at an empty queue");
    life.git("checkout", "-q", "--detach");
    const second = await life.round({ ada: {} });
    expect([second.round.number, second.scope.branch, statuses(second)]).toEqual([2, undefined, ["R1.S1 open"]]);
    life.git("commit", "-q", "--amend", "-m", "Stop at an empty queue, in other words");
    const job = { CI: "true", GITHUB_HEAD_REF: "feature", GITHUB_REF_NAME: "7/merge" };
    const third = await life.round({ ada: {} }, job);
    expect([third.scope.branch, statuses(third)]).toEqual(["feature", ["R1.S1 open"]]);
  });

  test("what was found in uncommitted work is known after it is committed", async () => {
    life.put("src/queue.ts", QUEUE.replace(SHIFT, SHIFT_FIXED));
    await life.round({ ada: { findings: [OFF_BY_ONE] } }, {}, "--uncommitted");
    life.commit("Stop at an empty queue");
    const second = await life.round({ ada: {} });
    expect([second.round.number, statuses(second)]).toEqual([2, ["R1.S1 open"]]);
  });

  test("in CI only decisions of the base commit count", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    await life.cli("decline", "I1", "--because", "the caller makes sure of it");
    expect(kept(await life.round({ ada: { findings: [EMPTY_SHIFT] } }))).toEqual([]);
    expect(kept(await life.round({ ada: { findings: [EMPTY_SHIFT] } }, { CI: "true" }))).toHaveLength(1);
    // Committed with the change it does not count yet; on the base it does.
    life.git("add", "-f", ".deep-review/decisions.jsonl");
    life.commit("What we decided");
    expect(kept(await life.round({ ada: { findings: [EMPTY_SHIFT] } }, { CI: "true" }))).toHaveLength(1);
    const line = life.git("show", "HEAD:.deep-review/decisions.jsonl");
    life.git("checkout", "-q", "main");
    life.put(".deep-review/decisions.jsonl", line);
    life.git("add", "-f", ".deep-review/decisions.jsonl");
    life.commit("What we decided");
    life.git("checkout", "-q", "feature");
    life.git("rebase", "-q", "main");
    expect(kept(await life.round({ ada: { findings: [EMPTY_SHIFT] } }, { CI: "true" }))).toEqual([]);
  });
});

/** The same problem, each time in other words, at another of its lines, with or without a quote. */
function reworded(round: number) {
  const titles = [
    "`drain` hands `undefined` to `post` once no job is left",
    "An empty queue makes `drain` post nothing at all as a job",
    "The result of `jobs.shift()` is used without a check",
    "`job as string` hides that `shift` may return `undefined`",
    "Missing guard for an exhausted queue in `drain`",
    "`post(job as string)` is called with `undefined`",
    "`drain` does not stop when `jobs` runs empty",
  ];
  const bodies = [
    "`shift` returns `undefined` when nothing is left, and the cast lets it through to `post`.",
    "If `limit` exceeds the number of jobs, `jobs.shift()` is `undefined` and `post` is called with it.",
    "The loop runs until `limit`, whether there are jobs or not; `post` then gets `undefined`.",
  ];
  const places = ["src/queue.ts:8", "src/queue.ts:9", "src/queue.ts:8-9", "src/queue.ts:7-11"];
  return {
    label: round % 3 === 0 ? "S1" : "I1",
    title: titles[round % titles.length] ?? "",
    at: places[round % places.length] ?? "",
    body: bodies[round % bodies.length] ?? "",
    ...(round % 2 === 0 ? { quote: SHIFT } : { quote: "    await post(job as string);" }),
  };
}
