import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { type AgentMachine, makeAgentMachine } from "../helpers/agent-machine.ts";
import { callProgram } from "../helpers/run-program.ts";

let machine: AgentMachine;
beforeEach(() => {
  machine = makeAgentMachine();
});
afterEach(() => machine.remove());

const ask = (...args: string[]): string =>
  execFileSync("git", args, {
    cwd: machine.repository,
    encoding: "utf8",
    env: { ...machine.env, PATH: process.env["PATH"] },
  });

test("an agent lists all objects at its desk: those of the change and its history, no private branch, no stash", async () => {
  const looks = `
    case "$1" in --version) echo 2.1.325; exit;; esac
    PATH=/usr/bin:/bin
    here="$(git -C code cat-file --batch-all-objects --batch-check='%(objectname)' | tr '\\n' ' ')"
    log="$(git -C code log --format=%s base..head)"
    there="$(cat '${machine.repository}/.git/HEAD' 2>/dev/null)"
    text="objects: $here; log: $log; there: $there."
    echo '{"type":"system","subtype":"init","model":"house-model","tools":[],"claude_code_version":"2.1.325"}'
    echo '{"type":"assistant","message":{"id":"m","content":[{"type":"text","text":"'"$text"'"}]}}'
    echo '{"type":"result","subtype":"success","is_error":false,"result":"'"$text"'","total_cost_usd":0,"usage":{}}'`;
  machine.install("claude", looks);
  const put = (name: string, text: string): void => machine.put(join(machine.repository, name), text);
  put("secret.txt", "private\n");
  machine.git("checkout", "-q", "-b", "private");
  machine.git("add", "secret.txt");
  machine.git("commit", "-q", "-m", "Private");
  machine.git("checkout", "-q", "-b", "change", "main");
  put("a.js", "export const a = 1;\n");
  machine.git("add", "a.js");
  machine.git("commit", "-q", "-m", "Add a");
  put("a.js", "export const stashed = 1;\n");
  machine.git("stash");
  machine.git("repack", "-a", "-d", "-k", "-q");
  const env = { ...machine.env, ANTHROPIC_API_KEY: "key-of-a-test" };
  const archive = join(machine.home, "archive");
  const said = await callProgram(["main...change", "--reviewers", "claude", "--archive", archive], {
    cwd: machine.repository,
    env,
  });
  const [id = ""] = readdirSync(join(archive, "reviews"));
  const review = JSON.parse(readFileSync(join(archive, "reviews", id, "review.json"), "utf8")) as Review;
  const text = review.runs[0]?.text ?? "";
  const needed = ask("rev-list", "--objects", "--no-object-names", "main", "change").trim().split("\n").sort();
  expect(text, said.stderr).toContain(`objects: ${needed.join(" ")} ; log: Add a;`);
  expect(ask("cat-file", "--batch-all-objects", "--batch-check").trim().split("\n").length).toBeGreaterThan(
    needed.length,
  );
  if (review.runs[0]?.isolation?.level === "bubblewrap") expect(text).toContain("there: .");
  const desks = join(machine.home, ".cache/deep-review/desks");
  expect(existsSync(desks) ? readdirSync(desks) : []).toEqual([]);
});
