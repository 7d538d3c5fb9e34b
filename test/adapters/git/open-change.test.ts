import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openChange, type OpenedChange, type ScopeRequest } from "#adapters/git/open-change.ts";
import { scopeSchema } from "#model/change/scope.ts";
import { makeRepository, type TemporaryRepository } from "./temporary-repository.ts";

let repository: TemporaryRepository;
let extra: TemporaryRepository[] = [];
let opened: OpenedChange[] = [];
let first = "";
let second = "";

beforeEach(() => {
  repository = makeRepository();
  first = repository.commit("Send mail", { "src/send.ts": "one\ntwo\nthree\n", "README.md": "queue\n" });
  second = repository.commit("Retry\n\nUp to three times.", { "src/send.ts": "one\ntwo\nTHREE\n" });
});
afterEach(async () => {
  for (const change of opened) await change.close();
  for (const each of [repository, ...extra]) each.remove();
  [opened, extra] = [[], []];
});

const open = async (request: Partial<ScopeRequest> = {}): Promise<OpenedChange> => {
  const change = await openChange({ folder: repository.folder, ...request });
  opened.push(change);
  expect(() => scopeSchema.parse(change.change.scope)).not.toThrow();
  return change;
};
const scopeOf = async (request: Partial<ScopeRequest> = {}) => (await open(request)).change.scope;
const paths = (files: readonly { path: string }[]): string[] => files.map(({ path }) => path);
const branchOff = (): void => {
  repository.git("switch", "-q", "-c", "feature/limit");
  repository.commit("Limit", { "src/limit.ts": "limit\n" });
};

describe("with nothing named", () => {
  test("a branch is compared with where it left the default branch", async () => {
    branchOff();
    const scope = await scopeOf();
    expect(scope).toMatchObject({ branch: "feature/limit", base: second, head: repository.git("rev-parse", "HEAD") });
    expect(scope.covers).toBe(`branch feature/limit, 1 commit since main @ ${second.slice(0, 7)}`);
    expect(scope.commits.map(({ subject }) => subject)).toEqual(["Limit"]);
    expect(scope.repository).toEqual({ name: "queue" });
    expect(scope.limits).toBeUndefined();
  });

  test("uncommitted changes are covered too, and the head is a commit that holds them", async () => {
    branchOff();
    repository.write("src/limit.ts", "limit\nmore\n");
    repository.write("new file.ts", "new\n");
    repository.git("rm", "-q", "README.md");
    const { change, head } = await open();
    expect(change.scope.covers).toMatch(
      /^branch feature\/limit, 1 commit since main @ \w{7}, and uncommitted changes$/,
    );
    expect(change.scope.files).toEqual([
      { path: "README.md", change: "deleted", lines: { added: 0, removed: 1 } },
      { path: "new file.ts", change: "added", lines: { added: 1, removed: 0 } },
      { path: "src/limit.ts", change: "added", lines: { added: 2, removed: 0 } },
    ]);
    expect(repository.git("rev-parse", `${change.scope.head}^`)).toBe(repository.git("rev-parse", "HEAD"));
    expect(await head.read("src/limit.ts")).toBe("limit\nmore\n");
    expect(change.messages.map(({ subject }) => subject)).toEqual(["Limit"]);
  });

  test("many uncommitted files are the tree that git add would make, line ends converted", async () => {
    repository.commit("Attributes", { ".gitattributes": "*.txt text eol=lf\n" });
    for (let at = 0; at < 300; at += 1) repository.write(`many/file${at}.ts`, `const value = ${at};\n`);
    repository.write("many/windows.txt", "one\r\ntwo\r\n");
    repository.write("many/empty.ts", "");
    const { head } = await scopeOf({ uncommitted: true });
    repository.git("add", "-A");
    expect(repository.git("rev-parse", `${head}^{tree}`)).toBe(repository.git("write-tree"));
  });

  test("the same uncommitted work has the same id", async () => {
    repository.write("new.ts", "new\n");
    expect((await scopeOf()).head).toBe((await scopeOf()).head);
  });

  test("on the default branch with nothing new the last commit is reviewed", async () => {
    const { scope, messages } = (await open()).change;
    expect(scope).toMatchObject({ base: first, head: second, branch: "main" });
    expect(scope.covers).toBe(`last commit ${second.slice(0, 7)} of branch main`);
    expect(messages).toEqual([{ id: second, subject: "Retry", body: "Up to three times." }]);
  });

  test("on the default branch only uncommitted changes are reviewed when there are any", async () => {
    repository.write("README.md", "mail queue\n");
    const scope = await scopeOf();
    expect(scope).toMatchObject({ base: second, commits: [] });
    expect(scope.covers).toBe(`branch main, uncommitted changes since HEAD @ ${second.slice(0, 7)}`);
  });

  test("a pushed branch is compared with the default branch, an unpushed default branch with its upstream", async () => {
    const origin = makeRepository({ bare: true });
    extra.push(origin);
    repository.git("remote", "add", "origin", origin.folder);
    repository.git("push", "-q", "-u", "origin", "main");
    branchOff();
    repository.git("push", "-q", "-u", "origin", "feature/limit");
    expect((await scopeOf()).covers).toBe(`branch feature/limit, 1 commit since origin/main @ ${second.slice(0, 7)}`);
    repository.git("switch", "-q", "main");
    repository.commit("Unpushed", { "src/b.ts": "b\n" });
    expect((await scopeOf()).covers).toBe(`branch main, 1 commit since origin/main @ ${second.slice(0, 7)}`);
  });

  test("a detached head is compared with the default branch", async () => {
    branchOff();
    repository.git("switch", "-q", "--detach");
    const scope = await scopeOf();
    expect(scope.covers).toMatch(/^detached HEAD \w{7}, 1 commit since main @ \w{7}$/);
    expect(scope.branch).toBeUndefined();
  });

  test("a first commit is compared with nothing at all", async () => {
    const young = makeRepository();
    extra.push(young);
    const id = young.commit("Begin", { "a.ts": "a\n" });
    const { change, base, history } = await open({ folder: young.folder });
    expect(change.scope).toMatchObject({
      head: id,
      covers: `last commit ${id.slice(0, 7)} of branch main, the first of its history`,
    });
    expect(change.scope.files).toEqual([{ path: "a.ts", change: "added", lines: { added: 1, removed: 0 } }]);
    expect([base.files, await history.log()]).toEqual([[], []]);
  });

  test("a repository without commits has its files reviewed, and without files nothing", async () => {
    const young = makeRepository();
    extra.push(young);
    await expect(open({ folder: young.folder })).rejects.toMatchObject({
      name: "UserError",
      what: "nothing to review",
      why: "queue has no commit yet, and no files",
    });
    young.write("a.ts", "a\n");
    expect(await scopeOf({ folder: young.folder })).toMatchObject({
      covers: "uncommitted changes of a repository without commits",
      files: [{ path: "a.ts", change: "added" }],
    });
  });
});

