// What it takes to make a reviewer's desk: with a copy of the history, as it is, and as a ratio to a clone that borrows all
// objects of the repository, in the same run. `npm run bench:desk -- <repository>` measures another one, read-only.
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDesk } from "#adapters/desk/open-desk.ts";
import { runGit } from "#adapters/git/git.ts";
import { openChange, type OpenedChange } from "#adapters/git/open-change.ts";
import { printTable, writeResults } from "./lib/results.ts";

const folder = mkdtempSync(join(tmpdir(), "deep-review-bench-desk-"));
const [given] = process.argv.slice(2);

/** Pseudo-random words that hardly compress, the same in every run. */
function createWords(): (bytes: number) => string {
  let state = 42;
  return (bytes) => {
    let text = "";
    while (text.length < bytes) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      text += state.toString(36) + (text.length % 60 < 8 ? "\n" : " ");
    }
    return text;
  };
}

interface Plan {
  readonly commits: number;
  /** A new text of one of 500 files in each commit. */
  readonly bytes: number;
}

/** A repository with a history on `main` and a tenth of it on a private branch, all in one pack. */
function makeRepository(at: string, { commits, bytes }: Plan): void {
  mkdirSync(at);
  const words = createWords();
  const git = (...args: string[]): void => void spawnSync("git", args, { cwd: at, stdio: "ignore" });
  git("init", "-q", "-b", "main");
  const file = join(folder, "stream");
  const commit = (branch: string, number: number): string => {
    const text = words(bytes);
    const who = `Rosa <rosa@example.invalid> ${1_700_000_000 + number * 60} +0000`;
    const from = number === commits ? "from refs/heads/main\n" : "";
    const change = `M 100644 inline src/${number % 25}/file-${number % 500}.txt\ndata ${text.length}\n${text}\n`;
    return `commit refs/heads/${branch}\ncommitter ${who}\ndata 6\nChange\n${from}${change}`;
  };
  for (let number = 0; number < commits * 1.1; number += 1)
    appendFileSync(file, commit(number < commits ? "main" : "private", number));
  const { status } = spawnSync("sh", ["-c", `git fast-import --quiet < '${file}'`], { cwd: at, stdio: "inherit" });
  if (status !== 0) throw new Error("git fast-import failed");
  rmSync(file);
}

/** As desks were made before: nothing is copied, and everything can be read. */
async function borrow({ store, change }: OpenedChange, at: string): Promise<void> {
  const gitDir = join(at, ".git");
  mkdirSync(join(gitDir, "objects/info"), { recursive: true });
  mkdirSync(join(gitDir, "refs"));
  writeFileSync(join(gitDir, "HEAD"), `${change.scope.head}\n`);
  writeFileSync(join(gitDir, "objects/info/alternates"), store.folders.map((one) => `${one}\n`).join(""));
  const env = { GIT_DIR: gitDir, GIT_WORK_TREE: at };
  await runGit(at, ["read-tree", change.scope.head ?? ""], { env });
  await runGit(at, ["checkout-index", "--all", "--index", "--force", "--quiet"], { env });
}

async function time<T>(work: () => Promise<T>): Promise<{ readonly took: number; readonly made: T }> {
  const begun = performance.now();
  const made = await work();
  return { took: Math.round(performance.now() - begun), made };
}

const megabytes = (at: string): number => {
  const names = existsSync(at) ? readdirSync(at) : [];
  return Math.round(names.reduce((sum, name) => sum + statSync(join(at, name)).size, 0) / 2 ** 20);
};

async function measure(name: string, at: string) {
  const change = await openChange({ folder: at, target: "HEAD" });
  try {
    const { base, head = "" } = change.change.scope;
    const sit = (reviewer: string) =>
      openDesk({ owner: "bench", reviewer, store: change.store, base, head, bundle: [], root: join(folder, "desks") });
    const counted = await runGit(at, ["rev-list", "--count", head]);
    const borrowed = await time(() => borrow(change, join(folder, `borrowed-${name}`)));
    const first = await time(() => sit("first"));
    const second = await time(() => sit("second"));
    const [objects = ""] = first.made.objectFolders;
    return {
      repository: name,
      commits: Number(counted.stdout.toString("utf8")),
      packsMegabytes: megabytes(join(change.store.folders[0], "pack")),
      copyMegabytes: megabytes(join(objects, "pack")),
      borrowedMilliseconds: borrowed.took,
      firstDeskMilliseconds: first.took,
      nextDeskMilliseconds: second.took,
      firstRatio: Math.round((first.took / borrowed.took) * 10) / 10,
      nextRatio: Math.round((second.took / borrowed.took) * 10) / 10,
      notes: first.made.notes,
    };
  } finally {
    await change.close();
  }
}

try {
  const figures = [];
  if (given !== undefined) figures.push(await measure("given", given));
  else {
    const plans = {
      small: { commits: 200, bytes: 2000 },
      large: { commits: 20_000, bytes: 12_000 },
      long: { commits: 40_000, bytes: 500 },
    };
    for (const [name, plan] of Object.entries(plans)) {
      makeRepository(join(folder, name), plan);
      figures.push(await measure(name, join(folder, name)));
    }
  }
  printTable([
    [
      "repository",
      "commits",
      "packs MB",
      "copy MB",
      "borrowed ms",
      "first desk ms",
      "next desk ms",
      "ratio first",
      "ratio next",
    ],
    ...figures.map((row) => [
      row.repository,
      row.commits,
      row.packsMegabytes,
      row.copyMegabytes,
      row.borrowedMilliseconds,
      row.firstDeskMilliseconds,
      row.nextDeskMilliseconds,
      row.firstRatio,
      row.nextRatio,
    ]),
  ]);
  for (const { repository, notes } of figures) for (const note of notes) console.log(`${repository}: ${note}`);
  writeResults("desk", figures);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
