import { afterEach, beforeEach, expect, test } from "vitest";
import { openChange, type ScopeRequest } from "#adapters/git/open-change.ts";
import { makeRepository, type TemporaryRepository } from "../temporary-repository.ts";

let repository: TemporaryRepository;
beforeEach(() => {
  repository = makeRepository();
  repository.commit("Begin", { "a.ts": "first();\n", "old.ts": "old();\n" });
  repository.git("checkout", "-qb", "feature");
});
afterEach(() => repository.remove());

/** What commits wrote and replaced again: the commit, the path, and its text or why there is none. */
async function passing(request: Partial<ScopeRequest> = {}): Promise<string[] | undefined> {
  const opened = await openChange({ folder: repository.folder, base: "main", ...request });
  try {
    const found = await opened.passing?.();
    if (found === undefined) return undefined;
    expect(found.unread).toBeUndefined();
    const subjects = new Map(opened.change.messages.map(({ id, subject }) => [id, subject]));
    return await Promise.all(
      found.versions.map(async ({ commit, path, read, readBefore }) => {
        const { text, unread } = await read();
        const before = (await readBefore()).join("|");
        return JSON.stringify([subjects.get(commit), path, text ?? unread ?? "media", before]);
      }),
    );
  } finally {
    await opened.close();
  }
}

test("only versions that neither side has, each once", async () => {
  repository.commit("One", { "a.ts": "second();\n", "b.ts": "b();\n", "gone.ts": "gone();\n" });
  repository.git("rm", "-q", "gone.ts");
  repository.commit("Two", { "a.ts": "third();\n" });
  repository.commit("Three", { "a.ts": "second();\n" });
  repository.commit("Four", { "a.ts": "fourth();\n" });
  expect(await passing()).toEqual([
    JSON.stringify(["One", "a.ts", "second();\n", "first();\n"]),
    JSON.stringify(["One", "gone.ts", "gone();\n", ""]),
    JSON.stringify(["Two", "a.ts", "third();\n", "second();\n"]),
  ]);
});

test("what was committed and is removed by uncommitted work", async () => {
  repository.commit("One", { "a.ts": "second();\n" });
  repository.write("a.ts", "third();\n");
  expect(await passing()).toEqual([JSON.stringify(["One", "a.ts", "second();\n", "first();\n"])]);
});

test("of a merge what none of its parents has", async () => {
  repository.commit("One", { "b.ts": "b();\n" });
  repository.git("checkout", "-q", "main");
  repository.commit("Elsewhere", { "old.ts": "newer();\n" });
  repository.git("checkout", "-q", "feature");
  repository.git("merge", "-q", "--no-commit", "main");
  repository.commit("Merge", { "slipped-in.ts": "evil();\n" });
  repository.git("rm", "-q", "slipped-in.ts");
  repository.commit("Tidy");
  expect(await passing()).toEqual([JSON.stringify(["Merge", "slipped-in.ts", "evil();\n", ""])]);
});

test("images need not be read, and what is binary otherwise says so", async () => {
  const program = Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 37) % 256));
  const image = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), program]);
  repository.commit("One", { "a.ts": "second();\n", "logo.png": image, "tool.bin": program });
  repository.git("rm", "-q", "logo.png", "tool.bin");
  repository.commit("Two");
  expect(await passing()).toEqual([
    JSON.stringify(["One", "logo.png", "media", ""]),
    JSON.stringify(["One", "tool.bin", "binary", ""]),
  ]);
});

test("all paths, whichever the user names; nothing of uncommitted work alone or a whole tree", async () => {
  repository.commit("One", { "a.ts": "second();\n", "lib/b.ts": "b();\n" });
  repository.commit("Two", { "a.ts": "third();\n", "lib/b.ts": "c();\n" });
  expect(await passing({ paths: ["lib"] })).toEqual([
    JSON.stringify(["One", "a.ts", "second();\n", "first();\n"]),
    JSON.stringify(["One", "lib/b.ts", "b();\n", ""]),
  ]);
  expect(await passing({ base: undefined, target: "HEAD" })).toEqual([]);
  repository.write("a.ts", "fourth();\n");
  expect(await passing({ base: undefined, uncommitted: true })).toBeUndefined();
});
