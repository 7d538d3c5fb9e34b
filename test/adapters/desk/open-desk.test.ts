import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openDesk, type Desk, type DeskRequest } from "#adapters/desk/open-desk.ts";
import { openChange, type OpenedChange, type ScopeRequest } from "#adapters/git/open-change.ts";
import { planFor } from "./set-up-plan.ts";
import { fingerprint, makeRepository, type TemporaryRepository } from "../git/temporary-repository.ts";

let repository: TemporaryRepository;
let root = "";
const opened: OpenedChange[] = [];
const desks: Desk[] = [];

beforeEach(() => {
  root = join(mkdtempSync(join(tmpdir(), "deep-review-desk-")), "desks");
  repository = makeRepository();
  repository.commit("Begin", { "src/queue.ts": "export const size = 1;\n", "README.md": "A queue.\n" });
  repository.commit("Grow", { "src/queue.ts": "export const size = 2;\n", "bin/run": "#!/bin/sh\n" });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await leave();
  repository.remove();
  rmSync(join(root, ".."), { recursive: true, force: true });
});

/** The end of the round. */
async function leave(): Promise<void> {
  for (const desk of desks.splice(0)) await desk.close();
  for (const change of opened.splice(0)) await change.close();
}

/** A desk for a change of the repository, or of another folder. */
async function sit(scope: Partial<ScopeRequest> = {}, more: Partial<DeskRequest> = {}): Promise<Desk> {
  const change = await openChange({
    folder: repository.folder,
    ...(scope.uncommitted === true ? {} : { target: "HEAD" }),
    ...scope,
  });
  opened.push(change);
  const { base = "", head = "" } = change.change.scope;
  const desk = await openDesk({
    owner: "round 1",
    reviewer: "tess",
    store: change.store,
    base,
    head,
    bundle: [],
    root,
    ...more,
  });
  desks.push(desk);
  return desk;
}

