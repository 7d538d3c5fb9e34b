import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type HostileRepository, makeHostileRepository } from "../helpers/hostile-repository.ts";

let repository: HostileRepository;
let trap = "";
const canary = () => existsSync(join(repository.top, "canary"));
beforeEach(() => {
  repository = makeHostileRepository();
  trap = join(repository.top, "trap");
  writeFileSync(trap, `#!/bin/sh\necho "$0 $*" >> '${repository.top}/canary'\ncat\n`);
  chmodSync(trap, 0o755);
});
afterEach(() => repository.close());

/** Settings that name a program; each would start it in some use of git. */
const PROGRAMS = [
  "filter.trap.clean",
  "filter.trap.smudge",
  "filter.trap.process",
  "diff.external",
  "diff.trap.command",
  "diff.trap.textconv",
  "merge.trap.driver",
  "core.fsmonitor",
  "core.sshCommand",
  "core.pager",
  "core.editor",
  "core.askPass",
  "core.gitProxy",
  "core.alternateRefsCommand",
  "pager.log",
  "pager.diff",
  "gpg.program",
  "gpg.ssh.program",
  "credential.helper",
  "interactive.diffFilter",
  "sequence.editor",
  "trailer.sign.command",
  "uploadpack.packObjectsHook",
  "submodule.sub.update",
];
const COMMANDS = ["diff", "diff-tree", "log", "rev-parse", "cat-file", "ls-tree", "config", "status", "check-attr"];

describe("a repository that tries to run programs", () => {
  test("runs none, in any kind of review", () => {
    repository.put(".gitattributes", "* filter=trap diff=trap merge=trap\n");
    repository.commit("Attributes");
    repository.put("src/relay.ts", "export const retries = 4;\n");
    repository.commit("Change");
    const settings = PROGRAMS.map((key) => [key, /filter|fsmonitor/.test(key) ? trap : `!${trap}`] as const);
    for (const [key, value] of settings) repository.git("config", key, key.startsWith("submodule") ? value : trap);
    for (const name of COMMANDS) repository.git("config", `alias.${name}`, `!${trap}`);
    for (const [key, value] of [
      ["filter.trap.required", "true"],
      ["log.showSignature", "true"],
      ["extensions.partialClone", "origin"],
      ["remote.origin.url", `ext::${trap}`],
      ["remote.origin.promisor", "true"],
      ["protocol.ext.allow", "always"],
      ["core.hooksPath", join(repository.top, "hooks")],
      ["include.path", join(repository.top, "more")],
    ] as const)
      repository.git("config", key, value);
    writeFileSync(join(repository.top, "more"), `[core]\n\tfsmonitor = ${trap}\n[diff]\n\texternal = ${trap}\n`);
    mkdirSync(join(repository.top, "hooks"));
    for (const hook of [
      "post-index-change",
      "reference-transaction",
      "pre-commit",
      "post-checkout",
      "fsmonitor-watchman",
    ])
      symlinkSync(trap, join(repository.top, "hooks", hook));
    // Different in size, so that git has to look at its content.
    repository.put("src/relay.ts", "export const retries = 400;\n");
    repository.put("new.ts", "export const fresh = 1;\n");
    for (const args of [[], ["HEAD"], ["HEAD~1..HEAD"], ["--staged"], ["--uncommitted"], ["list"], ["config"]]) {
      const { status, stderr } = repository.run(...args);
      expect(canary(), args.join(" ")).toBe(false);
      expect(status, stderr).not.toBe(70);
    }
    // The traps are real: git as people use it walks into them.
    try {
      repository.git("status");
    } catch {
      // The trap is no real filter; git may well complain of it, once it has run.
    }
    expect(canary()).toBe(true);
  });

  test("cannot make another folder pass for its working tree", () => {
    writeFileSync(join(repository.top, "secret.ts"), "export const stolen = 'TOP-SECRET';\n");
    repository.git("config", "core.worktree", repository.top);
    for (const args of [[], ["--uncommitted"], ["HEAD"]]) {
      const { status, stdout, stderr } = repository.run(...args);
      expect(status).toBe(2);
      expect(stdout + stderr).not.toContain("secret.ts");
      expect(stderr).toContain("core.worktree");
    }
    expect(readdirSync(repository.top).sort()).toEqual(["home", "repo", "secret.ts", "trap"]);
  });
});

