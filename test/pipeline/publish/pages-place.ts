import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Review } from "#model/review.ts";
import { type PagesPublication, publishToPages, type PublishedPages } from "#pipeline/publish/publish-to-pages.ts";
import { aReview } from "../../helpers/builders.ts";

/** A folder with repositories in it, and a home of its own. */
export interface Place {
  readonly folder: string;
  git(repository: string, ...args: string[]): string;
  /** What git says of a path of a branch. */
  read(repository: string, path: string): string;
  paths(repository: string, ref?: string): string[];
  publish(repository: string, more?: Partial<PagesPublication>): Promise<PublishedPages>;
  /** Everything of a repository but its objects, what `but` matches left out. */
  prints(repository: string, but: RegExp): Record<string, string>;
  write(path: string, text: string): void;
  close(): void;
}

/** A place with a repository `relay` on `main`, cloned from the bare `server.git`. */
export function makePlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), "deep-review-pages-"));
  const env = { PATH: process.env["PATH"], HOME: join(folder, "home"), GIT_CONFIG_NOSYSTEM: "1" };
  const git = (repository: string, ...args: string[]): string =>
    execFileSync("git", ["-c", "protocol.file.allow=always", ...args], {
      cwd: join(folder, repository),
      encoding: "utf8",
      env,
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const bare = join(folder, "home/template");
  mkdirSync(join(bare, "hooks"), { recursive: true });
  write("home/.gitconfig", `[user]\n\tname = Tess\n\temail = tess@example.invalid\n[init]\n\ttemplateDir = ${bare}\n`);
  git("home", "init", "-q", "-b", "main", "../relay");
  write("relay/src/relay.ts", "export const retries = 3;\n");
  git("relay", "add", "-A");
  git("relay", "commit", "-qm", "Begin");
  git(".", "clone", "-q", "--bare", "relay", "server.git");
  git("relay", "remote", "add", "origin", "../server.git");
  return {
    folder,
    git,
    write,
    read: (repository, path) => git(repository, "show", path),
    paths: (repository, ref = "reviews") => git(repository, "ls-tree", "-r", "--name-only", ref).split("\n"),
    publish: (repository, more = {}) =>
      publishToPages({
        folder: join(folder, repository),
        review: reviewOf("20261101-100000-pr-1"),
        branch: "reviews",
        isNamed: false,
        remote: "origin",
        isPushed: false,
        isDryRun: false,
        env,
        signal: new AbortController().signal,
        ...more,
      }),
    prints: (repository, but) => printsOf(join(folder, repository), but),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A review of its own pull request: `reviewOf("20261101-100000-pr-7")`. */
export function reviewOf(id: string, over: { readonly title?: string; readonly head?: string } = {}): Review {
  const { scope, ...rest } = aReview();
  const number = Number(id.split("-").at(-1));
  const title = over.title ?? `Change ${number}`;
  return aReview({
    ...rest,
    id,
    title,
    scope: { ...scope, pullRequest: { number, title }, ...(over.head === undefined ? {} : { head: over.head }) },
  });
}

function printsOf(folder: string, but: RegExp): Record<string, string> {
  const prints: Record<string, string> = {};
  const visit = (path: string): void => {
    const name = path.slice(folder.length + 1);
    if (/(?:^|\/)objects$/.test(name) || but.test(name)) return;
    const stats = lstatSync(path);
    if (stats.isDirectory()) for (const one of readdirSync(path)) visit(join(path, one));
    else
      prints[name] = `${stats.mode} ${stats.mtimeMs} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`;
  };
  visit(folder);
  return prints;
}
