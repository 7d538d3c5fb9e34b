import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openArchive } from "#adapters/store/archive.ts";
import { DECISIONS_FILE, parseDecisions } from "#adapters/store/decisions.ts";
import type { Review } from "#model/review.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import { aCluster, aFinding, aReview, aScope, aStatement, type Over } from "./builders.ts";
import { callProgram } from "./run-program.ts";
import { removeFolder } from "./remove-folder.ts";

/** A repository with an archive, in which commands are run in this process. */
export interface DecidedArchive {
  readonly root: string;
  git(...args: string[]): string;
  put(path: string, text: string): void;
  store(review: Review): Promise<void>;
  run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }>;
  /** The lines of the file, in its order; none where there is no file. */
  decisions(): StandingDecision[];
  readonly file: string;
  remove(): void;
}

/** Makes the repository, with one commit and an author. */
export function makeDecidedArchive(): DecidedArchive {
  const root = mkdtempSync(join(tmpdir(), "deep-review-decided-"));
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  const git = (...args: string[]): string => execFileSync("git", args, { cwd: root, encoding: "utf8", env }).trim();
  const file = join(root, ".deep-review", DECISIONS_FILE);
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  git("init", "-q", "-b", "main");
  git("config", "user.name", "Ada Example");
  git("config", "user.email", "ada@example.invalid");
  put("src/deliver.ts", Array.from({ length: 60 }, (_, at) => `line ${at + 1};\n`).join(""));
  git("add", ".");
  git("commit", "-qm", "First");
  return {
    root,
    file,
    git,
    put,
    store: async (review) => void (await openArchive(join(root, ".deep-review")).write(review, [])),
    async run(...args) {
      const env = { PATH: process.env["PATH"] };
      const { status: code, ...said } = await callProgram(args, { cwd: root, env });
      return { code, ...said };
    },
    decisions: () => (existsSync(file) ? parseDecisions(readFileSync(file, "utf8"), file) : []),
    remove: () => removeFolder(root),
  };
}

/** A review with one important finding and four suggestions, each of claude; `I1` has the report's own words. */
export function aDecidableReview(over: Over<Review> = {}): Review {
  const findings = ["I1", "S1", "S2", "S3", "S4"].map((label) =>
    aFinding({ id: `claude:${label}`, title: `Problem ${label}`, quotes: [{ code: "line 41;" }] }),
  );
  const clusters = findings.map(({ id, label }) =>
    aCluster({ id: label, members: [id], ...(label === "I1" ? { statement: aStatement() } : {}) }),
  );
  return aReview({ findings, clusters, scope: aScope({ head: undefined, commits: [] }), ...over });
}
