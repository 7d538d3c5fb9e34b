import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openChange, type OpenedChange, type ScopeRequest } from "#adapters/git/open-change.ts";
import { fingerprint, makeRepository, type TemporaryRepository } from "./temporary-repository.ts";

let repository: TemporaryRepository;
let trap = "";

beforeEach(() => {
  repository = makeRepository();
  repository.commit("Begin", { "a.ts": "a\n", "b.ts": "b\n", "c.bin": "c\n", "d.txt": "d\n", "same.ts": "same\n" });
  repository.git("switch", "-q", "-c", "side");
  repository.commit("Change", { "a.ts": "a\nmore\n" });
  trap = join(repository.folder, "..", "trap");
});
afterEach(() => {
  vi.unstubAllEnvs();
  repository.remove();
});

/** Opens, reads everything there is to read, and closes. */
async function readAll(request: Partial<ScopeRequest> = {}): Promise<OpenedChange> {
  const opened = await openChange({ folder: repository.folder, ...request });
  for (const side of [opened.base, opened.head]) await Promise.all(side.files.map(({ path }) => side.read(path)));
  await opened.history.log();
  await opened.close();
  return opened;
}

const REQUESTS: readonly Partial<ScopeRequest>[] = [
  {},
  { staged: true },
  { uncommitted: true },
  { target: "side" },
  { target: "HEAD" },
  { target: "main..side" },
  { base: "main", paths: ["*.ts"] },
];

function makeWork(): void {
  repository.write("a.ts", "a\nmore\nstaged\n");
  repository.git("add", "a.ts");
  repository.write("a.ts", "a\nmore\nstaged\nnot staged\n");
  repository.write("b.ts", "edited\n");
  repository.write("c.bin", "edited\n");
  repository.write("new.bin", "new\n");
  repository.write("d.txt", "edited\n");
}

/** Gives the last commit a signature, for which git would start the program that checks it. */
function signLastCommit(): void {
  const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n abcd\n -----END PGP SIGNATURE-----";
  const text = repository.git("cat-file", "commit", "HEAD").replace(/^(committer .*)$/m, `$1\n${signature}`);
  const file = join(repository.folder, ".git/signed");
  writeFileSync(file, `${text}\n`);
  repository.git("update-ref", "HEAD", repository.git("hash-object", "-t", "commit", "-w", file));
}

describe("the repository stays as it was", () => {
  const stays = async (): Promise<void> => {
    const before = fingerprint(repository.folder);
    for (const request of REQUESTS) await readAll(request);
    expect(fingerprint(repository.folder)).toBe(before);
  };

  test("index, refs, logs, settings and working tree", async () => {
    makeWork();
    await stays();
  });

  test("also with a split index, an untracked cache and stale file times", async () => {
    repository.git("update-index", "--split-index", "--untracked-cache");
    repository.git("config", "core.splitIndex", "true");
    makeWork();
    repository.write("b.ts", "b\n");
    await stays();
  });

  test("and no temporary files are left, also after a failure", async () => {
    const mine = () => readdirSync(join(repository.folder, "..", "tmp"));
    mkdirSync(join(repository.folder, "..", "tmp"));
    vi.stubEnv("TMPDIR", join(repository.folder, "..", "tmp"));
    expect(tmpdir()).toBe(join(repository.folder, "..", "tmp"));
    makeWork();
    await readAll();
    await expect(readAll({ target: "nowhere" })).rejects.toThrow();
    expect(mine()).toEqual([]);
  });

  // Nothing is closed to root.
  test.skipIf(process.getuid?.() === 0)("a repository that cannot be written to is reviewed all the same", async () => {
    makeWork();
    chmodSync(join(repository.folder, ".git/objects"), 0o555);
    const { change } = await readAll();
    chmodSync(join(repository.folder, ".git/objects"), 0o755);
    expect(change.scope.files.map(({ path }) => path)).toContain("new.bin");
    expect(change.scope.limits).toEqual([
      "the repository is read-only: the snapshot of uncommitted changes is not kept",
    ]);
  });
});

