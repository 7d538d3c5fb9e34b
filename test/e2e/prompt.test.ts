import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AgentMachine, makeAgentMachine } from "../helpers/agent-machine.ts";

const ODD = 'const odd = "$@ {{x}} `id` $(id) \u001b[2J <script>";\n';
let machine: AgentMachine;
const prompt = (...args: string[]) => machine.run(["prompt", ...args]);

beforeEach(() => {
  machine = makeAgentMachine();
  machine.put(join(machine.repository, "REVIEW.md"), "Money is counted in cents.\n");
  machine.git("add", ".");
  machine.git("commit", "-qm", "Rules");
  machine.put(join(machine.repository, "src/odd.js"), ODD);
  machine.put(join(machine.repository, "src/price.js"), "debugger;\nexport const price = 1;\n");
  machine.git("checkout", "-qb", "feature/zebra");
  machine.git("add", ".");
  machine.git("commit", "-qm", "The zebra change");
});
afterEach(() => machine.remove());

describe("prompt shows", () => {
  test("the prompt, each file with its size, and how the change was packed; and sends and keeps nothing", () => {
    const { code, stdout } = prompt();
    expect(code).toBe(0);
    expect(stdout).toContain("Read the file review/INSTRUCTIONS.md");
    expect(stdout).toMatch(/review\/patches\/0001-\S+ +\d/);
    expect(stdout).toMatch(/characters of patches in one bundle/);
    expect(stdout).toContain("Nothing was sent.");
    expect(existsSync(join(machine.repository, ".deep-review"))).toBe(false);
    expect(readdirSync(machine.home)).toEqual([]);
  });

  test("one file as it is, by its name or the start of it", () => {
    const names = [...prompt().stdout.matchAll(/review\/(patches\/\S+)/g)].map(([, name]) => name ?? "");
    const odd = names.find((name) => name.includes("odd")) ?? "";
    expect(prompt("--file", odd).stdout).toContain(`+${ODD}`);
    expect(prompt("--file", odd.slice(0, 12)).stdout).toBe(prompt("--file", `review/${odd}`).stdout);
    expect(prompt("--file", "rules.md").stdout).toContain("Money is counted in cents.");
  });

  test("what the built-in reviewers found, as evidence", () => {
    expect(prompt("--file", "evidence.md").stdout).toContain("price.js");
  });

  test("how the program would be started, without any value of the environment", () => {
    const { stdout } = machine.run(["prompt", "--for", "claude=opus@high", "--json"], {
      ANTHROPIC_API_KEY: "sk-secret",
    });
    const {
      command,
      prompt: words,
      files,
    } = JSON.parse(stdout) as { command: string[]; prompt: string; files: object[] };
    expect(command).toEqual(expect.arrayContaining(["claude", "--model", "opus", "--effort", "high"]));
    expect(words).toContain("review/INSTRUCTIONS.md");
    expect(files.length).toBeGreaterThan(3);
    expect(stdout).not.toContain("sk-secret");
    expect(prompt("--for", "codex").stdout).toMatch(/^Started as\n\n {2}codex exec/);
  });

  test("a blind reviewer no words of the author, also when a panel makes it blind", () => {
    expect(prompt("--json").stdout).toContain("zebra");
    expect(prompt("--blind", "--json").stdout).not.toContain("zebra");
    const seat = { use: "claude", id: "eyes-shut", blind: true };
    machine.put(join(machine.repository, "deep-review.config.json"), JSON.stringify({ panels: { p: [seat] } }));
    expect(prompt("main..feature/zebra", "--for", "eyes-shut", "--json").stdout).not.toContain("The zebra change");
  });

  test("nothing that a terminal would obey, unless a file is asked for as it is", () => {
    expect(prompt().stdout).not.toContain("\u001b");
  });
});

test("--out writes all files, and the prompt", () => {
  const { stdout } = prompt("--out", join(machine.home, "bundle"));
  expect(stdout).toContain("nothing was sent");
  expect(readdirSync(join(machine.home, "bundle")).toSorted()).toEqual(["prompt.txt", "review"]);
  expect(readFileSync(join(machine.home, "bundle/review/INSTRUCTIONS.md"), "utf8")).toBe(
    prompt("--file", "INSTRUCTIONS.md").stdout,
  );
});

test.each([
  [["--for", "loose-ends"], "there is no prompt for"],
  [["--for", "claude,codex"], "these are several"],
  [["--for", "claud"], "did you mean claude?"],
  [["--part", "2"], "the change fits in one part"],
  [["--part", "x"], "there is no part"],
  [["--file", "patches/"], "several files are called"],
  [["--file", "scop.md"], "did you mean"],
  [["no-such-branch"], "no-such-branch"],
])("%j is an error that says what to do", (args, words) => {
  const { code, stderr } = prompt(...args);
  expect(code).toBe(2);
  expect(stderr).toContain(words);
});
