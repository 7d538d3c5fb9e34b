import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CodeBetween } from "#model/history/code-facts.ts";
import { openChange, type OpenedChange } from "#adapters/git/open-change.ts";
import { makeRepository, type TemporaryRepository } from "../temporary-repository.ts";

let repository: TemporaryRepository;
let opened: OpenedChange[] = [];

const deliver = [
  "export function deliver(hook: Hook) {",
  "  const answer = post(hook.url, hook.body);",
  "  if (answer.status >= 400) retry(hook, answer);",
  "  return answer.status;",
  "}",
  "",
];
const filler = (name: string, count = 12): string[] =>
  Array.from({ length: count }, (_, at) => `const ${name}${at} = read("${name}-${at}");`);
const text = (...lines: readonly (string | readonly string[])[]): string => `${lines.flat().join("\n")}\n`;
const start = text(filler("before"), deliver, filler("after"));
/** Of `start`: the call that posts, and the one that tries again. */
const body = { start: 14, end: 15 };

beforeEach(() => {
  repository = makeRepository();
});

afterEach(async () => {
  for (const one of opened) await one.close();
  opened = [];
  repository.remove();
});

const open = async (target = "HEAD"): Promise<OpenedChange> => {
  const change = await openChange({ folder: repository.folder, target });
  opened.push(change);
  return change;
};

async function since(earlier: string, target?: string): Promise<CodeBetween> {
  const code = await (await open(target)).codeSince(earlier);
  if ("missing" in code) throw new Error(code.missing);
  return code;
}

const subjects = (commits: readonly { readonly subject: string }[] = []): string[] =>
  commits.map(({ subject }) => subject);

