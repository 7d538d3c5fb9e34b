import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AgentState, Examination } from "#pipeline/agents/prepare/examination.ts";
import { type AgentMachine, makeAgentMachine } from "../helpers/agent-machine.ts";

const KEY = "sk-a-value-that-nobody-may-see";
let machine: AgentMachine;
beforeEach(() => {
  machine = makeAgentMachine();
});
afterEach(() => machine.remove());

const examine = (env: Readonly<Record<string, string>> = {}): Examination =>
  JSON.parse(machine.run(["doctor", "--json"], env).stdout) as Examination;
const agent = (id: string, { agents }: Examination): AgentState => agents.find((one) => one.id === id)!;

describe("of an agent, doctor says", () => {
  test("that it is not installed, and how to install it", () => {
    expect(agent("claude", examine())).toMatchObject({
      state: "not-installed",
      todo: ["Install it: npm install -g @anthropic-ai/claude-code", expect.stringContaining("sign in")],
    });
    expect(agent("claude", examine()).version).toBeUndefined();
  });

  test("which version it is, and when that is another than the tested one", () => {
    machine.install("claude", 'echo "2.1.400 (Claude Code)"');
    machine.install("codex", 'echo "codex-cli 0.99.0"');
    machine.install("gemini", "echo 7.0.0");
    const found = examine();
    expect(agent("claude", found)).toMatchObject({ version: "2.1.400" });
    expect(agent("claude", found).versionIs).toBeUndefined();
    expect(agent("codex", found)).toMatchObject({ version: "0.99.0", versionIs: "older" });
    expect(agent("gemini", found)).toMatchObject({ version: "7.0.0", versionIs: "newer" });
  });

  test("by which variable or file it is signed in, and no value of either", () => {
    machine.install("claude", 'echo "2.1.325 (Claude Code)"');
    machine.install("codex", 'echo "codex-cli 0.166.0"');
    machine.put(join(machine.home, ".codex/auth.json"), `{"token":"${KEY}"}`);
    const found = examine({ ANTHROPIC_API_KEY: KEY });
    expect(agent("claude", found)).toMatchObject({
      state: "ready",
      login: { kind: "variable", name: "ANTHROPIC_API_KEY" },
    });
    expect(agent("codex", found)).toMatchObject({ state: "ready", login: { kind: "file", name: ".codex/auth.json" } });
    expect(JSON.stringify(found)).not.toContain(KEY);
    const { stdout } = machine.run(["doctor"], { ANTHROPIC_API_KEY: KEY });
    expect(stdout).toContain("Signed in by ANTHROPIC_API_KEY.");
    expect(stdout).toContain("Signed in by ~/.codex/auth.json.");
    expect(stdout).not.toContain(KEY);
  });

  test("that it must be told a model, and that it cannot search without ripgrep", () => {
    machine.install("opencode", "echo 1.18.33");
    const state = agent("opencode", examine({ OPENROUTER_API_KEY: KEY }));
    expect(state.state).toBe("needs-model");
    expect(state.todo.join(" ")).toContain("ripgrep");
    machine.install("rg", "true");
    machine.put(join(machine.repository, "deep-review.config.json"), '{"agents":{"opencode":{"model":"house/large"}}}');
    expect(agent("opencode", examine({ OPENROUTER_API_KEY: KEY }))).toMatchObject({ state: "ready", todo: [] });
  });

  test("nothing of what its program sees: it is asked for its version in an empty home, without keys", () => {
    machine.install("claude", 'echo "2.1.1"; echo "$ANTHROPIC_API_KEY$HOME" > "$HOME/seen"; ls -A "$HOME" >&2');
    examine({ ANTHROPIC_API_KEY: KEY });
    expect(readdirSync(machine.home)).not.toContain("seen");
  });

  test("a version that would move the cursor is not taken for one", () => {
    machine.install("gemini", "printf '1.2.3-\\033[2Jx\\n'");
    expect(JSON.stringify(agent("gemini", examine()))).not.toContain("\\u001b");
    expect(machine.run(["doctor"]).stdout).not.toContain("\u001b");
  });
});

