import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AgentMachine, makeAgentMachine } from "../helpers/agent-machine.ts";
import { describeInTerminal, runInTerminal } from "../helpers/terminal.ts";

let machine: AgentMachine;
const file = (): string => join(machine.home, ".config/deep-review/config.json");
const chosen = (): unknown => JSON.parse(readFileSync(file(), "utf8"));
const READY = { ANTHROPIC_API_KEY: "k", CODEX_API_KEY: "k" };

beforeEach(() => {
  machine = makeAgentMachine();
  machine.install("claude", `touch '${machine.home}/claude-ran'; echo "2.1.325 (Claude Code)"`);
  machine.install("codex", 'echo "codex-cli 0.166.0"');
});
afterEach(() => machine.remove());

describe("init without a terminal", () => {
  test("writes whom it is told, and says what it wrote and what that means", () => {
    const { code, stdout } = machine.run(["init", "--reviewers", "claude,codex@high", "--verifier", "codex"], READY);
    expect(code).toBe(0);
    expect(chosen()).toEqual({ panel: ["claude", "codex@high"], verifier: "codex" });
    expect(stdout).toContain(file());
    expect(stdout).toContain("costs");
    expect(stdout).toContain("Nothing else starts them");
  });

  test("keeps what is not chosen anew; --none keeps nothing", () => {
    machine.run(["init", "--reviewers", "claude", "--editor", "claude"], READY);
    machine.run(["init", "--reviewers", "codex"], READY);
    expect(chosen()).toEqual({ panel: ["codex"], editor: "claude" });
    machine.run(["init", "--verifier", "claude@max"], READY);
    expect(chosen()).toEqual({ panel: ["codex"], verifier: "claude@max", editor: "claude" });
    expect(machine.run(["init", "--none"]).stdout).toContain("No agent takes part");
    expect(chosen()).toEqual({ panel: [] });
  });

  test("a place of your own file can be named by its id, and stays as it is written", () => {
    const own = { use: "codex", id: "second", effort: "low", blind: true };
    machine.put(file(), JSON.stringify({ panel: [own] }));
    expect(machine.run(["init", "--reviewers", "claude,second"], READY).code).toBe(0);
    expect(chosen()).toEqual({ panel: ["claude", own] });
  });

  test.each([
    [["--reviewers", "gemini"], "npm install -g @google/gemini-cli"],
    [["--reviewers", "claude@huge"], "low, medium, high"],
    [["--reviewers", "claud"], "did you mean claude?"],
    [["--reviewers", "loose-ends"], "name agents or models only"],
    [["--reviewers", "anthropic/claude-opus-5"], "ANTHROPIC_API_KEY"],
    [["--reviewers", "local/qwen"], "baseUrl"],
    [["--reviewers", "claude", "--none"], "use one of them"],
    [["--verifier", "claude,codex"], "takes one agent"],
    [["--editor", "nobody"], "there is no reviewer"],
    [["--verifier", "anthropic/claude-opus-5"], "cannot be the verifier"],
    [["--editor", "anthropic/claude-opus-5"], "cannot be the editor"],
    [[], "--none"],
  ])("refuses %j, says what to do, and writes nothing", (args, words) => {
    const { code, stderr } = machine.run(["init", ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
    expect(existsSync(file())).toBe(false);
  });

  test("an agent that is told no model is refused where it has none", () => {
    machine.install("opencode", "echo 1.18.33");
    expect(machine.run(["init", "--reviewers", "opencode"], READY)).toMatchObject({ code: 2 });
    expect(machine.run(["init", "--reviewers", "opencode=anthropic/x"], READY)).toMatchObject({ code: 0 });
  });

  test("one that is not signed in is taken, for that cannot always be seen; it is said", () => {
    const { code, stdout } = machine.run(["init", "--reviewers", "claude"]);
    expect(code).toBe(0);
    expect(stdout).toContain("not signed in, as far as we can see");
  });

  test("a file that cannot be read is replaced only with --force", () => {
    machine.put(file(), "{ panel: broken");
    const refused = machine.run(["init", "--reviewers", "claude"], READY);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain("init --force");
    expect(readFileSync(file(), "utf8")).toBe("{ panel: broken");
    expect(machine.run(["init", "--reviewers", "claude", "--force"], READY).code).toBe(0);
    expect(chosen()).toEqual({ panel: ["claude"] });
  });
});

describeInTerminal("init in a terminal", () => {
  /** Gives one answer at each question. */
  const answer = (...answers: string[]) => {
    let asked = 0;
    return (screen: readonly string[], send: (keys: string) => void): void => {
      const questions = screen.filter((line) => /^\[.*\] >/.test(line)).length;
      if (questions <= asked || !/\] > ?$/.test(screen.at(-1) ?? "")) return;
      asked = questions;
      send(answers[asked - 1] ?? "\u0003");
    };
  };
  const run = (watch: ReturnType<typeof answer>, env: Readonly<Record<string, string>> = READY) =>
    runInTerminal({
      command: machine.command("init"),
      cwd: machine.repository,
      // The terminal itself needs programs, ours does not: its agents are found first.
      env: { ...machine.env, PATH: `${machine.env["PATH"]}:${process.env["PATH"]}`, ...env },
      columns: 80,
      rows: 40,
      watch,
    });

  test("Enter takes all that are ready", async () => {
    const { lines, code } = await run(answer("\r"));
    expect(lines.join("\n")).toContain("signed in by ANTHROPIC_API_KEY");
    expect(lines.join("\n")).toContain("cost what your accounts");
    expect(code).toBe(0);
    expect(chosen()).toMatchObject({ panel: expect.arrayContaining(["claude", "codex"]) });
  });

  test("numbers, names and efforts are understood; what is not is told, and asked again", async () => {
    const { lines } = await run(answer("17\r", "claude@huge\r", "2, claude@high\r"));
    expect(lines.join("\n")).toContain('there is no reviewer "17"');
    expect(lines.join("\n")).toContain("is not an effort of Claude");
    expect(chosen()).toEqual({ panel: ["codex", "claude@high"] });
  });

  test("none chooses nobody", async () => {
    await run(answer("none\r"));
    expect(chosen()).toEqual({ panel: [] });
  });

  test.each([
    ["Ctrl-C", "\u0003"],
    ["the end of input", "\u0004"],
  ])("%s writes nothing", async (_title, key) => {
    const { lines, code } = await run(answer(key));
    expect(lines.join("\n")).toContain("Nothing was written.");
    expect(code).toBe(130);
    expect(existsSync(file())).toBe(false);
  });
});

describe("a review", () => {
  beforeEach(() => {
    machine.put(join(machine.repository, "a.js"), "export const a = 1;\n");
    machine.git("add", ".");
  });
  const hint = /Claude Code and Codex CLI are ready here/g;

  test("says once that agents are ready, and starts none of them", () => {
    const { stderr, stdout } = machine.run(["--staged"], READY);
    expect(stderr.match(hint)).toHaveLength(1);
    expect(stdout).not.toMatch(hint);
    expect(existsSync(join(machine.home, "claude-ran"))).toBe(false);
  });

  test.each([
    [["--quiet"], {}],
    [["--json"], {}],
    [[], { CI: "true" }],
    [["--panel", "quick"], {}],
    [["--reviewers", "loose-ends"], {}],
  ])("does not say so with %j %j", (args, env) => {
    expect(machine.run(["--staged", "--config-from", "worktree", ...args], { ...READY, ...env }).stderr).not.toMatch(
      hint,
    );
  });

  test("does not say so when the user has chosen, be it nobody", () => {
    machine.put(file(), '{"panel":[]}');
    expect(machine.run(["--staged"], READY).stderr).not.toMatch(hint);
  });

  test("of a repository that names programs asks for trust, in package.json too, and takes it", () => {
    const config = { panels: { house: [{ use: "acp", id: "house", command: ["no-such-program"] }] } };
    writeFileSync(join(machine.repository, "package.json"), JSON.stringify({ name: "x", "deep-review": config }));
    expect(machine.run(["--staged", "--panel", "house"]).stderr).toContain("deep-review config --trust");
    const trusted = machine.run(["config", "--trust"]);
    expect(trusted.stdout).toContain("the programs that it names may run");
    expect(machine.run(["--staged", "--panel", "house"]).stderr).toContain("no-such-program was not found");
    writeFileSync(join(machine.repository, "package.json"), JSON.stringify({ name: "y", "deep-review": config }));
    expect(machine.run(["--staged", "--panel", "house"]).stderr).toContain("no-such-program was not found");
    const other = { panels: { house: [{ use: "acp", id: "house", command: ["another"] }] } };
    writeFileSync(join(machine.repository, "package.json"), JSON.stringify({ name: "y", "deep-review": other }));
    expect(machine.run(["--staged", "--panel", "house"]).stderr).toContain("deep-review config --trust");
  });
});

test("config shows what it says of agents with its origin, and your own choice", () => {
  const written = { panels: { team: ["claude@high", "loose-ends"] }, timeout: "45m", budget: 2.5, setup: ["npm ci"] };
  writeFileSync(join(machine.repository, "deep-review.config.json"), JSON.stringify(written));
  machine.run(["init", "--reviewers", "claude"], READY);
  const { stdout } = machine.run(["config"]);
  expect(stdout).toMatch(/^panel team +claude@high, loose-ends +deep-review\.config\.json$/m);
  expect(stdout).toMatch(/^timeout +45m 00s +deep-review\.config\.json$/m);
  expect(stdout).toMatch(/^budget +\$2\.5 /m);
  expect(stdout).toMatch(/^idle +10m 00s +default$/m);
  expect(stdout).toMatch(/^setup +npm ci /m);
  expect(stdout).toContain(file());
  expect(stdout).toMatch(/^agents +claude$/m);
  expect(machine.run(["config", "--panels"]).stdout).toBe("team\ndeep\nquick\n");
});