/** Git as a reviewer would run it. */
function git(desk: Desk, ...args: string[]): string {
  const env = { PATH: process.env["PATH"], HOME: desk.home };
  return execFileSync("git", args, { cwd: desk.code, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}

describe("the code", () => {
  test("is the head commit, detached, with the history and both ends of the change", async () => {
    const desk = await sit();
    expect(readFileSync(join(desk.code, "src/queue.ts"), "utf8")).toBe("export const size = 2;\n");
    expect(git(desk, "rev-parse", "HEAD", "head")).toBe(
      `${repository.git("rev-parse", "HEAD")}\n${repository.git("rev-parse", "HEAD")}`,
    );
    expect(git(desk, "rev-parse", "base")).toBe(repository.git("rev-parse", "HEAD~1"));
    expect(git(desk, "log", "--format=%s")).toBe("Grow\nBegin");
    expect(git(desk, "diff", "--name-only", "base..head")).toBe("bin/run\nsrc/queue.ts");
    expect(git(desk, "blame", "-s", "src/queue.ts")).toContain("size = 2");
    expect(git(desk, "status", "--porcelain")).toBe("");
    expect(git(desk, "branch", "--show-current")).toBe("");
    expect(desk.notes).toEqual([]);
  });

  test("leaves the user's repository untouched and knows none of its refs and settings", async () => {
    repository.git("config", "alias.danger", "!touch pwned");
    repository.git("tag", "secret-plans");
    writeFileSync(join(repository.folder, ".git/hooks/post-checkout"), `#!/bin/sh\ntouch ${root}/../hooked\n`, {
      mode: 0o755,
    });
    const before = fingerprint(repository.folder);
    const desk = await sit();
    expect(fingerprint(repository.folder)).toBe(before);
    expect(git(desk, "for-each-ref", "--format=%(refname)")).toBe("refs/heads/base\nrefs/heads/head");
    expect(git(desk, "config", "--local", "--list")).not.toMatch(/alias|remote|user/);
    expect(existsSync(join(desk.code, ".git/hooks"))).toBe(false);
    expect(existsSync(join(root, "../hooked"))).toBe(false);
  });

  test("runs no filter program, whoever set it up", async () => {
    const home = join(root, "../user");
    mkdirSync(home, { recursive: true });
    writeFileSync(
      join(home, ".gitconfig"),
      `[filter "trap"]\n\tsmudge = touch ${root}/../trapped\n\tclean = cat\n\trequired = true\n[core]\n\tautocrlf = true\n`,
    );
    repository.commit("Filter", { ".gitattributes": "*.dat filter=trap\n", "a.dat": "plain\n" });
    vi.stubEnv("HOME", home);
    const desk = await sit();
    expect(readFileSync(join(desk.code, "a.dat"), "utf8")).toBe("plain\n");
    expect(existsSync(join(root, "../trapped"))).toBe(false);
  });

  test("of uncommitted work is the snapshot", async () => {
    repository.write("src/new.ts", "draft\n");
    const desk = await sit({ uncommitted: true });
    expect(readFileSync(join(desk.code, "src/new.ts"), "utf8")).toBe("draft\n");
    expect(git(desk, "diff", "--name-only", "base..head")).toBe("src/new.ts");
  });

  test("of a snapshot whose objects lie elsewhere is read from both places", async () => {
    repository.write("src/new.ts", "draft\n");
    const elsewhere = join(root, "../elsewhere");
    const objects = join(repository.folder, ".git/objects");
    mkdirSync(join(elsewhere, "pack"), { recursive: true });
    const change = await openChange({ folder: repository.folder, uncommitted: true });
    opened.push(change);
    const { base = "", head = "" } = change.change.scope;
    for (const id of [head, `${head}:src/new.ts`, `${head}:src`, `${head}^{tree}`].map((name) =>
      repository.git("rev-parse", name),
    )) {
      mkdirSync(join(elsewhere, id.slice(0, 2)), { recursive: true });
      execFileSync("mv", [join(objects, id.slice(0, 2), id.slice(2)), join(elsewhere, id.slice(0, 2), id.slice(2))]);
    }
    const desk = await openDesk({
      owner: "r",
      reviewer: "tess",
      store: { ...change.store, folders: [objects, elsewhere] },
      base,
      head,
      bundle: [],
      root,
    });
    desks.push(desk);
    expect(git(desk, "show", "head:src/new.ts")).toBe("draft");
    rmSync(elsewhere, { recursive: true });
    expect(git(desk, "show", "head:src/new.ts")).toBe("draft");
  });

  test.each([
    ["a bare repository", ["clone", "-q", "--bare", "queue", "other"]],
    ["a shallow clone", ["clone", "-q", "--depth=2", "FILE/queue", "other"]],
    ["a clone that borrows objects itself", ["clone", "-q", "--shared", "queue", "other"]],
    ["a linked worktree", ["-C", "queue", "worktree", "add", "-q", "--detach", "../other"]],
  ])("works from %s", async (_, args) => {
    const above = join(repository.folder, "..");
    repository.commit("Third", { "third.ts": "3\n" });
    repository.git("-C", above, ...args.map((one) => one.replace("FILE", `file://${above}`)));
    const desk = await sit({ folder: join(above, "other") });
    expect(readFileSync(join(desk.code, "third.ts"), "utf8")).toBe("3\n");
    expect(git(desk, "log", "--format=%s", "-2")).toBe("Third\nGrow");
    expect(git(desk, "diff", "--name-only", "base..head")).toBe("third.ts");
    expect(git(desk, "status", "--porcelain")).toBe("");
  });

  test("of a shallow clone ends where the clone ends", async () => {
    const above = join(repository.folder, "..");
    repository.commit("Third", { "third.ts": "3\n" });
    repository.git("-C", above, "clone", "-q", "--depth=2", `file://${above}/queue`, "other");
    const desk = await sit({ folder: join(above, "other") });
    expect(git(desk, "log", "--format=%s")).toBe("Third\nGrow");
  });

  test("works with ids of 64 digits", async () => {
    const folder = join(repository.folder, "../sha256");
    repository.git("init", "-q", "--object-format=sha256", folder);
    const other = makeRepository({ at: folder });
    other.git("config", "user.name", "Tess");
    other.git("config", "user.email", "tess@example.invalid");
    other.commit("One", { "a.ts": "1\n" });
    other.commit("Two", { "a.ts": "2\n" });
    const desk = await sit({ folder });
    expect(git(desk, "rev-parse", "HEAD")).toHaveLength(64);
    expect(git(desk, "diff", "--stat", "base..head")).toContain("a.ts");
    other.remove();
  });

  test("of a partial clone is there as far as its contents are, with a note", async () => {
    const above = join(repository.folder, "..");
    repository.git("config", "uploadpack.allowFilter", "true");
    repository.git("-C", above, "clone", "-q", "--filter=blob:none", "--no-checkout", `file://${above}/queue`, "other");
    const other = join(above, "other");
    // The two sides of the change, not the rest.
    repository.git("-C", other, "diff", "HEAD~1", "HEAD");
    repository.git("-C", other, "config", "remote.origin.url", "file:///nowhere");
    const desk = await sit({ folder: other });
    expect(readFileSync(join(desk.code, "src/queue.ts"), "utf8")).toBe("export const size = 2;\n");
    expect(existsSync(join(desk.code, "README.md"))).toBe(false);
    expect(desk.notes).toEqual([
      expect.stringContaining("1 file is not on the desk"),
      expect.stringContaining("this clone is partial and lacks 1 object of the history"),
    ]);
    expect(readFileSync(join(desk.review, "desk.md"), "utf8")).toContain("git blame may fail");
  });

  test("holds odd names, links within and modes; links that lead out are plain files", async () => {
    repository.write("a file\twith 'odd' \"names\"\n.txt", "odd\n");
    symlinkSync("src/queue.ts", join(repository.folder, "inside"));
    symlinkSync("/etc/passwd", join(repository.folder, "absolute"));
    symlinkSync("../../../../../../etc/hostname", join(repository.folder, "src/climbing"));
    symlinkSync(".git/config", join(repository.folder, "into-git"));
    repository.git("update-index", "--add", "--chmod=+x", "bin/run");
    repository.commit("Odd");
    const desk = await sit();
    expect(readFileSync(join(desk.code, "a file\twith 'odd' \"names\"\n.txt"), "utf8")).toBe("odd\n");
    expect(lstatSync(join(desk.code, "inside")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(desk.code, "absolute"), "utf8")).toBe("/etc/passwd");
    expect(lstatSync(join(desk.code, "src/climbing")).isFile()).toBe(true);
    expect(lstatSync(join(desk.code, "into-git")).isFile()).toBe(true);
    expect(desk.notes).toEqual([
      "symbolic links that lead out of the repository are plain files here: absolute, into-git, src/climbing",
    ]);
  });

  test("keeps links to files whose names only begin like git's folder", async () => {
    repository.write(".github/rules.md", "Be kind.\n");
    symlinkSync(".github/rules.md", join(repository.folder, "RULES.md"));
    repository.commit("Link");
    const desk = await sit();
    expect(lstatSync(join(desk.code, "RULES.md")).isSymbolicLink()).toBe(true);
    expect(desk.notes).toEqual([]);
  });

  test("without history is the files alone: git tells nothing, and needs no objects", async () => {
    const desk = await sit({}, { withoutHistory: true, setup: planFor("git rev-parse HEAD") });
    expect(readFileSync(join(desk.code, "src/queue.ts"), "utf8")).toBe("export const size = 2;\n");
    expect(readdirSync(desk.code).sort()).toEqual(["README.md", "bin", "src"]);
    expect(() => git(desk, "log")).toThrow(/not a git repository/);
    expect(desk.objectFolders).toEqual([]);
    expect(desk.setup.map(({ ok }) => ok)).toEqual([true]);
  });

  test("works from a folder with an odd name", async () => {
    const odd = join(repository.folder, '../#odd "name" \\ é');
    repository.git("clone", "-q", repository.folder, odd);
    expect(git(await sit({ folder: odd }), "log", "--format=%s")).toBe("Grow\nBegin");
  });
});

describe("submodules", () => {
  let inner: TemporaryRepository;
  beforeEach(() => {
    inner = makeRepository();
    inner.commit("Inner", { "inner.ts": "inner\n" });
    repository.git("submodule", "add", "-q", inner.folder, "vendor/inner");
    repository.commit("Add a submodule");
  });
  afterEach(() => inner.remove());

  test("are empty unless asked for", async () => {
    const desk = await sit();
    expect(readdirSync(join(desk.code, "vendor/inner"))).toEqual([]);
  });

  test("that the clone holds are checked out on request, with their history", async () => {
    const desk = await sit({}, { submodules: true });
    expect(readFileSync(join(desk.code, "vendor/inner/inner.ts"), "utf8")).toBe("inner\n");
    expect(git({ ...desk, code: join(desk.code, "vendor/inner") }, "log", "--format=%s")).toBe("Inner");
    expect(git(desk, "status", "--porcelain")).toBe("");
    expect(desk.objectFolders).toHaveLength(2);
  });

  test("have no history where the desk has none", async () => {
    const desk = await sit({}, { submodules: true, withoutHistory: true });
    expect(readdirSync(join(desk.code, "vendor/inner"))).toEqual(["inner.ts"]);
    expect(desk.objectFolders).toEqual([]);
  });

  test("that it lacks are named; nothing is fetched and a name cannot climb", async () => {
    rmSync(join(repository.folder, ".git/modules"), { recursive: true });
    const modules = readFileSync(join(repository.folder, ".gitmodules"), "utf8");
    repository.write(".gitmodules", modules.replace('"vendor/inner"', '"../../../inner/.git"'));
    repository.git("-C", repository.folder, "add", ".gitmodules");
    repository.git("commit", "-q", "-m", "Climb");
    const desk = await sit({}, { submodules: true });
    expect(desk.notes).toEqual(["the submodule vendor/inner is not on the desk: its commit is not in this clone"]);
  });
});

describe("set-up", () => {
  test("runs in the code before it becomes read-only, with a home of its own and nothing of our environment", async () => {
    vi.stubEnv("SECRET_TOKEN", "hidden");
    const desk = await sit({}, { setup: planFor("env; pwd", "mkdir deps && echo ok > deps/list") });
    expect(desk.setup.map(({ ok, ended }) => [ok, ended])).toEqual([
      [true, "exit code 0"],
      [true, "exit code 0"],
    ]);
    expect(readFileSync(join(desk.code, "deps/list"), "utf8")).toBe("ok\n");
    const [{ output } = { output: "" }] = desk.setup;
    expect(output).not.toContain("SECRET_TOKEN");
    expect(output).toContain(`HOME=${desk.home}`);
    expect(output).toContain(`TMPDIR=${desk.tmp}`);
    expect(output.trim().endsWith(realpathSync(desk.code))).toBe(true);
  });

  test("that fails is reported with its output and stops there", async () => {
    const desk = await sit({}, { setup: planFor("echo before; echo wrong >&2; exit 4", "touch never") });
    expect(desk.setup).toHaveLength(1);
    expect(desk.setup[0]).toMatchObject({ ok: false, ended: "exit code 4", output: expect.stringContaining("wrong") });
    expect(existsSync(join(desk.code, "never"))).toBe(false);
    expect(desk.notes).toEqual([expect.stringContaining("failed: exit code 4")]);
  });

  test("that takes too long is stopped", async () => {
    const desk = await sit({}, { setup: { ...planFor("echo begun; sleep 60"), deadline: 1000 } });
    expect(desk.setup[0]).toMatchObject({ ok: false, ended: "stopped after 1 s", output: "begun\n" });
  });
});

describe("the desk", () => {
  test("has the bundle, read-only, and private folders beside it that can be written", async () => {
    const desk = await sit(
      {},
      {
        bundle: [
          { path: "INSTRUCTIONS.md", text: "Read.\n" },
          { path: "patches/a b.patch", text: "é\0" },
        ],
      },
    );
    expect(readFileSync(join(desk.review, "patches/a b.patch"), "utf8")).toBe("é\0");
    for (const path of [
      desk.folder,
      desk.code,
      desk.review,
      join(desk.code, "src/queue.ts"),
      join(desk.review, "patches"),
      join(desk.code, ".git/config"),
    ]) {
      expect(lstatSync(path).mode & 0o222, path).toBe(0);
    }
    expect(lstatSync(desk.home).mode & 0o777).toBe(0o700);
    expect(lstatSync(desk.tmp).mode & 0o777).toBe(0o700);
    expect(join(desk.folder, "..")).toBe(join(desk.home, ".."));
  });

  test.each(["../out.md", "/etc/out.md", "a/../../out.md", "."])(
    "takes no bundle file outside of it: %s",
    async (path) => {
      await expect(sit({}, { bundle: [{ path, text: "x" }] })).rejects.toThrow("outside it");
      await leave();
      expect(readdirSync(root)).toEqual([]);
    },
  );

  test("is gone after close, and the end of the round takes the owner's folder with it", async () => {
    const one = await sit();
    const two = await sit({}, { reviewer: "Kim & Co" });
    const again = await sit();
    expect(readdirSync(root)).toHaveLength(1);
    expect(new Set([one.folder, two.folder, again.folder]).size).toBe(3);
    mkdirSync(join(one.home, "locked/deep"), { recursive: true });
    for (const path of ["locked/deep", "locked"]) chmodSync(join(one.home, path), 0);
    await one.close();
    await one.close();
    expect(existsSync(join(one.folder, ".."))).toBe(false);
    expect(existsSync(two.folder)).toBe(true);
    await Promise.all([two.close(), again.close()]);
    expect(existsSync(two.folder)).toBe(false);
    await leave();
    expect(readdirSync(root)).toEqual([]);
  });

  test("that cannot be made is a clear error and leaves nothing", async () => {
    const file = join(root, "../file");
    mkdirSync(join(root, ".."), { recursive: true });
    writeFileSync(file, "");
    await expect(sit({}, { root: join(file, "desks") })).rejects.toMatchObject({
      name: "UserError",
      what: expect.stringContaining("cannot make a reviewer's desk"),
    });
    await expect(sit({}, { head: "0".repeat(40) } as Partial<DeskRequest>)).rejects.toThrow();
    expect(readdirSync(root)).toEqual([]);
  });

  test("is not made when the signal has fired", async () => {
    await expect(sit({}, { signal: AbortSignal.abort(new Error("stop")) })).rejects.toThrow("stop");
    expect(readdirSync(root)).toEqual([]);
  });
});