describe("nothing that the repository names is run", () => {
  const runsNothing = async (): Promise<void> => {
    for (const request of REQUESTS) await readAll(request);
    expect(existsSync(trap)).toBe(false);
  };

  test("hooks", async () => {
    makeWork();
    mkdirSync(join(repository.folder, ".git/hooks"), { recursive: true });
    for (const name of ["post-index-change", "post-checkout", "pre-commit", "reference-transaction", "post-commit"]) {
      writeFileSync(join(repository.folder, ".git/hooks", name), `#!/bin/sh\ntouch ${trap}\n`, { mode: 0o755 });
    }
    await runsNothing();
  });

  test("filters, diff programs, pagers, monitors, signatures and helpers", async () => {
    signLastCommit();
    repository.write(".gitattributes", "* diff=trap\n*.bin filter=trap=1\n*.ts filter=other merge=trap\n");
    makeWork();
    const set = (key: string, value = `touch ${trap}; cat`) => repository.git("config", key, value);
    for (const key of ["clean", "smudge", "process"]) {
      set(`filter.trap=1.${key}`);
      set(`filter.other.${key}`);
    }
    set("filter.other.required", "true");
    set("diff.external");
    set("diff.trap.command");
    set("diff.trap.textconv");
    set("core.pager");
    set("pager.log");
    set("core.fsmonitor", `touch ${trap}`);
    set("log.showSignature", "true");
    set("commit.gpgSign", "true");
    set("gpg.program", `${repository.folder}/gpg`);
    set("core.sshCommand");
    set("credential.helper", `!touch ${trap}`);
    set("core.alternateRefsCommand");
    set("uploadpack.packObjectsHook");
    repository.write("gpg", `#!/bin/sh\ntouch ${trap}\n`);
    chmodSync(join(repository.folder, "gpg"), 0o755);
    // An index as old as its files makes git compare contents, for which it would run the filters.
    utimesSync(join(repository.folder, ".git/index"), 1, 1);
    await runsNothing();
  });

  test("remotes that promise missing objects", async () => {
    const head = repository.git("rev-parse", "HEAD:b.ts");
    const set = (key: string, value: string) => repository.git("config", key, value);
    set("core.repositoryFormatVersion", "1");
    set("extensions.partialClone", "origin");
    set("remote.origin.url", `ext::sh -c touch% ${trap}`);
    set("remote.origin.promisor", "true");
    set("protocol.ext.allow", "always");
    set("protocol.allow", "always");
    const file = join(repository.folder, ".git/objects", head.slice(0, 2), head.slice(2));
    rmSync(file);
    const opened = await openChange({ folder: repository.folder, target: "HEAD" });
    expect(await opened.head.read("b.ts")).toBeUndefined();
    expect(await opened.head.read("a.ts")).toBe("a\nmore\n");
    await opened.close();
    expect(existsSync(trap)).toBe(false);
  });

  test("a partial clone without the changed files says what to do; without other files it says what it lacks", async () => {
    const { folder, git } = repository;
    git("config", "uploadpack.allowFilter", "true");
    const clone = join(folder, "..", "partial");
    git("clone", "-q", "--filter=blob:none", "--no-checkout", `file://${folder}`, clone);
    const request = { folder: clone, target: "HEAD" };
    await expect(openChange(request)).rejects.toMatchObject({
      name: "UserError",
      what: "this clone lacks files that the review needs",
    });
    git("-C", clone, "diff", "HEAD~1", "HEAD");
    const opened = await openChange(request);
    expect(opened.isWhole).toBe(false);
    expect(opened.change.scope.limits).toEqual([
      "partial clone: files without local content are neither read nor searched",
    ]);
    expect(await opened.head.read("a.ts")).toBe("a\nmore\n");
    expect(await opened.head.read("b.ts")).toBeUndefined();
    await opened.close();
  });

  test("git variables of the caller do not lead elsewhere", async () => {
    const other = makeRepository();
    other.commit("Other", { "other.ts": "other\n" });
    vi.stubEnv("GIT_DIR", join(other.folder, ".git"));
    vi.stubEnv("GIT_EXTERNAL_DIFF", `touch ${trap}`);
    vi.stubEnv("GIT_INDEX_FILE", join(other.folder, ".git/index"));
    const { change } = await readAll({ target: "HEAD" });
    other.remove();
    expect(change.scope.files.map(({ path }) => path)).toEqual(["a.ts"]);
    expect(existsSync(trap)).toBe(false);
  });
});

describe("files that pass through a filter", () => {
  test("get the pointer that LFS would write", async () => {
    repository.commit("LFS", { ".gitattributes": "*.bin filter=lfs\n" });
    repository.git("config", "filter.lfs.clean", `touch ${trap}`);
    repository.git("config", "filter.lfs.process", `touch ${trap}`);
    repository.git("config", "filter.lfs.required", "true");
    repository.write("new.bin", "new\n");
    const opened = await openChange({ folder: repository.folder, uncommitted: true });
    // printf 'new\n' | sha256sum
    const hash = "7aa7a5359173d05b63cfd682e3c38487f3cb4f7f1d60659fe59fab1505977d4c";
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${hash}\nsize 4\n`;
    expect(await opened.head.read("new.bin")).toBe(pointer);
    expect(opened.change.scope.files).toMatchObject([
      { path: "new.bin", change: "added", unread: "an LFS pointer; the content is not in this clone" },
    ]);
    await opened.close();
    expect(existsSync(trap)).toBe(false);
  });

  test("are left out where the filter is unknown, and the scope says so", async () => {
    repository.commit("Secret", { ".gitattributes": "*.txt filter=crypt\n" });
    repository.git("config", "filter.crypt.clean", `touch ${trap}`);
    repository.write("d.txt", "secret\n");
    repository.write("b.ts", "edited\n");
    const { change } = await readAll({ uncommitted: true });
    expect(change.scope.files).toMatchObject([
      { path: "b.ts" },
      { path: "d.txt", unread: "passes through a filter program, which is not run; not in the snapshot" },
    ]);
    expect(change.scope.limits?.[0]).toMatch(/^1 files may have uncommitted changes/);
    expect(existsSync(trap)).toBe(false);
  });
});
