import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type AgentMachine, makeAgentMachine } from "../helpers/agent-machine.ts";

let machine: AgentMachine;
beforeEach(() => {
  machine = makeAgentMachine();
});
afterEach(() => machine.remove());

/** What a runner of GitHub sets, and what workflows are given; the values must not be found anywhere. */
const SECRET = "value-that-is-nobodys-business";
const JOB = Object.fromEntries(
  [
    "GITHUB_TOKEN",
    "GH_TOKEN",
    "INPUT_TOKEN",
    "ACTIONS_RUNTIME_TOKEN",
    "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
    "ACTIONS_ID_TOKEN_REQUEST_URL",
    "GITHUB_OUTPUT",
    "GITHUB_ENV",
    "NPM_TOKEN",
    "DEPLOY_KEY",
  ].map((name) => [name, SECRET]),
);

test("an agent gets its own key and nothing else of a job, neither by its environment nor from other processes", () => {
  const looks = `
    case "$1" in --version) echo 2.1.325; exit;; esac
    PATH=/usr/bin:/bin
    names="$(env | sed -n 's/^\\([A-Za-z_]*\\)=.*/\\1/p' | sort | tr '\\n' ' ')"
    here="$(env | grep -c '${SECRET}')"
    around="$(cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n' | grep -c '${SECRET}')"
    text="names: $names here: $here around: $around"
    echo '{"type":"system","subtype":"init","model":"house-model","tools":[],"claude_code_version":"2.1.325"}'
    echo '{"type":"assistant","message":{"id":"m","content":[{"type":"text","text":"'"$text"'"}]}}'
    echo '{"type":"result","subtype":"success","is_error":false,"result":"'"$text"'","total_cost_usd":0,"usage":{}}'`;
  machine.install("claude", looks);
  machine.put(join(machine.repository, "a.js"), "export const a = 1;\n");
  machine.git("checkout", "-q", "-b", "change");
  machine.git("add", "a.js");
  machine.git("commit", "-q", "-m", "Add a");
  const own = { CI: "true", GITHUB_ACTIONS: "true", ANTHROPIC_API_KEY: "key-of-a-test" };
  const run = machine.run(["main...change", "--reviewers", "claude", "--archive", join(machine.home, "archive")], {
    ...JOB,
    ...own,
  });
  const reviews = join(machine.home, "archive/reviews");
  const [id = ""] = readdirSync(reviews);
  const said = readFileSync(join(reviews, id, "raw/claude.md"), "utf8");
  expect(said, run.stderr).toContain("ANTHROPIC_API_KEY");
  expect(said).toContain("here: 0 ");
  if (readFileSync(join(reviews, id, "review.json"), "utf8").includes('"level": "bubblewrap"'))
    expect(said).toContain("around: 0");
  for (const name of Object.keys(JOB)) expect(said).not.toContain(`${name} `);
  expect(`${run.stdout}${run.stderr}`).not.toContain(SECRET);
});
