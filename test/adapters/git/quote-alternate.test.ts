import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { tmpdir } from "node:os";
import { afterAll, expect, test } from "vitest";
import { quoteAlternate } from "#adapters/git/quote-alternate.ts";

const outer = mkdtempSync(join(tmpdir(), "deep-review-alternate-"));
afterAll(() => rmSync(outer, { recursive: true, force: true }));

test.each(["plain", "two\nlines", "a:b", 'q"uo"te', "back\\slash", 'all\n:"\\#'])(
  "git finds the objects of the folder %j in a list of several, and in a file of them",
  (name) => {
    const lender = join(outer, name, "lender");
    const borrower = join(outer, name, "borrower");
    const git = (cwd: string, args: string[], env: NodeJS.ProcessEnv = {}): string =>
      execFileSync("git", args, {
        cwd,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
        env: { PATH: process.env["PATH"], HOME: outer, ...env },
      });
    for (const folder of [lender, borrower]) {
      mkdirSync(folder, { recursive: true });
      git(folder, ["init", "-q"]);
    }
    writeFileSync(join(lender, "file"), name);
    const id = git(lender, ["hash-object", "-w", "file"]).trim();
    const list = [join(outer, "none"), join(lender, ".git/objects")].map(quoteAlternate).join(delimiter);
    expect(git(borrower, ["cat-file", "blob", id], { GIT_ALTERNATE_OBJECT_DIRECTORIES: list })).toBe(name);
    const lines = [join(outer, "none"), join(lender, ".git/objects")].map((folder) => `${quoteAlternate(folder)}\n`);
    writeFileSync(join(borrower, ".git/objects/info/alternates"), lines.join(""));
    expect(git(borrower, ["cat-file", "blob", id])).toBe(name);
  },
);
