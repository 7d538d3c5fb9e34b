import { execFile, execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WrongInput } from "./inputs.ts";

const cli = new URL("../../dist/cli.js", import.meta.url).pathname;
/** Nothing of this takes long, unless it hangs. */
const SECONDS = 60;
/** `nobody`, where the tests run as root. */
const ORDINARY = 65_534;

/** What a command line ended with; without a code if it had to be killed. */
export interface Answer {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Folders with everything in which the wrong inputs go wrong. */
export interface WrongPlace {
  run(input: WrongInput): Promise<Answer>;
  remove(): void;
}

/** Makes the folders below the temporary folder. */
export function makeWrongPlace(): WrongPlace {
  const home = mkdtempSync(join(tmpdir(), "deep-review-wrong-"));
  chmodSync(home, 0o755);
  const env = { PATH: process.env["PATH"], HOME: home, TMPDIR: tmpdir(), GIT_CONFIG_NOSYSTEM: "1" };
  const git = (folder: string, ...args: string[]) => execFileSync("git", args, { cwd: folder, env });
  const folders = { repository: join(home, "repository"), home, new: join(home, "new") };
  for (const folder of [folders.repository, folders.new]) {
    mkdirSync(folder);
    git(folder, "init", "-q", "-b", "main");
    git(folder, "config", "user.name", "Ada Example");
    git(folder, "config", "user.email", "ada@example.invalid");
  }
  fillRepository(folders.repository, (...args) => git(folders.repository, ...args));
  spawnSync(process.execPath, [cli, "--quiet"], { cwd: folders.repository, env });
  const others = copies(home, folders.repository);
  addOddFiles(folders.repository);
  return {
    run: ({ args, in: where = "repository", isOrdinary, env: more }) =>
      new Promise((resolve) => {
        const cwd = { ...folders, ...others }[isOrdinary === true ? "ordinary" : where];
        const user = isOrdinary === true && process.getuid?.() === 0 ? { uid: ORDINARY, gid: ORDINARY } : {};
        const options = {
          cwd,
          env: { ...env, ...more },
          timeout: SECONDS * 1000,
          killSignal: "SIGKILL",
          ...user,
        } as const;
        const child = execFile(process.execPath, [cli, ...args], options, (_, stdout, stderr) =>
          resolve({ code: child.exitCode, stdout, stderr }),
        );
        child.stdin?.end();
      }),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

function fillRepository(folder: string, git: (...args: string[]) => unknown): void {
  writeFileSync(join(folder, "a.ts"), "export const first = 1;\n");
  writeFileSync(join(folder, ".gitignore"), ODD.join("\n"));
  git("add", ".");
  git("commit", "-q", "-m", "Add a");
  git("checkout", "-q", "-b", "feature/retries");
  writeFileSync(join(folder, "b.ts"), "export function second() {\n  debugger;\n  return 2;\n}\n");
  git("add", ".");
  git("commit", "-q", "-m", "Add b");
}

const ODD = ["pipe", "dead", "loop", "empty", "broken.json", "plain.md", "binary.bin", "pipes", "full"];

function addOddFiles(folder: string): void {
  const path = (name: string): string => join(folder, name);
  execFileSync("mkfifo", [path("pipe")]);
  symlinkSync("nowhere", path("dead"));
  symlinkSync("loop", path("loop"));
  mkdirSync(path("empty"));
  writeFileSync(path("broken.json"), "{");
  writeFileSync(path("plain.md"), "Hello.\n");
  writeFileSync(path("binary.bin"), Buffer.from([0, 1, 2, 255, 254]));
  cpSync(path(".deep-review"), path("pipes"), { recursive: true });
  for (const name of ["decisions.jsonl", "reviews/20260101-000000-main"]) {
    if (name.startsWith("reviews")) mkdirSync(path(`pipes/${name}`));
    execFileSync("mkfifo", [path(name.startsWith("reviews") ? `pipes/${name}/review.json` : `pipes/${name}`)]);
  }
  mkdirSync(path("full"));
  symlinkSync("/dev/full", path("full/decisions.jsonl"));
}

/** Copies of the repository with another configuration, and one of an ordinary user. */
function copies(home: string, repository: string): Record<"broken" | "unknown-key" | "ordinary", string> {
  const copy = (name: string): string => {
    cpSync(repository, join(home, name), { recursive: true });
    return join(home, name);
  };
  const [broken, unknownKey, ordinary] = [copy("broken"), copy("unknown-key"), copy("ordinary")];
  writeFileSync(join(broken, "deep-review.config.json"), '{ "failOn": ');
  writeFileSync(join(unknownKey, "deep-review.config.json"), '{ "failon": "important" }');
  rmSync(join(ordinary, ".deep-review"), { recursive: true });
  for (const [name, mode] of [
    ["locked", 0o000],
    ["readonly", 0o555],
  ] as const) {
    mkdirSync(join(ordinary, name));
    chmodSync(join(ordinary, name), mode);
  }
  if (process.getuid?.() === 0) {
    for (const path of [ordinary, join(ordinary, ".git")]) chownSync(path, ORDINARY, ORDINARY);
    chmodSync(ordinary, 0o555);
  }
  return { broken, "unknown-key": unknownKey, ordinary };
}
