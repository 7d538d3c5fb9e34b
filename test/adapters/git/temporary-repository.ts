import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A git repository of the test's own, with a home of its own. */
export interface TemporaryRepository {
  readonly folder: string;
  git(...args: string[]): string;
  write(path: string | Buffer, content: string | Buffer): void;
  /** Commits everything and returns the id. */
  commit(message: string, files?: Readonly<Record<string, string | Buffer>>): string;
  remove(): void;
}

/** Makes an empty repository on branch `main`, or one around an existing folder. */
export function makeRepository(options: { bare?: boolean; at?: string } = {}): TemporaryRepository {
  const home = mkdtempSync(join(tmpdir(), "deep-review-test-"));
  const folder = options.at ?? join(home, "queue");
  mkdirSync(folder, { recursive: true });
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "protocol.file.allow=always", ...args], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1" },
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 64 * 1024 * 1024,
    }).trim();
  if (options.at === undefined) {
    git("init", "-q", "-b", "main", ...(options.bare === true ? ["--bare"] : []));
    git("config", "user.name", "Tess");
    git("config", "user.email", "tess@example.invalid");
  }
  const write = (path: string | Buffer, content: string | Buffer): void => {
    const full = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(path)]);
    mkdirSync(dirname(full.toString("utf8")), { recursive: true });
    writeFileSync(full, content);
  };
  return {
    folder,
    git,
    write,
    commit(message, files = {}) {
      for (const [path, content] of Object.entries(files)) write(path, content);
      git("add", "-A");
      git("commit", "-q", "--allow-empty", "-m", message);
      return git("rev-parse", "HEAD");
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** Everything of a folder that a review must leave as it is: names, modes, times and contents, new objects left out. */
export function fingerprint(folder: string): string {
  const lines: string[] = [];
  const visit = (path: string): void => {
    const stats = lstatSync(path);
    if (path.endsWith("/.git/objects")) return;
    if (stats.isDirectory()) {
      lines.push(`${path} ${stats.mode}`);
      for (const name of readdirSync(path).sort()) visit(join(path, name));
      return;
    }
    const content = stats.isSymbolicLink() ? readlinkSync(path) : readFileSync(path);
    // Git marks a shared index as used whenever it reads it, so that it does not expire.
    const time = /sharedindex/.test(path) ? "" : stats.mtimeMs;
    lines.push(`${path} ${stats.mode} ${time} ${createHash("sha256").update(content).digest("hex")}`);
  };
  visit(folder);
  return lines.join("\n");
}