describe("doctor --try", () => {
  const answer = (text: string): string =>
    [
      { type: "system", subtype: "init", model: "house-model", tools: [], claude_code_version: "2.1.325" },
      { type: "assistant", message: { id: "m", content: [{ type: "text", text }] } },
      { type: "result", subtype: "success", is_error: false, result: text, total_cost_usd: 0.0012, usage: {} },
    ]
      .map((line) => `echo '${JSON.stringify(line)}'`)
      .join("\n");

  test("asks an agent that is ready for one word, with its login, and says what it answered", () => {
    machine.install("claude", `case "$1" in --version) echo 2.1.325; exit;; esac\n${answer("ready")}`);
    const { code, stdout, stderr } = machine.run(["doctor", "--try"], { ANTHROPIC_API_KEY: KEY });
    expect(stdout.replace(/\s+/g, " ")).toMatch(/Tried: answered \([^)]*house-model, \$0\.0012\): ready/);
    expect(stderr).toContain("costs a little");
    expect(code).toBe(0);
    expect(readdirSync(join(machine.home, ".cache/deep-review/desks"))).toEqual([]);
  });

  test("says why one does not answer, and shows no key that it prints", () => {
    machine.install(
      "claude",
      `case "$1" in --version) echo 2.1.325; exit;; esac\necho "no: $ANTHROPIC_API_KEY" >&2; exit 1`,
    );
    const { code, stdout } = machine.run(["doctor", "--try"], { ANTHROPIC_API_KEY: KEY });
    expect(stdout).toContain("Tried: failed");
    expect(stdout).not.toContain(KEY);
    expect(code).toBe(0);
  });

  test("asks nobody who is not signed in", () => {
    machine.install("claude", `case "$1" in --version) echo 2.1.325; exit;; esac\n${answer("ready")}`);
    expect(machine.run(["doctor", "--try"]).stdout).not.toContain("Tried");
  });
});

describe("doctor ends with", () => {
  test("0 where the built-in reviewers can work, though no agent can", () => {
    expect(machine.run(["doctor"])).toMatchObject({ code: 0, stderr: "" });
    expect(examine()).toMatchObject({ schema: 1, canReview: true, problems: [] });
  });

  test("0 outside of a repository, and says so", () => {
    const { code, stdout } = machine.run(["doctor", "--repo", machine.home]);
    expect(code).toBe(0);
    expect(stdout).toContain("this folder is not in a repository");
  });

  test("2 where the configuration is unusable, yours or the repository's, and says what to do", () => {
    writeFileSync(join(machine.repository, "deep-review.config.json"), '{"panels":{"a":["claude high"]}}');
    const broken = machine.run(["doctor"]);
    expect(broken).toMatchObject({ code: 2 });
    expect(broken.stdout).toContain("deep-review.config.json has a problem");
    writeFileSync(join(machine.repository, "deep-review.config.json"), "{}");
    machine.put(join(machine.home, ".config/deep-review/config.json"), "{");
    const own = machine.run(["doctor", "--json"]);
    expect(own.code).toBe(2);
    expect((JSON.parse(own.stdout) as Examination).problems[0]?.fix).toContain("init --force");
  });

  test("2 where there is no git", () => {
    const { code, stdout } = machine.run(["doctor"], { PATH: join(machine.home, "nothing") });
    expect(code).toBe(2);
    expect(stdout).toContain("git");
  });
});

test("doctor names panels, what needs trust, your choice, and which models have a key", () => {
  const written = { panels: { house: ["claude@high", { use: "acp", id: "copilot", command: ["copilot"] }] } };
  machine.put(join(machine.repository, "deep-review.config.json"), JSON.stringify(written));
  machine.put(join(machine.home, ".config/deep-review/config.json"), '{"panel":["codex"],"verifier":"claude"}');
  const found = examine({ OPENAI_API_KEY: KEY });
  expect(found.repository).toMatchObject({
    panels: { house: ["claude@high", "copilot: acp (copilot)"] },
    needsTrust: ["copilot.command"],
    isTrusted: false,
  });
  expect(found.panel).toMatchObject({ isChosen: true, agents: ["codex"], verifier: "claude" });
  expect(found.models.find(({ id }) => id === "openai")?.keyVariable).toBe("OPENAI_API_KEY");
  expect(machine.run(["doctor"]).stdout).toContain("deep-review config --trust");
});

test("doctor counts what killed reviews have left, and leaves it where it is", () => {
  const desks = join(machine.home, ".cache/deep-review/desks");
  const owner = { pid: 1, start: "never", boot: "another", host: "elsewhere", pidSpace: "" };
  mkdirSync(join(desks, "old-1-0123abcd"), { recursive: true });
  writeFileSync(join(desks, "old-1-0123abcd/owner.json"), JSON.stringify({ ...owner, host: hostname() }));
  expect(examine().desks).toMatchObject({ folder: desks, isWritable: true, leftovers: 1 });
  expect(machine.run(["doctor"]).stdout.replace(/\s+/g, " ")).toContain("the next review with agents removes them");
  expect(readdirSync(desks)).toContain("old-1-0123abcd");
});

test("every line fits, whatever the paths are", () => {
  machine.install("claude", 'echo "2.1.325 (Claude Code)"');
  const lines = machine.run(["doctor"]).stdout.split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});
