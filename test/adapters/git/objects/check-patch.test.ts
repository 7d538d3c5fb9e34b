import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type OpenedChange, openChange } from "#adapters/git/open-change.ts";
import { makeRepository, type TemporaryRepository } from "../temporary-repository.ts";

const TEN = Array.from({ length: 10 }, (_, at) => `line ${at + 1}\n`).join("");
let repository: TemporaryRepository;
let opened: OpenedChange;

beforeEach(async () => {
  repository = makeRepository();
  repository.commit("Begin", { "a.txt": "old\n" });
  repository.commit("Grow", { "a.txt": TEN });
  opened = await openChange({ folder: repository.folder, target: "HEAD" });
});
afterEach(async () => {
  await opened.close();
  repository.remove();
});

const diff = (body: string, at = 1) => {
  const count = (sign: string) =>
    body.split("\n").filter((line) => line.startsWith(" ") || line.startsWith(sign)).length;
  return `--- a/a.txt\n+++ b/a.txt\n@@ -${at},${count("-")} +${at},${count("+")} @@\n${body}\n`;
};

const added = (path: string) =>
  `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+new\n`;

describe("a patch for the reviewed commit", () => {
  test("that git applies is known by its files, and nothing of the repository changes", async () => {
    const before = [repository.git("status", "--porcelain"), repository.git("count-objects", "-v")];
    const patch = diff(" line 1\n-line 2\n+line two\n line 3");
    expect(await opened.checkPatch(patch)).toEqual({ applies: true, patch, paths: ["a.txt"] });
    expect(await opened.checkPatch(diff("-line 5\n+line five", 5))).toMatchObject({ applies: true });
    expect([repository.git("status", "--porcelain"), repository.git("count-objects", "-v")]).toEqual(before);
  });

  test("without lines below its change gets them, so that git applies it as it is", async () => {
    const checked = await opened.checkPatch(diff("-line 5\n+line five", 5));
    expect(checked).toMatchObject({ applies: true, patch: expect.stringContaining(" line 6\n line 7\n line 8\n") });
    expect(checked).toMatchObject({ patch: expect.stringContaining("-line 5\n+line five\n") });
  });

  test("that adds a file applies; what it would overwrite does not", async () => {
    expect(await opened.checkPatch(added("b.txt"))).toMatchObject({ applies: true, paths: ["b.txt"] });
    expect(await opened.checkPatch(added("a.txt"))).toMatchObject({ applies: false });
  });

  test.each([
    ["changes lines that are not there", diff("-line 50\n+line fifty", 5), "patch failed: a.txt:5"],
    ["is cut", diff("-line 5\n+line five").slice(0, 20), "No valid patches"],
    ["is for no file of the commit", diff("-x\n+y").replaceAll("a.txt", "none.txt"), "none.txt"],
    ["leads out of the repository", added("../../x"), "invalid path '../../x'"],
    ["writes into .git", added(".git/hooks/x"), "invalid path '.git/hooks/x'"],
  ])("that %s does not apply", async (_what, patch, why) => {
    const checked = await opened.checkPatch(patch);
    expect(checked).toMatchObject({ applies: false, why: expect.stringContaining(why) });
  });

  test("is not judged by the user's settings", async () => {
    repository.git("config", "apply.whitespace", "error-all");
    repository.git("config", "diff.noprefix", "true");
    expect(await opened.checkPatch(diff("-line 5\n+line five  ", 5))).toMatchObject({ applies: true });
    repository.git("config", "apply.ignoreWhitespace", "change");
    expect(await opened.checkPatch(diff("-line   5\n+line five", 5))).toMatchObject({ applies: false });
  });
});
