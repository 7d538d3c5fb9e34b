import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runProgram } from "./run-program.ts";

const cli = new URL("../../dist/cli.js", import.meta.url).pathname;

/** How a run of the program ended. */
export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A machine with a home, a repository and programs of its own: nothing of the real one is seen, but for git. */
export interface AgentMachine {
  readonly home: string;
  readonly repository: string;
  readonly env: Readonly<Record<string, string>>;
  /** The command line of the program, to be run in a terminal. */
  command(...args: string[]): string[];
  run(args: readonly string[], env?: Readonly<Record<string, string>>): CliRun;
  /** Puts a shell script into PATH. */
  install(name: string, script: string): string;
  put(path: string, text: string): void;
  git(...args: string[]): void;
  remove(): void;
}

/** Makes a machine with an empty repository that has one commit. */
export function makeAgentMachine(): AgentMachine {
  const folder = mkdtempSync(join(tmpdir(), "deep-review-machine-"));
  const [bin, home, repository] = [join(folder, "bin"), join(folder, "home"), join(folder, "repo")];
  for (const one of [bin, home, repository]) mkdirSync(one);
  const git = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  symlinkSync(git, join(bin, "git"));
  const env = { PATH: bin, HOME: home, GIT_CONFIG_NOSYSTEM: "1", TERM: "dumb" };
  const machine: AgentMachine = {
    home,
    repository,
    env,
    command: (...args) => [process.execPath, cli, ...args],
    run(args, more = {}) {
      const { status, stdout, stderr } = runProgram(args, { cwd: repository, env: { ...env, ...more } });
      return { code: status, stdout, stderr };
    },
    install(name, script) {
      writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(bin, name), 0o755);
      return join(bin, name);
    },
    put(path, text) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    },
    git(...args) {
      execFileSync(git, ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...args], { cwd: repository, env });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  machine.git("init", "-q", "-b", "main");
  machine.git("commit", "-q", "--allow-empty", "-m", "Nothing yet");
  return machine;
}
