import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AGENTS } from "#reviewers/agent/registry.ts";

const cli = new URL("../../dist/cli.js", import.meta.url).pathname;
let folder = "";
const env = () => ({ PATH: `${folder}/bin:${process.env["PATH"]}`, HOME: folder, GIT_CONFIG_NOSYSTEM: "1" });
const git = (...args: string[]): unknown =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...args], {
    cwd: folder,
    env: env(),
  });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-completion-"));
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/deep-review"), `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`);
  chmodSync(join(folder, "bin/deep-review"), 0o755);
  git("init", "-q", "-b", "main");
  git("commit", "-q", "--allow-empty", "-m", "Nothing");
  const reviews = join(folder, ".deep-review/reviews");
  for (const id of ["20260101-1-main", "20260202-2-main"]) {
    mkdirSync(join(reviews, id), { recursive: true });
    writeFileSync(join(reviews, id, "review.json"), "{}");
  }
  mkdirSync(join(reviews, "20260303-3-cut"));
  writeFileSync(join(reviews, "20260303-3-cut/events.jsonl"), "{}\n");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const shellHere = (shell: string): boolean => spawnSync(shell, ["-c", "exit 0"]).status === 0;

/** What bash would offer for these words; the last one is being written. */
function bash(...words: string[]): string[] {
  const program = `
    eval "$(deep-review completion bash)"
    COMP_WORDS=(deep-review "$@"); COMP_CWORD=$#
    _deep_review
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", program, "bash", ...words], {
    cwd: folder,
    env: env(),
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return stdout.split("\n").filter((line) => line !== "");
}

/** What fish would offer. */
function fish(line: string): string[] {
  const program = `deep-review completion fish | source; complete --do-complete ${JSON.stringify(line)}`;
  const { stdout } = spawnSync("fish", ["--no-config", "-c", program], { cwd: folder, env: env(), encoding: "utf8" });
  return stdout
    .split("\n")
    .filter((offer) => offer !== "")
    .map((offer) => offer.split("\t")[0] ?? "");
}

describe("completion in bash", () => {
  test("offers commands and branches", () => {
    expect(bash("")).toEqual(expect.arrayContaining(["show", "resume", "completion", "main"]));
    expect(bash("re")).toEqual(["resume", "reopen", "render"]);
  });

  test("offers the options of the command at hand", () => {
    expect(bash("--st")).toEqual(["--staged"]);
    expect(bash("list", "--")).toEqual(["--archive", "--ids", "--unfinished", "--help"]);
  });

  test("offers values, in comma lists too", () => {
    expect(bash("--fail-on", "")).toEqual(["critical", "important", "suggestion"]);
    expect(bash("--format", "md,h")).toEqual(["md,html"]);
    expect(bash("completion", "")).toEqual(["bash", "zsh", "fish"]);
    expect(bash("help", "re")).toEqual(["review", "resume", "reopen", "render"]);
    expect(bash("rules", "loose-ends/removed-p")).toEqual(["loose-ends/removed-path"]);
  });

  test("offers reviewers and panels, those of the repository too", () => {
    writeFileSync(join(folder, "deep-review.config.json"), '{"panels":{"team":["claude"],"odd$(touch ran)":[]}}');
    expect(bash("--reviewers", "loose-ends,c")).toEqual(["loose-ends,claude", "loose-ends,codex"]);
    expect(bash("init", "--reviewers", "g")).toEqual(["gemini"]);
    expect(bash("init", "--verifier", "")).toEqual(AGENTS.map(({ id }) => id));
    expect(bash("prompt", "--for", "cl")).toEqual(["claude"]);
    expect(bash("--panel", "")).toEqual(expect.arrayContaining(["team", "deep", "quick"]));
    expect(bash("doctor", "--t")).toEqual(["--try"]);
    expect(existsSync(join(folder, "ran"))).toBe(false);
  });

  test("offers stored reviews, and to resume those that were cut short", () => {
    expect(bash("show", "")).toEqual(["last", "20260101-1-main", "20260202-2-main"]);
    expect(bash("render", "202602")).toEqual(["20260202-2-main"]);
    expect(bash("triage", "l")).toEqual(["last"]);
    expect(bash("decline", "--review", "202601")).toEqual(["20260101-1-main"]);
    expect(bash("decline", "I1", "--o")).toEqual(["--only-here"]);
    expect(bash("resume", "")).toEqual(["20260303-3-cut"]);
  });

  test("offers files behind -- and for options that take one", () => {
    writeFileSync(join(folder, "out.sarif"), "{}");
    expect(bash("--sarif", "out")).toEqual(["out.sarif"]);
    expect(bash("HEAD", "--", "out")).toEqual(["out.sarif"]);
  });

  test("runs nothing that a branch is named", () => {
    git("branch", "x$(touch${IFS}ran)");
    expect(bash("x").join()).toContain("touch");
    expect(existsSync(join(folder, "ran"))).toBe(false);
    // What is offered stands quoted on the line, so that it stays a name there, too.
    expect(bash("x").join()).toContain("\\$\\(");
  });
});

describe.skipIf(!shellHere("fish"))("completion in fish", () => {
  test("offers commands, values and stored reviews", () => {
    expect(fish("deep-review res")).toEqual(["resume"]);
    expect(fish("deep-review --fail-on ")).toEqual(["critical", "important", "suggestion"]);
    expect(fish("deep-review show ")).toEqual(expect.arrayContaining(["last", "20260101-1-main"]));
    expect(fish("deep-review list --un")).toEqual(["--unfinished"]);
    expect(fish("deep-review --panel ")).toEqual(["deep", "quick"]);
    expect(fish("deep-review --reviewers cl")).toEqual(["claude"]);
  });
});

describe.skipIf(!shellHere("zsh"))("completion in zsh", () => {
  test("is a script that zsh accepts and registers", () => {
    const program =
      'autoload -Uz compinit; compinit -u -D; eval "$(deep-review completion zsh)"; print $_comps[deep-review]';
    const run = spawnSync("zsh", ["-f", "-c", program], { cwd: folder, env: env(), encoding: "utf8" });
    expect(run).toMatchObject({ stdout: "_deep_review\n", stderr: "" });
  });
});

test("the guide to install it shows how to turn it on", () => {
  expect(readFileSync(new URL("../../docs/guides/install.md", import.meta.url), "utf8")).toContain(
    "deep-review completion bash",
  );
});