describe("with a target", () => {
  test("a branch, without what is uncommitted", async () => {
    branchOff();
    repository.git("switch", "-q", "main");
    repository.write("README.md", "edited\n");
    const scope = await scopeOf({ target: "feature/limit" });
    expect(scope).toMatchObject({ branch: "feature/limit", base: second, files: [{ path: "src/limit.ts" }] });
  });

  test.each(["HEAD", "@", "v1", "main~0"])("%s is a commit against its parent", async (target) => {
    repository.git("tag", "-a", "v1", "-m", "one");
    expect(await scopeOf({ target })).toMatchObject({
      base: first,
      head: second,
      covers: `commit ${second.slice(0, 7)}`,
    });
  });

  test("a merge is compared with its first parent and lists what came in", async () => {
    branchOff();
    repository.git("switch", "-q", "main");
    repository.git("merge", "-q", "--no-ff", "-m", "Merge limit", "feature/limit");
    const scope = await scopeOf({ target: "HEAD" });
    expect(scope.covers).toMatch(/, a merge, against its first parent/);
    expect(scope.commits.map(({ subject }) => subject).sort()).toEqual(["Limit", "Merge limit"]);
  });

  test("a range with two dots compares the ends, with three dots the last common commit", async () => {
    branchOff();
    repository.git("switch", "-q", "main");
    repository.commit("Meanwhile", { "src/other.ts": "other\n" });
    const two = await scopeOf({ target: "main..feature/limit" });
    expect(two.files.map(({ path, change }) => [path, change])).toEqual([
      ["src/limit.ts", "added"],
      ["src/other.ts", "deleted"],
    ]);
    expect(two.limits?.[0]).toMatch(/^main is not an ancestor of feature\/limit/);
    const three = await scopeOf({ target: "main...feature/limit" });
    expect([three.base, paths(three.files), three.limits]).toEqual([second, ["src/limit.ts"], undefined]);
    expect((await scopeOf({ target: "HEAD~1.." })).commits).toHaveLength(1);
  });

  test("a snapshot can be asked for again by its ids, also one without a parent", async () => {
    repository.write("new.ts", "new\n");
    const before = await scopeOf();
    repository.write("new.ts", "changed since\n");
    const again = await open({ target: `${before.base}..${before.head}` });
    expect(again.change.scope).toMatchObject({
      files: before.files,
      commits: [],
      base: before.base,
      head: before.head,
    });
    expect(await again.head.read("new.ts")).toBe("new\n");
    const young = makeRepository();
    extra.push(young);
    young.write("a.ts", "a\n");
    const { base, head, files } = await scopeOf({ folder: young.folder });
    expect(await scopeOf({ folder: young.folder, target: `${base}..${head}` })).toMatchObject({ base, head, files });
  });

  test("--base names what to compare with, for the current branch and for a target", async () => {
    repository.git("branch", "release", first);
    branchOff();
    expect((await scopeOf({ base: "release" })).covers).toMatch(/^branch feature\/limit, 2 commits since release @/);
    expect((await scopeOf({ base: "release", target: "main" })).covers).toMatch(
      /^branch main, 1 commit since release @/,
    );
  });

  test("staged changes are those of the index alone", async () => {
    repository.write("src/send.ts", "one\ntwo\nTHREE\nstaged\n");
    repository.git("add", "src/send.ts");
    repository.write("src/send.ts", "one\ntwo\nTHREE\nstaged\nnot staged\n");
    const { change, head } = await open({ staged: true });
    expect(await head.read("src/send.ts")).toBe("one\ntwo\nTHREE\nstaged\n");
    expect(change.scope.covers).toBe(`staged changes since HEAD @ ${second.slice(0, 7)}`);
    const all = await open({ uncommitted: true });
    expect(await all.head.read("src/send.ts")).toMatch(/not staged\n$/);
    expect(all.change.scope.covers).toBe(`uncommitted changes since HEAD @ ${second.slice(0, 7)}`);
  });

  test("paths narrow it, as seen from the folder; a file that moved away belongs to where it was", async () => {
    repository.git("mv", "src/send.ts", "send.ts");
    repository.commit("Move", { "src/[id].ts": "id\n", "docs/a.md": "a\n" });
    expect(paths((await scopeOf({ target: "HEAD", paths: ["src"] })).files)).toEqual(["send.ts", "src/[id].ts"]);
    expect(paths((await scopeOf({ target: "HEAD", paths: ["src/[id].ts"] })).files)).toEqual(["src/[id].ts"]);
    const inside = await scopeOf({
      target: "HEAD",
      folder: join(repository.folder, "docs"),
      paths: ["../src/[id].ts", "."],
    });
    expect(paths(inside.files)).toEqual(["docs/a.md", "src/[id].ts"]);
    expect(inside.covers).toMatch(/, only \.\.\/src\/\[id\]\.ts, \.$/);
    expect(paths((await scopeOf({ target: "HEAD", paths: [":!src"] })).files)).toEqual(["docs/a.md", "send.ts"]);
  });
});