describe("links that lead out of the repository", () => {
  const SECRET = "export const stolen = 'TOP-SECRET';\ndebugger;\n";
  const everything = () => Object.values(repository.written()).join("\n");

  test("are listed and never followed, committed or not", () => {
    const outside = join(repository.top, "outside");
    mkdirSync(outside);
    for (const name of ["secret.ts", "kept.ts"]) writeFileSync(join(outside, name), SECRET);
    repository.put("dir/kept.ts", "export const kept = 1;\n");
    repository.put("plain.ts", "export const plain = 1;\n");
    symlinkSync("nowhere", join(repository.folder, "was-link.ts"));
    repository.commit("Before");
    symlinkSync("../outside/secret.ts", join(repository.folder, "link.ts"));
    symlinkSync("../outside", join(repository.folder, "linked"));
    symlinkSync(".", join(repository.folder, "loop"));
    unlinkSync(join(repository.folder, "plain.ts"));
    symlinkSync(join(outside, "secret.ts"), join(repository.folder, "plain.ts"));
    unlinkSync(join(repository.folder, "was-link.ts"));
    repository.put("was-link.ts", "export const file = 1;\n");
    unlinkSync(join(repository.folder, "dir/kept.ts"));
    repository.git("mv", "-k", "dir", "gone");
    symlinkSync("../outside", join(repository.folder, "dir2"));
    const look = (...args: string[]): void => {
      const { status, stdout, stderr } = repository.run(...args);
      expect(status, stderr).toBe(0);
      expect(stdout + everything()).not.toContain("TOP-SECRET");
      const files = JSON.parse(repository.written()["review.json"] ?? "{}").scope.files as {
        path: string;
        mode?: { new?: string };
      }[];
      expect(files.find(({ path }) => path === "link.ts")?.mode?.new).toBe("120000");
      expect(files.find(({ path }) => path === "plain.ts")?.mode?.new).toBe("120000");
      expect(files.map(({ path }) => path)).toContain("was-link.ts");
      expect(files.some(({ path }) => path.startsWith("linked/"))).toBe(false);
    };
    look("--uncommitted");
    repository.commit("After");
    look("HEAD");
  });

  test("are refused where the archive should be", () => {
    mkdirSync(join(repository.top, "outside"));
    symlinkSync("../outside", join(repository.folder, ".deep-review"));
    repository.put("src/relay.ts", "export const retries = 4;\n");
    const { status, stderr } = repository.run("--uncommitted");
    expect(stderr).toMatch(/^error: .*\n {2}why: .*outside the repository.*\n {2}fix: .*--archive/);
    expect(status).toBe(2);
    expect(readdirSync(join(repository.top, "outside"))).toEqual([]);
  });
});

describe("a configuration that is not the repository's own", () => {
  test.each(["deep-review.config.json", "deep-review.config.mjs"])(
    "%s as a link out of the tree is refused",
    (name) => {
      writeFileSync(join(repository.top, "outside.json"), `{ "checks": { "TOP-SECRET": "off" } }`);
      symlinkSync("../outside.json", join(repository.folder, name));
      repository.put("src/relay.ts", "export const retries = 4;\n");
      const commands = [["--uncommitted"], ["config"], ["config", "--trust"]];
      for (const args of name.endsWith("json") ? commands.slice(0, 2) : commands) {
        const { status, stdout, stderr } = repository.run(...args);
        expect(stderr).toMatch(/^error: .* is a link out of the repository\n {2}why: .*\n {2}fix: /);
        expect(stdout + stderr).not.toContain("TOP-SECRET");
        expect(status).toBe(2);
      }
    },
  );

  test("is read through a link inside the tree", () => {
    repository.put("settings/review.json", `{ "failOn": "critical" }`);
    symlinkSync("settings/review.json", join(repository.folder, "deep-review.config.json"));
    const { status, stdout } = repository.run("config", "--json");
    expect(status).toBe(0);
    expect(stdout).toContain("critical");
  });

  test("is no manifest that stands elsewhere", () => {
    writeFileSync(join(repository.top, "package.json"), `{ "deep-review": { "failOn": "TOP-SECRET" } }`);
    symlinkSync("../package.json", join(repository.folder, "package.json"));
    expect(repository.run("config")).toMatchObject({ status: 0, stdout: expect.not.stringContaining("TOP-SECRET") });
  });
});

describe("a panel on which two have the same id", () => {
  const reviewer = { id: "ada", name: "Ada", says: "## Findings\n\nNone.\n" };
  test.each([
    ["in one script", [{ reviewers: [reviewer, reviewer] }]],
    ["in two scripts", [{ reviewers: [reviewer] }, { reviewers: [reviewer] }]],
    ["as a built-in one", [{ reviewers: [{ ...reviewer, id: "loose-ends" }] }]],
  ])("%s is an error before anybody is asked", (_, scripts) => {
    const args = scripts.flatMap((script, at) => {
      writeFileSync(join(repository.top, `${at}.json`), JSON.stringify(script));
      return ["--scripted", `../${at}.json`];
    });
    const { status, stderr } = repository.run("HEAD", ...args);
    expect(stderr).toMatch(/^error: .*\n {2}why: .* already have a reviewer "[\w-]+"\n {2}fix: /);
    expect(status).toBe(2);
    expect(repository.written()).toEqual({});
  });
});

describe("a journal that is damaged or not ours", () => {
  test.each([
    `{"type":"start","repository":"/"}\n`,
    `{"type":"start"`,
    "null\n",
    `[{"type":"start"}]\n`,
    `{"hello":"world"}\n`,
    "",
  ])("%j cannot be resumed, and the error says why", (text) => {
    repository.put(".deep-review/reviews/20260101-000000-x/events.jsonl", text);
    const { status, stderr } = repository.run("resume");
    expect(stderr).toMatch(/^error: cannot resume .*\n {2}why: .*journal.*\n {2}fix: /);
    expect(status).toBe(2);
  });
});
