import { chownSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeSmallRepository, type SmallRepository } from "../helpers/small-repository.ts";

let place: SmallRepository;
beforeEach(() => {
  place = makeSmallRepository();
});
afterEach(() => place.remove());

function commitFile(): void {
  writeFileSync(join(place.folder, "a.ts"), "export const first = 1;\n");
  place.git("add", "a.ts");
  place.git("commit", "-q", "-m", "Add a");
}

/** Every diagnosis ends with 2 and has three lines: what, why, fix. */
function diagnosis(...args: string[]): string {
  const { status, stderr } = place.run(...args);
  expect(status, stderr).toBe(2);
  expect(stderr).toMatch(/^error: .+\n {2}why: .+\n {2}fix: .+\n$/);
  return stderr;
}

// Only root can give a folder to somebody else.
describe.skipIf(process.getuid?.() !== 0)("a repository of another user", () => {
  test.each([[["list"]], [["audit"]], [["config"]], [["HEAD"]]])("%j names git's setting safe.directory", (args) => {
    commitFile();
    mkdirSync(join(place.folder, "below"));
    for (const path of [place.folder, join(place.folder, ".git")]) chownSync(path, 12345, 12345);
    const said = diagnosis(...args, ...(args[0] === "list" ? [] : ["--repo", "below"]));
    expect(said).toContain(`git does not trust the repository in ${place.folder}\n  why: it belongs to another user`);
    expect(said).toContain(`safe.directory ${place.folder}\n`);
  });
});

test("an audit of a repository without commits says that there is no commit", () => {
  expect(diagnosis("audit")).toMatch(/nothing to audit\n.*has no commit yet/);
});

test.each([[["--verify"]], [["--verify", "claude"]], [["--verify", "--allow-run"]]])(
  "%j without an agent on the panel is refused, and nothing is reviewed",
  (args) => {
    commitFile();
    expect(diagnosis(...args)).toMatch(/--verify has no effect without an agent\n.*\n.*deep-review doctor/);
    expect(existsSync(join(place.folder, ".deep-review"))).toBe(false);
  },
);

test.each([
  ["cluade", /"cluade" cannot be the editor\n.*\n.*did you mean claude\?/],
  ["claude", /Claude Code is not installed\n.*\n.*name another editor/],
])("--editor %s, which is not ready, is refused before anybody is asked", (editor, expected) => {
  commitFile();
  expect(diagnosis("--editor", editor)).toMatch(expected);
  expect(existsSync(join(place.folder, ".deep-review"))).toBe(false);
});

test.each(["--reason", "--message", "-m"])("decline %s names --because", (option) => {
  commitFile();
  expect(diagnosis("decline", "I1", option, "no")).toContain("fix: write --because");
});

describe("a file that cannot be read is explained in words", () => {
  test.each([
    [["--sarif", "nope.json"], "cannot read nope.json\n  why: no such file or folder"],
    [["--scripted", "a.ts/nope.json"], "cannot read a.ts/nope.json\n  why: a part of the path is a file, not a folder"],
    [["merge", "nope.md"], "cannot read nope.md\n  why: no such file or folder"],
    [["merge", "."], "cannot read .\n  why: it is a folder"],
    [["merge", "--findings", "nope.json"], "cannot read nope.json\n  why: no such file or folder"],
    [["render", "nope.json"], "cannot read nope.json\n  why: no such file or folder"],
  ])("%j", (args, expected) => {
    commitFile();
    const said = diagnosis(...args);
    expect(said).toContain(expected);
    expect(said).not.toMatch(/\bE[A-Z]{4,}\b/);
  });
});

test.each(["a.ts", "a.ts/below/it"])("--out %s, which is not a folder, is refused before the review", (out) => {
  commitFile();
  expect(diagnosis("--out", out)).toMatch(/cannot write to .*\n.* is a file, not a folder\n.*--out/);
  expect(existsSync(join(place.folder, ".deep-review"))).toBe(false);
});
