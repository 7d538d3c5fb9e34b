import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Review } from "#model/review.ts";
import type { Hub } from "./server/hub.ts";
import type { HubRepository } from "./server/hub-repository.ts";
import { callProgram } from "../helpers/run-program.ts";

/** How a command ended, and what it printed. */
export interface CalledMembers {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Somebody's clone of a repository of the hub, in which real commands are run. */
export interface Clone {
  readonly folder: string;
  git(...args: readonly string[]): string;
  /** Runs `deep-review` with these words. */
  cli(...args: readonly string[]): Promise<CalledMembers>;
  /** Reviews a pull request; the reviewer says this, in Markdown. */
  review(number: number, says: string, ...args: readonly string[]): Promise<CalledMembers>;
  /** The newest record. */
  record(): Review;
  /** A file of the newest review. */
  read(name: string): string;
  close(): void;
}

/** Whose clone it is. */
export interface Cloner {
  readonly hub: Hub;
  readonly repository: HubRepository;
  readonly token?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Clones a repository as a person would, with a home of its own and nothing of the machine's. */
export function cloneOf({ hub, repository, token, env: more = {} }: Cloner): Clone {
  const lab = mkdtempSync(join(tmpdir(), "deep-review-clone-"));
  const [home, folder] = [join(lab, "home"), join(lab, "clone")];
  mkdirSync(home);
  const env = {
    PATH: process.env["PATH"],
    HOME: home,
    TMPDIR: tmpdir(),
    NO_COLOR: "1",
    GIT_CONFIG_NOSYSTEM: "1",
    GITHUB_SERVER_URL: hub.url,
    GITHUB_TOKEN: token,
    ...more,
  };
  const git = (...args: readonly string[]): string =>
    execFileSync("git", args, { cwd: folder, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  execFileSync("git", ["clone", "-q", repository.folder, folder], { env, stdio: "ignore" });
  git("remote", "set-url", "origin", repository.gitUrl);
  const cli = async (...args: readonly string[]): Promise<CalledMembers> => {
    const { status: code, ...out } = await callProgram(args, { cwd: folder, env });
    return { code, ...out };
  };
  const newest = (): string => {
    const reviews = join(folder, ".deep-review/reviews");
    const ids = existsSync(reviews) ? readdirSync(reviews).sort() : [];
    return join(reviews, ids.at(-1) ?? "none");
  };
  return {
    folder,
    git,
    cli,
    async review(number, says, ...args) {
      const script = join(lab, "script.json");
      writeFileSync(script, JSON.stringify({ reviewers: [{ id: "kim", name: "Kim", says }] }));
      return cli(String(number), "--scripted", script, ...args);
    },
    read: (name) => readFileSync(join(newest(), name), "utf8"),
    record: () => JSON.parse(readFileSync(join(newest(), "review.json"), "utf8")) as Review,
    close: () => rmSync(lab, { recursive: true, force: true }),
  };
}
