import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runProcess, type Launch } from "#adapters/process/run-process.ts";
import { makeVisibleFolder, requireSandbox } from "./require-sandbox.ts";

/** A folder with one npm installation for each agent. Without it there is nothing to try. */
const installed = process.env["DEEP_REVIEW_AGENT_CLIS"] ?? "";
const sandbox = process.platform === "linux" && installed !== "" ? await requireSandbox() : undefined;
if (installed === "") console.log("SKIPPED: real agents in the sandbox. DEEP_REVIEW_AGENT_CLIS names no folder.");

const CODEX = "codex/node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex";
const PROGRAMS = [
  ["Claude Code", "claude/node_modules/@anthropic-ai/claude-code-linux-x64/claude", /\d+\.\d+\.\d+ \(Claude Code\)/],
  ["Codex", CODEX, /codex-cli \d/],
  ["Codex by its launcher", "codex/node_modules/.bin/codex", /codex-cli \d/],
  ["Gemini CLI", "gemini/node_modules/.bin/gemini", /^\d+\.\d+\.\d+/],
  ["opencode", "opencode/node_modules/opencode-linux-x64/bin/opencode", /^\d+\.\d+\.\d+/],
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
    const launch: Launch = { command: join(installed, command), args, cwd: join(folder, "desk"), env };
    // The installations are hidden on purpose: what a program needs of itself has to be found.
    const policy = { readable: [join(folder, "desk")], writable: [home, tmp], hidden: [installed], temp: tmp };
    let said = "";
    const onStdout = (chunk: Buffer): void => void (said += chunk.toString("utf8"));
    const wrapped = await sandbox?.wrap(launch, policy);
    await runProcess(wrapped ?? launch, { onStdout, onStderr: onStdout, deadline: 110_000 });
    return said.trim();
  }

  test.each(PROGRAMS)("%s starts", { timeout: 120_000 }, async (_, command, version) => {
    expect(existsSync(join(installed, command)), command).toBe(true);
    expect(await run(command, ["--version"])).toMatch(version);
  });

  test("Codex runs a command in the sandbox that it starts inside ours", { timeout: 120_000 }, async () => {
    const said = await run(CODEX, ["sandbox", "--", "sh", "-c", 'echo ran; touch "$HOME/written" || echo refused']);
    expect(said).toMatch(/ran[\s\S]*refused/);
    expect(existsSync(join(folder, "home/written"))).toBe(false);
  });
});