describe("lines of an earlier head", () => {
  test("that moved down are found, unchanged, and touched by nobody", async () => {
    const old = repository.commit("Deliver", { "deliver.ts": start });
    repository.commit("More settings", { "deliver.ts": text("// Settings.", filler("new", 3), start.trimEnd()) });
    const found = await (await since(old)).follow("deliver.ts", body);
    expect(found).toMatchObject({
      at: { path: "deliver.ts", start: 18, end: 19 },
      unchanged: 2,
      changed: 0,
      removed: 0,
    });
    expect(found?.commits).toEqual([]);
    expect(found).toMatchObject({ isMoved: false, isChangedAround: false });
  });

  test("that were changed name the commit, and what stands there now", async () => {
    const old = repository.commit("Deliver", { "deliver.ts": start });
    repository.commit("Unrelated", { "notes.md": "Notes\n" });
    const fixed = start.replace("status >= 400", "status !== 410 && answer.status >= 400");
    const fix = repository.commit("Stop at 410", { "deliver.ts": fixed });
    const code = await since(old);
    const found = await code.follow("deliver.ts", body);
    expect(found).toMatchObject({
      unchanged: 1,
      changed: 1,
      removed: 0,
      commits: [{ id: fix, subject: "Stop at 410" }],
    });
    expect(found?.after[1]).toContain("410");
    expect(subjects(code.commits)).toEqual(["Unrelated", "Stop at 410"]);
    expect(code.isRewritten).toBe(false);
  });

  test("are followed into a renamed file", async () => {
    const old = repository.commit("Deliver", { "deliver.ts": start });
    repository.git("mv", "deliver.ts", "send.ts");
    repository.commit("Rename", { "send.ts": text("// Sends.", start.trimEnd()) });
    const found = await (await since(old)).follow("deliver.ts", body);
    expect(found).toMatchObject({ at: { path: "send.ts", start: 15, end: 16 }, isMoved: true, unchanged: 2 });
    expect(found?.commits).toEqual([]);
  });

  test("are found in another file when they were taken there", async () => {
    const old = repository.commit("Deliver", { "deliver.ts": start, "send.ts": text(filler("send")) });
    repository.commit("Take apart", {
      "deliver.ts": text(filler("before"), filler("after")),
      "send.ts": text(filler("send"), deliver),
    });
    const found = await (await since(old)).follow("deliver.ts", body);
    expect(found).toMatchObject({ at: { path: "send.ts", start: 14, end: 15 }, isMoved: true, unchanged: 2 });
    expect(subjects(found?.commits)).toEqual(["Take apart"]);
  });

  test("that stood elsewhere before are not taken for moved", async () => {
    const twin = text(filler("twin"), deliver);
    const old = repository.commit("Deliver", { "deliver.ts": start, "twin.ts": twin });
    repository.commit("Remove one", { "deliver.ts": text(filler("before"), filler("after")) });
    const found = await (await since(old)).follow("deliver.ts", body);
    expect(found).toMatchObject({ removed: 2, unchanged: 0, isMoved: false, isFileGone: false });
    expect(found?.at).toBeUndefined();
  });

  test("are gone with their file", async () => {
    const old = repository.commit("Deliver", { "deliver.ts": start, "other.ts": "export {};\n" });
    repository.git("rm", "-q", "deliver.ts");
    repository.commit("Deliver no more");
    const found = await (await since(old)).follow("deliver.ts", body);
    expect(found).toMatchObject({ isFileGone: true, removed: 2, after: [] });
    expect(subjects(found?.commits)).toEqual(["Deliver no more"]);
  });

  test("that were only indented are unchanged", async () => {
    const old = repository.commit("Deliver", { "deliver.ts": start });
    const indented = start.replace(/^ {2}/gm, "\t\t").replace("hook.url, hook.body", "hook.url,hook.body");
    repository.commit("Tabs", { "deliver.ts": indented });
    const found = await (await since(old)).follow("deliver.ts", body);
    expect(found).toMatchObject({ unchanged: 2, changed: 0, commits: [] });
  });

  test("with a line put right before them are unchanged, with a change around", async () => {
    const old = repository.commit("Deliver", { "deliver.ts": start });
    repository.commit("Guard", {
      "deliver.ts": start.replace("  const answer", "  if (hook.isGone) return 410;\n  const answer"),
    });
    const found = await (await since(old)).follow("deliver.ts", body);
    expect(found).toMatchObject({ unchanged: 2, changed: 0, isChangedAround: true, commits: [] });
    expect(subjects(found?.nearby)).toEqual(["Guard"]);
  });

  test("with a line put between them are touched", async () => {
    const old = repository.commit("Deliver", { "deliver.ts": start });
    repository.commit("Log", { "deliver.ts": start.replace("  if (answer", "  log(answer);\n  if (answer") });
    const found = await (await since(old)).follow("deliver.ts", body);
    expect(found?.after).toHaveLength(3);
    expect(subjects(found?.commits)).toEqual(["Log"]);
  });

  test("that were changed and put back name both commits", async () => {
    const old = repository.commit("Deliver", { "deliver.ts": start });
    repository.commit("Stop at 410", {
      "deliver.ts": start.replace("  if (answer.status >= 400) retry(hook, answer);\n", ""),
    });
    repository.commit("Shift", { "deliver.ts": text("// Top.", repository.git("show", "HEAD:deliver.ts")) });
    repository.git("revert", "--no-edit", "HEAD~1");
    const found = await (await since(old)).follow("deliver.ts", body);
    expect(found).toMatchObject({ unchanged: 2, changed: 0, removed: 0 });
    expect(subjects(found?.commits)).toEqual(["Stop at 410", 'Revert "Stop at 410"']);
  });

  test("that a merge brought changes to name the merged commit", async () => {
    const old = repository.commit("Deliver", { "deliver.ts": start });
    repository.git("checkout", "-q", "-b", "fix");
    repository.commit("Stop at 410", { "deliver.ts": start.replace(">= 400", ">= 411") });
    repository.git("checkout", "-q", "main");
    repository.commit("Meanwhile", { "notes.md": "Notes\n" });
    repository.git("merge", "-q", "--no-edit", "fix");
    const code = await since(old);
    expect(subjects((await code.follow("deliver.ts", body))?.commits)).toEqual(["Stop at 410"]);
    expect((await code.lastChange("deliver.ts", body))?.commit?.subject).toBe("Stop at 410");
  });
});

