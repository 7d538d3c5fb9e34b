import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runProcess, type Launch } from "#adapters/process/run-process.ts";
import { agentProgram, agentsFolder } from "../../tools/agent-programs.ts";
import { makeVisibleFolder, requireSandbox } from "../adapters/sandbox/require-sandbox.ts";

const sandbox = process.platform === "linux" ? await requireSandbox() : undefined;

/** What people have in PATH: it starts the program that lies in a package of its own. */
const codexLauncher = join(agentsFolder(), "codex/node_modules/.bin/codex");
/** Hidden on purpose: what a program needs of itself has to be found. A program's node_modules lie below it. */
const hidden = agentsFolder().replace(/\/node_modules\/.*$/, "");
const PROGRAMS = [
  ["Claude Code", agentProgram("claude").path, /\d+\.\d+\.\d+ \(Claude Code\)/],
  ["Codex", agentProgram("codex").path, /codex-cli \d/],
  ["Codex by its launcher", codexLauncher, /codex-cli \d/],
  ["Gemini CLI", agentProgram("gemini").path, /^\d+\.\d+\.\d+/],
  ["opencode", agentProgram("opencode").path, /^\d+\.\d+\.\d+/],
] as const;

describe.skipIf(sandbox === undefined)("real agents in the sandbox", () => {
  let folder = "";
  beforeEach(() => {
    folder = makeVisibleFolder();
    for (const name of ["desk", "home/.codex", "tmp"]) mkdirSync(join(folder, name), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function run(command: string, args: readonly string[]): Promise<string> {
    const [home, tmp] = [join(folder, "home"), join(folder, "tmp")];
    const env = { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: home, TMPDIR: tmp, CODEX_HOME: join(home, ".codex") };
    const launch: Launch = { command, args, cwd: join(folder, "desk"), env };
    const policy = { readable: [join(folder, "desk")], writable: [home, tmp], hidden: [hidden], temp: tmp };
    let said = "";
    const onStdout = (chunk: Buffer): void => void (said += chunk.toString("utf8"));
    const wrapped = await sandbox?.wrap(launch, policy);
    await runProcess(wrapped ?? launch, { onStdout, onStderr: onStdout, deadline: 110_000 });
    return said.trim();
  }

  test.each(PROGRAMS)("%s starts", async (_, command, version) => {
    expect(existsSync(command), command).toBe(true);
    expect(await run(command, ["--version"])).toMatch(version);
  });

  test("Codex runs a command in the sandbox that it starts inside ours", async () => {
    const said = await run(agentProgram("codex").path, [
      "sandbox",
      "--",
      "sh",
      "-c",
      'echo ran; touch "$HOME/written" || echo refused',
    ]);
    expect(said).toMatch(/ran[\s\S]*refused/);
    expect(existsSync(join(folder, "home/written"))).toBe(false);
  });
});