describe("what cannot be reviewed is said in words", () => {
  const failure = (request: Partial<ScopeRequest>) =>
    open(request).then(
      () => "no error",
      (error: { name: string; what: string; why: string; fix: string }) =>
        `${error.name}: ${error.what} / ${error.why} / ${error.fix}`,
    );

  test.each(["0", "#0", "12345678901234567890", "ada/kettle#0"])(
    "%s, which is no number of a pull request, either",
    async (target) => {
      expect(await failure({ target })).toContain(`${target} is neither the number of a pull request nor a revision`);
    },
  );

  test("an unknown revision, with names like it", async () => {
    branchOff();
    expect(await failure({ target: "feature/limt" })).toMatch(
      /unknown revision feature\/limt .* did you mean feature\/limit\?/,
    );
    expect(await failure({ target: "limit" })).toMatch(/did you mean feature\/limit\?/);
    expect(await failure({ target: "--output=/tmp/x" })).toMatch(/^UserError: unknown revision --output/);
    expect(await failure({ target: "zzzzzzzzzzzz" })).toMatch(/name a branch, a tag or a commit/);
  });

  test("unrelated histories", async () => {
    repository.git("switch", "-q", "--orphan", "other");
    repository.commit("Other", { "o.ts": "o\n" });
    expect(await failure({ target: "main...other" })).toMatch(
      /main and other have no commit in common \/ their histories are unrelated/,
    );
    expect(await failure({ base: "main" })).toMatch(/have no commit in common/);
    expect((await scopeOf()).limits).toEqual(["not compared with main: they have no commit in common"]);
  });

  test("no repository, nothing there, and requests that contradict themselves", async () => {
    const bare = makeRepository({ bare: true });
    extra.push(bare);
    const none = join(repository.folder, "..", "none");
    mkdirSync(none);
    expect(await failure({ folder: none })).toMatch(/^UserError: .* is not a git repository/);
    expect(await failure({ folder: join(none, "missing") })).toMatch(/^UserError: there is no folder/);
    expect(await failure({ staged: true })).toMatch(/nothing is staged/);
    expect(await failure({ uncommitted: true })).toMatch(/nothing is uncommitted/);
    expect(await failure({ target: "HEAD", paths: ["docs"] })).toMatch(/the only file of the change is not in docs/);
    expect(await failure({ target: "HEAD", paths: ["../.."] })).toMatch(/outside the repository/);
    expect(await failure({ target: "HEAD..HEAD" })).toMatch(/the two sides do not differ/);
    expect(await failure({ staged: true, uncommitted: true })).toMatch(/both given/);
    expect(await failure({ staged: true, target: "HEAD" })).toMatch(/both given/);
    expect(await failure({ base: "main", target: "a..b" })).toMatch(/both given/);
    expect(await failure({ folder: bare.folder, uncommitted: true })).toMatch(/bare repository/);
    rmSync(none, { recursive: true });
  });
});