describe("a history that was rewritten", () => {
  test("is told, and the commit whose text replaced the lines is named", async () => {
    repository.commit("Base", { "notes.md": "Notes\n" });
    const old = repository.commit("Deliver", { "deliver.ts": start });
    repository.git("checkout", "-q", "--detach", "HEAD~1");
    repository.commit("Deliver again", { "deliver.ts": start.replace(">= 400", ">= 411") });
    repository.commit("Unrelated", { "notes.md": "More notes\n" });
    const code = await since(old);
    expect(code.isRewritten).toBe(true);
    expect(subjects(code.commits)).toEqual(["Deliver again", "Unrelated"]);
    expect(await code.follow("deliver.ts", body)).toMatchObject({ unchanged: 1, changed: 1 });
    expect(subjects((await code.follow("deliver.ts", body))?.commits)).toEqual(["Deliver again"]);
    // A rebased line is no new line.
    expect(await code.lastChange("deliver.ts", { start: 1, end: 3 })).toEqual({ isAfter: false });
    expect(await code.lastChange("deliver.ts", body)).toMatchObject({
      isAfter: true,
      commit: { subject: "Deliver again" },
    });
  });

  test("of no common commit is compared all the same", async () => {
    const old = repository.commit("Deliver", { "deliver.ts": start });
    repository.git("checkout", "-q", "--orphan", "anew");
    repository.commit("Anew", { "deliver.ts": start });
    const code = await since(old);
    expect(code).toMatchObject({ isRewritten: true, commits: [] });
    expect(await code.follow("deliver.ts", body)).toMatchObject({ unchanged: 2 });
  });

  test("whose old head is gone is answered with a reason", async () => {
    repository.commit("Deliver", { "deliver.ts": start });
    const change = await open();
    for (const gone of ["a".repeat(40), "--all", "refs/heads/main", ""]) {
      expect(await change.codeSince(gone)).toEqual({ missing: expect.stringContaining("is not in this clone") });
    }
  });

  test("that a shallow clone does not hold is answered with a reason", async () => {
    const old = repository.commit("Deliver", { "deliver.ts": start });
    repository.commit("Second", { "notes.md": "Notes\n" });
    repository.commit("Third", { "notes.md": "More notes\n" });
    repository.git("clone", "-q", "--depth=2", `file://${repository.folder}`, "clone");
    const change = await openChange({ folder: `${repository.folder}/clone`, target: "HEAD" });
    opened.push(change);
    expect(await change.codeSince(old)).toHaveProperty("missing");
  });
});

describe("uncommitted work", () => {
  test("is the last commit of the new head", async () => {
    const old = repository.commit("Deliver", { "deliver.ts": start });
    repository.commit("Notes", { "notes.md": "Notes\n" });
    repository.write("deliver.ts", start.replace(">= 400", ">= 411"));
    const change = await openChange({ folder: repository.folder });
    opened.push(change);
    const code = await change.codeSince(old);
    const found = "missing" in code ? undefined : await code.follow("deliver.ts", body);
    expect(subjects(found?.commits)).toEqual(["Uncommitted changes"]);
  });

  test("that was reviewed and then committed was not rewritten", async () => {
    repository.commit("Deliver", { "deliver.ts": start });
    repository.write("deliver.ts", start.replace(">= 400", ">= 500"));
    const change = await openChange({ folder: repository.folder });
    opened.push(change);
    repository.commit("As reviewed, and fixed", { "deliver.ts": start.replace(">= 400", ">= 411") });
    const code = await since(change.head.commit);
    expect(code.isRewritten).toBe(false);
    expect(subjects((await code.follow("deliver.ts", body))?.commits)).toEqual(["As reviewed, and fixed"]);
  });
});

