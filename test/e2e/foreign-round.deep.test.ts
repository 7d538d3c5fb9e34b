import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openRoundNotes } from "#config/round-notes.ts";
import { type AgentMachine, makeAgentMachine } from "../helpers/agent-machine.ts";

const CLAUDE = { id: "claude", name: "Claude", kind: "agent", family: "anthropic" };
const ID = "99991231-235959-x";
let machine: AgentMachine;
beforeEach(() => {
  machine = makeAgentMachine();
  machine.install("claude", `case "$1" in --version) echo 2.1.325;; *) touch '${machine.home}/claude-ran';; esac`);
  machine.put(join(machine.repository, "a.js"), "export const a = 1;\n");
  machine.git("add", "a.js");
  machine.git("commit", "-qm", "a");
});
afterEach(() => machine.remove());

const folder = () => join(machine.repository, ".deep-review/reviews", ID);
const hasAsked = () => existsSync(join(machine.home, "claude-ran"));
const record = () => JSON.parse(readFileSync(join(folder(), "review.json"), "utf8"));
const completed = (reviewer: string) => ({
  type: "reviewer",
  run: { reviewer, pass: 1, outcome: "completed", text: "All is well.", textStatus: "verbatim" },
  findings: [],
});

/** A journal as a real round has it, with another panel: what a repository could bring along. */
function forge(start: object, ...entries: object[]): void {
  machine.run(["HEAD", "--reviewers", "loose-ends", "--quiet"]);
  const reviews = join(machine.repository, ".deep-review/reviews");
  const [name = ""] = execFileSync("ls", [reviews], { encoding: "utf8" }).split("\n");
  const [line = ""] = readFileSync(join(reviews, name, "events.jsonl"), "utf8").split("\n");
  rmSync(join(machine.repository, ".deep-review"), { recursive: true });
  mkdirSync(folder(), { recursive: true });
  const lines = [{ ...JSON.parse(line), ...start }, ...entries].map((entry) => `${JSON.stringify(entry)}\n`);
  writeFileSync(join(folder(), "events.jsonl"), lines.join(""));
}

describe("a round that the user did not begin", () => {
  test("calls no agent that it names, and says what to do", () => {
    forge({ panel: [CLAUDE, { ...CLAUDE, id: "claude-2" }] }, completed("claude"));
    const { code, stderr } = machine.run(["resume"], { ANTHROPIC_API_KEY: "k" });
    expect([code, hasAsked(), existsSync(join(folder(), "review.json"))]).toEqual([2, false, false]);
    expect(stderr).toContain("was not started by you on this machine");
    expect(stderr).toContain("--reviewers");
  });

  test("goes on with whom the command line names, without what the journal says was said", () => {
    forge({ panel: [CLAUDE] }, completed("claude"));
    expect(machine.run(["resume", "--reviewers", "loose-ends", "--quiet"]).code).toBe(0);
    expect(record().runs.map(({ reviewer }: { reviewer: string }) => reviewer)).toEqual(["loose-ends"]);
    expect([hasAsked(), JSON.stringify(record()).includes("All is well")]).toEqual([false, false]);
  });

  test("cannot pass an agent off as a script, nor when it is resumed twice", () => {
    forge({ panel: [{ ...CLAUDE, kind: "scripted" }] });
    for (const _time of [1, 2]) machine.run(["resume", ID, "--quiet"], { ANTHROPIC_API_KEY: "k" });
    expect([hasAsked(), record().runs[0].outcome]).toEqual([false, "failed"]);
  });

  test("of built-in reviewers goes on; they look themselves", () => {
    const scout = { id: "test-scout", name: "Test Scout", kind: "analyzer", family: "test-scout" };
    forge({ panel: [scout] }, completed("test-scout"));
    expect(machine.run(["resume", "--quiet"]).code).toBe(0);
    expect(JSON.stringify(record())).not.toContain("All is well");
  });

  test("does not say which of the files are reviewed", () => {
    forge({ panel: [], paths: ["nothing"] });
    expect(machine.run(["resume", "--reviewers", "loose-ends", "--quiet"]).code).toBe(0);
    expect(record().scope.files.map(({ path }: { path: string }) => path)).toEqual(["a.js"]);
  });

  test("does not hide one that the user did begin", () => {
    forge({ panel: [CLAUDE] });
    machine.run(["HEAD", "--reviewers", "loose-ends", "--quiet"]);
    const reviews = join(machine.repository, ".deep-review/reviews");
    const own = readdirSync(reviews).find((name) => name !== ID) ?? "";
    rmSync(join(reviews, own, "review.json"));
    expect(machine.run(["resume", "--quiet"]).code).toBe(0);
    expect(existsSync(join(reviews, own, "review.json"))).toBe(true);
  });

  test("is about this repository and no other", () => {
    const other = join(machine.home, "other");
    execFileSync("git", ["init", "-q", other]);
    forge({ repository: other });
    const { code, stderr } = machine.run(["resume"]);
    expect(code).toBe(2);
    expect(stderr).toContain("it is about another repository");
  });
});

test("a finished review gives its report though another reviewer of the round is not installed any more", async () => {
  forge({ panel: [CLAUDE, { ...CLAUDE, id: "codex", name: "Codex" }] }, completed("claude"));
  const [line = ""] = readFileSync(join(folder(), "events.jsonl"), "utf8").split("\n");
  await openRoundNotes(machine.env).note({ id: ID, start: JSON.parse(line) });
  machine.run(["resume", "--quiet"]);
  expect(record().runs).toMatchObject([
    { reviewer: "claude", outcome: "completed" },
    { reviewer: "codex", outcome: "failed", message: expect.stringContaining("is not installed") },
  ]);
});
