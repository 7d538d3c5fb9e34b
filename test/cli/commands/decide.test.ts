import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { aCluster, aFinding, aScope } from "../../helpers/builders.ts";
import { aDecidableReview, type DecidedArchive, makeDecidedArchive } from "../../helpers/decided-archive.ts";

let archive: DecidedArchive;
const because = ["--because", "the queue gives up after a day"];
beforeEach(async () => {
  archive = makeDecidedArchive();
  await archive.store(aDecidableReview());
});
afterEach(() => archive.remove());
const kinds = (): string[] => archive.decisions().map(({ of, kind }) => `${of.cluster} ${kind}`);

describe("decline, accept-risk, fixed, reopen", () => {
  test("write one line each, with the reason, the author and the problem", async () => {
    const { code, stdout } = await archive.run("decline", "I1", "S2", ...because, "--until", "2999-01-31");
    expect(code).toBe(0);
    const [first] = archive.decisions();
    expect(kinds()).toEqual(expect.arrayContaining(["I1 declined", "S2 declined"]));
    expect(archive.decisions().find(({ of }) => of.cluster === "I1")).toMatchObject({
      id: expect.stringMatching(/^D-[0-9a-f]{10}$/),
      reason: "the queue gives up after a day",
      author: "Ada Example <ada@example.invalid>",
      until: "2999-01-31",
      scope: {},
      of: { review: "20261102-091500-pr-42", cluster: "I1" },
      source: "person",
      problem: { title: "Retries never stop", severity: "important", rung: "asserted", identity: { version: 1 } },
    });
    expect(stdout).toContain("I1 is declined until 2999-01-31: Retries never stop");
    expect(stdout).toContain(first?.id);
    expect(stdout).toContain("Wrote 2 decisions to .deep-review/decisions.jsonl");
  });

  test("take names in every form, each finding once", async () => {
    await archive.run("fixed", "s1-s3,I1", "claude:I1", "S2");
    expect(kinds().toSorted()).toEqual(["I1 fixed", "S1 fixed", "S2 fixed", "S3 fixed"]);
    await archive.run("fixed", "S1-4");
    expect(kinds()).toHaveLength(5);
  });

  test("what cannot be meant decides nothing and says why", async () => {
    const cases: [string[], string][] = [
      [["decline", "I1", "S9", "claude:X7"], '"S9" and "claude:X7"'],
      [["decline", "S1-S5"], '"S5"'],
      [["decline", "S4-S1"], '"S4-S1"'],
      [["decline", "I1-S4"], '"I1-S4"'],
      [["decline", "S1-S9999"], '"S1-S9999"'],
      [["decline", "R1.I1"], '"R1.I1"'],
      [["reopen", "D-0000000000"], '"D-0000000000"'],
      [["decline", "I1", "--until", "2026-02-31"], "it is not a date"],
      [["decline", "I1", "--until", "2020-01-01"], "not in the future"],
      [["decline", "I1", "--until", "tomorrow"], "2027-01-31"],
      [["decline", "I1", "--author", " "], "--author is empty"],
      [["decline", "I1", "--review", "2025"], "there is no review"],
    ];
    for (const [args, words] of cases) {
      const { code, stderr } = await archive.run(...args, ...because);
      expect(code, args.join(" ")).toBe(2);
      expect(stderr).toContain(words);
    }
    expect(archive.decisions()).toEqual([]);
  });

  test("a reason is needed to decline and to accept a risk, not for the others", async () => {
    for (const args of [
      ["decline", "I1"],
      ["accept-risk", "I1"],
      ["fixed", "I1", "--because", "  "],
    ]) {
      const { code, stderr } = await archive.run(...args);
      expect(code).toBe(2);
      expect(stderr).toContain("--because");
    }
    expect(archive.decisions()).toEqual([]);
    expect((await archive.run("fixed", "I1")).code).toBe(0);
    expect((await archive.run("reopen", "I1")).code).toBe(0);
    expect(kinds()).toEqual(["I1 fixed", "I1 reopened"]);
  });

  test("the same again changes nothing and says so; another reason is another decision", async () => {
    await archive.run("decline", "I1", ...because);
    const before = readFileSync(archive.file, "utf8");
    const again = await archive.run("decline", "I1", ...because);
    expect(again.stdout).toMatch(/I1 was declined before, .*Ada Example.*nothing changes\nNothing was written/);
    expect(readFileSync(archive.file, "utf8")).toBe(before);
    await archive.run("decline", "I1", "--because", "another reason");
    await archive.run("accept-risk", "I1", "--because", "another reason");
    expect(kinds()).toEqual(["I1 declined", "I1 declined", "I1 accepted-risk"]);
  });

  test("what nobody decided on cannot be reopened, and a decision can be named by its id", async () => {
    expect((await archive.run("reopen", "S1")).stdout).toContain("S1 is open; there is no decision about it");
    await archive.run("decline", "S1", ...because, "--only-here");
    const id = archive.decisions()[0]?.id ?? "";
    expect((await archive.run("reopen", id)).code).toBe(0);
    expect((await archive.run("reopen", id)).stdout).toContain("is open again since");
    expect(archive.decisions().map(({ kind, scope, of }) => [kind, scope.series, of.cluster])).toEqual([
      ["declined", "pr-42", "S1"],
      ["reopened", "pr-42", "S1"],
    ]);
  });

  test("one that was dropped because of a decision is reopened under the name it was decided under", async () => {
    await archive.run("decline", "S1", ...because);
    const id = archive.decisions()[0]?.id ?? "";
    await archive.store(
      aDecidableReview({
        id: "20261103-091500-pr-42",
        findings: [aFinding({ title: "Said in other words" })],
        clusters: [
          aCluster({ id: "X1", ruling: { kind: "drop", reason: "declined-earlier", because: `declined (${id})` } }),
        ],
      }),
    );
    await archive.run("reopen", "X1");
    expect(archive.decisions().at(-1)).toMatchObject({
      kind: "reopened",
      of: { review: "20261102-091500-pr-42", cluster: "S1" },
      problem: { title: "Problem S1" },
    });
  });

  test("only here is the pull request, else the branch; a review of neither refuses it", async () => {
    await archive.store(aDecidableReview({ id: "3", scope: aScope({ pullRequest: undefined, commits: [] }) }));
    await archive.run("decline", "S1", ...because, "--only-here");
    expect(archive.decisions()[0]?.scope).toEqual({ series: "branch-retry-deliveries" });
    await archive.store(aDecidableReview({ id: "4", scope: aScope({ pullRequest: undefined, branch: undefined }) }));
    expect((await archive.run("decline", "S1", ...because, "--only-here")).stderr).toContain("is of neither");
  });

  test("the code comes from the reviewed commit, with credentials masked", async () => {
    const key = `AKIA${"QWERTYUIOPASDFGH"}`;
    archive.put("src/deliver.ts", `${"\n".repeat(40)}const id = "${key}";\nsend(id);\n${"\n".repeat(20)}`);
    archive.git("commit", "-qam", "Second");
    const head = archive.git("rev-parse", "HEAD");
    await archive.store(aDecidableReview({ id: "3", scope: aScope({ head }) }));
    await archive.run("decline", "S1", ...because);
    const text = readFileSync(archive.file, "utf8");
    expect(text).not.toContain(key);
    const [decision] = archive.decisions();
    expect(decision?.head).toBe(head);
    expect(decision?.problem.code[0]?.path).toBe("src/deliver.ts");
    expect(decision?.problem.code[0]?.lines[1]).toBe("send(id);");
    expect(decision?.problem.code[0]?.lines[0]).toMatch(/^const id = "AKIA\*+";$/);
  });

  test("a problem of an earlier round is decided on as its own review tells it", async () => {
    const of = { review: "20261102-091500-pr-42", round: 1, cluster: "S3" };
    const entries = [{ review: "20261102-091500-pr-42", round: 1, kept: 5 }];
    const previous = [{ ref: "R1.S3", title: "Problem S3", status: "open" as const, text: "unchanged", of }];
    await archive.store(
      aDecidableReview({ id: "20261103-091500-pr-42", series: { entries, notes: [] }, previous: previous as never }),
    );
    await archive.run("decline", "r1.s3", "R1.S4", "R2.S1", ...because);
    expect(
      archive
        .decisions()
        .map(({ of: about }) => `${about.review} ${about.cluster}`)
        .toSorted(),
    ).toEqual(["20261102-091500-pr-42 S3", "20261102-091500-pr-42 S4", "20261103-091500-pr-42 S1"]);
    expect((await archive.run("decline", "R3.S1", "R1.S9", ...because)).stderr).toContain('"R3.S1" and "R1.S9"');
  });

  test("as JSON they say what was done with each", async () => {
    await archive.run("decline", "S1", ...because);
    const { stdout } = await archive.run("decline", "S1", "S2", ...because, "--json", "--author", "Bo");
    expect(JSON.parse(stdout)).toMatchObject({
      schema: 1,
      file: archive.file,
      decisions: [
        { finding: "S1", outcome: "same" },
        { finding: "S2", outcome: "new", decision: { kind: "declined", author: "Bo" } },
      ],
    });
  });

  test("a file that cannot be read is an error, and stays as it is", async () => {
    writeFileSync(archive.file, "<<<<<<< HEAD\n");
    const { code, stderr } = await archive.run("decline", "S1", ...because);
    expect(code).toBe(2);
    expect(stderr).toContain("line 1 holds a conflict");
    expect((await archive.run("decisions")).code).toBe(2);
    expect(readFileSync(archive.file, "utf8")).toBe("<<<<<<< HEAD\n");
  });

  test("a link in a repository leads to no file of the user's", async () => {
    const victim = join(archive.root, "victim");
    writeFileSync(victim, "");
    symlinkSync(victim, archive.file);
    expect((await archive.run("decline", "S1", ...because)).code).toBe(2);
    expect(readFileSync(victim, "utf8")).toBe("");
  });

  test("titles cannot speak to the terminal", async () => {
    const finding = aFinding({ title: "a\u001b[2Jb\nc\u202e" });
    await archive.store(aDecidableReview({ id: "3", findings: [finding], clusters: [aCluster()] }));
    for (const args of [["decline", "I1", ...because], ["decisions"], ["decisions", "--json"]]) {
      // oxlint-disable-next-line no-control-regex
      expect((await archive.run(...args)).stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    }
  });
});

describe("sharing decisions", () => {
  test("the first time it is said how, and git takes the file and nothing else of the archive", async () => {
    rmSync(join(archive.root, ".deep-review/.gitignore"), { force: true });
    writeFileSync(join(archive.root, ".deep-review/.gitignore"), "*\n");
    const { stdout } = await archive.run("decline", "S1", ...because);
    expect(stdout).toContain("git add .deep-review/decisions.jsonl");
    expect((await archive.run("decline", "S2", ...because)).stdout).not.toContain("git add");
    archive.put(".deep-review/rules.md", "x\n");
    archive.put(".deep-review/cache/facts", "x\n");
    const open = archive.git("ls-files", "--others", "--exclude-standard").split("\n");
    expect(open).toEqual([".deep-review/decisions.jsonl", ".deep-review/rules.md"]);
  });

  test("a team's own rules for git stay; where they hide the file, that is said", async () => {
    archive.put(".gitignore", ".deep-review/\n");
    archive.put(".deep-review/.gitignore", "cache/\n");
    expect((await archive.run("decline", "S1", ...because)).stdout).toContain(
      "git add -f .deep-review/decisions.jsonl",
    );
    expect(readFileSync(join(archive.root, ".deep-review/.gitignore"), "utf8")).toBe("cache/\n");
  });

  test("an archive elsewhere says where the lines must go", async () => {
    const { stdout } = await archive.run("decline", "S1", ...because, "--archive", join(archive.root, ".deep-review"));
    expect(stdout).toContain("git add .deep-review/decisions.jsonl");
    const other = makeDecidedArchive();
    try {
      const elsewhere = await other.run("decline", "S1", ...because, "--archive", join(archive.root, ".deep-review"));
      expect(elsewhere.code).toBe(0);
      await other.store(aDecidableReview());
      rmSync(archive.file);
      const first = await other.run("decline", "S1", ...because, "--archive", join(archive.root, ".deep-review"));
      expect(first.stdout).toContain("commit the lines there");
    } finally {
      other.remove();
    }
  });
});

describe("decisions", () => {
  test("shows what holds, and with --all what ended, too", async () => {
    expect((await archive.run("decisions")).stdout).toContain("Nothing is decided yet");
    await archive.run("decline", "I1", ...because, "--only-here");
    await archive.run("accept-risk", "S1", "--because", "one tenant", "--until", "2999-01-31");
    await archive.run("reopen", "S1");
    const { stdout } = await archive.run("decisions");
    expect(stdout).toMatch(/^D-\w+ {2}declined {2}important: Retries never stop {2}src\/deliver.ts:41-48$/m);
    expect(stdout).toContain("the queue gives up after a day · ");
    expect(stdout).toContain("in pr-42 only");
    expect(stdout).toContain(
      "1 decision applies today, in .deep-review/decisions.jsonl. 2 have ended; --all lists them",
    );
    const all = await archive.run("decisions", "--all");
    expect(all.stdout).toContain("accepted as a risk, superseded");
    expect(all.stdout).toContain("reopened");
    const json = JSON.parse((await archive.run("decisions", "--all", "--json")).stdout);
    expect(json.decisions.map(({ state }: { state: string }) => state)).toEqual(["reopened", "superseded", "holds"]);
  });
});