describe("kinds of repositories", () => {
  test("a linked worktree has its own branch and its own uncommitted work", async () => {
    const tree = join(repository.folder, "..", "elsewhere");
    repository.git("worktree", "add", "-q", "-b", "side", tree);
    const side = makeRepository({ at: tree });
    extra.push(side);
    side.write("side.ts", "side\n");
    repository.write("main.ts", "main\n");
    const scope = await scopeOf({ folder: tree });
    expect([scope.branch, paths(scope.files), scope.repository?.name]).toEqual(["side", ["side.ts"], "queue"]);
  });

  test("a bare repository is reviewed at its head", async () => {
    const bare = makeRepository({ bare: true });
    extra.push(bare);
    repository.git("push", "-q", bare.folder, "main");
    expect(await scopeOf({ folder: bare.folder })).toMatchObject({ base: first, head: second });
  });

  test("a shallow clone says what it does not know, and refuses what it cannot know", async () => {
    const clone = makeRepository();
    extra.push(clone);
    const folder = join(clone.folder, "shallow");
    clone.git("clone", "-q", "--depth", "1", `file://${repository.folder}`, folder);
    await expect(open({ folder })).rejects.toMatchObject({
      why: "the history of this shallow clone ends here, so the previous commit is missing",
    });
    const shallow = makeRepository({ at: folder });
    extra.push(shallow);
    shallow.write("new.ts", "new\n");
    const { change, history } = await open({ folder });
    expect(change.scope.limits).toEqual(["shallow clone: the older history of these files is not known"]);
    expect(await history.log()).toHaveLength(1);
  });

  test("a submodule counts as not read, and its repository can be reviewed itself", async () => {
    const part = makeRepository();
    extra.push(part);
    part.commit("Part", { "part.ts": "1\n" });
    repository.git("submodule", "add", "-q", part.folder, "lib/part");
    repository.commit("Add part");
    const scope = await scopeOf({ target: "HEAD" });
    expect(scope.files).toMatchObject([
      { path: ".gitmodules" },
      {
        path: "lib/part",
        unread: expect.stringMatching(/^submodule added at [0-9a-f]{10}: its contents were not read$/),
      },
    ]);
    repository.write("lib/part/part.ts", "edited inside\n");
    expect((await scopeOf()).covers).toMatch(/^last commit/);
    const inside = await scopeOf({ folder: join(repository.folder, "lib/part") });
    expect(paths(inside.files)).toEqual(["part.ts"]);
  });
});

test("the log names the files of past commits, without merges and sweeps", async () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`many/${at}.ts`, "x\n"]));
  repository.commit("Sweep", many);
  branchOff();
  repository.write(Buffer.from("odd\nname.ts"), "odd\n");
  repository.commit("Odd");
  repository.commit("Last", { "src/last.ts": "last\n" });
  const { history } = await open({ target: "HEAD" });
  const log = await history.log();
  expect(log.map(({ paths: touched }) => touched)).toEqual([
    ["odd\nname.ts"],
    ["src/limit.ts"],
    ["src/send.ts"],
    ["README.md", "src/send.ts"],
  ]);
  expect(await history.log(1)).toEqual(log.slice(0, 1));
});

test("a review that is stopped ends with the reason", async () => {
  const stop = new AbortController();
  const running = open({ signal: stop.signal });
  stop.abort(new Error("stopped by the user"));
  await expect(running).rejects.toThrow("stopped by the user");
});