describe("lines of the new head", () => {
  test("are new when they came or changed since", async () => {
    const old = repository.commit("Deliver", { "deliver.ts": start });
    repository.commit("Guard", {
      "deliver.ts": start.replace("  const answer", "  if (hook.isGone) return 410;\n  const answer"),
    });
    repository.commit("New file", { "queue.ts": text(filler("queue")) });
    const code = await since(old);
    expect(await code.lastChange("deliver.ts", { start: 14, end: 14 })).toMatchObject({
      isAfter: true,
      commit: { subject: "Guard" },
    });
    expect(await code.lastChange("deliver.ts", { start: 15, end: 16 })).toEqual({ isAfter: false });
    expect(await code.lastChange("queue.ts", { start: 2, end: 3 })).toMatchObject({ commit: { subject: "New file" } });
    expect(await code.lastChange("queue.ts")).toMatchObject({ isAfter: true });
  });

  test("are changed when something between them was taken away", async () => {
    const old = repository.commit("Deliver", { "deliver.ts": start });
    repository.commit("Retry no more", { "deliver.ts": start.replace(/^ {2}if .*\n/m, "") });
    const found = await (await since(old)).lastChange("deliver.ts", { start: 14, end: 15 });
    expect(found).toMatchObject({ isAfter: true, commit: { subject: "Retry no more" } });
  });

  test("are old when they only moved, or their file was renamed", async () => {
    const old = repository.commit("Deliver", { "deliver.ts": start, "send.ts": text(filler("send")) });
    repository.commit("Take apart", {
      "deliver.ts": text(filler("before"), filler("after")),
      "send.ts": text(filler("send"), deliver),
    });
    repository.git("mv", "deliver.ts", "settings.ts");
    repository.commit("Rename");
    const code = await since(old);
    expect(await code.lastChange("send.ts", { start: 14, end: 15 })).toEqual({ isAfter: false });
    expect(await code.lastChange("settings.ts", { start: 2, end: 4 })).toEqual({ isAfter: false });
  });

  test("that are a copy of others are new", async () => {
    const old = repository.commit("Deliver", { "deliver.ts": start });
    repository.commit("Copy", { "copy.ts": text(filler("copy"), deliver) });
    expect(await (await since(old)).lastChange("copy.ts", { start: 14, end: 15 })).toMatchObject({ isAfter: true });
  });
});

describe("odd contents", () => {
  test("are answered with nothing, or as a whole", async () => {
    repository.write("bytes.bin", Buffer.from([0, 1, 2, 255]));
    const old = repository.commit("Odd", { "deliver.ts": start, "long.txt": `${"x".repeat(1_000_000)}\n` });
    repository.write("bytes.bin", Buffer.from([0, 1, 3, 255]));
    repository.git("update-index", "--add", "--cacheinfo", `160000,${old},module`);
    repository.git("commit", "-q", "-m", "Submodule");
    repository.commit("Long", { "long.txt": `${"x".repeat(1_000_000)}y\n` });
    const code = await since(old);
    expect(await code.follow("bytes.bin", { start: 1, end: 1 })).toBeUndefined();
    expect(await code.follow("module")).toBeUndefined();
    expect(await code.follow("nowhere.ts", body)).toBeUndefined();
    expect(await code.follow("deliver.ts", { start: 900, end: 901 })).toBeUndefined();
    expect(await code.lastChange("nowhere.ts")).toBeUndefined();
    expect(await code.follow("long.txt", { start: 1, end: 1 })).toMatchObject({ changed: 1 });
    expect(await code.follow("deliver.ts", { start: 20, end: 900 })).toMatchObject({ at: { start: 20, end: 30 } });
  });

  test("that attributes call binary are followed line by line all the same", async () => {
    const old = repository.commit("Deliver", { ".gitattributes": "*.ts -diff\n", "deliver.ts": start });
    repository.commit("Fix", { "deliver.ts": start.replace(">= 400", ">= 411") });
    const found = await (await since(old)).follow("deliver.ts", body);
    expect(found).toMatchObject({ at: { path: "deliver.ts" }, unchanged: 1, changed: 1 });
    expect(subjects(found?.commits)).toEqual(["Fix"]);
  });
});

describe("code of a commit", () => {
  test("is found in the named files, or anywhere, whatever its white space", async () => {
    repository.commit("Deliver", { "deliver.ts": start, "twin.ts": text(deliver) });
    const { code } = await open();
    const quote = ["const answer = post( hook.url, hook.body );", "", "if (answer.status >= 400) retry(hook, answer);"];
    expect(await code.find(quote, ["twin.ts"])).toEqual([{ path: "twin.ts", start: 2, end: 3 }]);
    expect(await code.find(deliver.slice(1, 3), ["nowhere.ts"])).toEqual([]);
    expect(await code.findAnywhere(deliver.slice(1, 3))).toHaveLength(2);
    expect(await code.findAnywhere(["}"])).toEqual([]);
    expect(await code.find([], ["twin.ts"])).toEqual([]);
  });
});
