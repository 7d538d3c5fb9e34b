import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "#util/errors.ts";
import { plural, withCommas } from "#util/words.ts";
import { gitFailed, runGit, type GitRun } from "../git/git.ts";
import type { ObjectStore } from "../git/repository.ts";
import { quoteAlternate } from "../git/quote-alternate.ts";
import { formatSettings } from "./git-files.ts";
import { makeReadOnly } from "./read-only.ts";

/** What is to be copied, and where to. */
export interface CopyRequest {
  /** Does not exist yet. */
  readonly folder: string;
  readonly store: ObjectStore;
  readonly head: string;
  /** A commit, or the empty tree. */
  readonly base?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly limits?: CopyLimits;
}

/** How much history is copied at most; what both commits themselves hold is copied in any case. */
export interface CopyLimits {
  readonly commits: number;
  readonly bytes: number;
}

/** Objects of our own: what two commits and their history need, and nothing else. */
export interface ObjectCopy {
  /** As git expects it behind `objects/info/alternates`. Read-only. */
  readonly folder: string;
  readonly format: string;
  readonly emptyTree: string;
  /** The commits at which the history ends early. */
  readonly shallow: readonly string[];
  /** Sentences on what was left out. */
  readonly notes: readonly string[];
}

/** A few seconds on a slow machine. `bench/desk.ts` prints what it takes. */
const LIMITS: CopyLimits = { commits: 20_000, bytes: 256 * 1024 * 1024 };

/**
 * Copies by reachability: packs as they lie there also hold what only another branch, a stash or the reflog names, or
 * nothing at all. Git is run in a repository of our own that borrows the objects, so that no setting of the other counts.
 */
export async function copyObjects(request: CopyRequest): Promise<ObjectCopy> {
  const { folder, store } = request;
  const objects = join(folder, "objects");
  await mkdir(join(objects, "pack"), { recursive: true });
  const workshop = await openWorkshop(request);
  const { ids, shallow, notes } = await chooseHistory(workshop, request);
  // Deltas that are there are used; to look for more would take many times as long.
  const how = ["--quiet", "--window=0", "--compression=1"];
  const packed = await workshop.run(["pack-objects", ...how, join(objects, "pack", "pack")], ids);
  if (packed.code !== 0) throw gitFailed("copy the objects of the reviewed commit", packed.stderr);
  await rm(workshop.gitDir, { recursive: true });
  await makeReadOnly(objects);
  return { folder: objects, format: store.format, emptyTree: store.emptyTree, shallow, notes };
}

interface Workshop {
  readonly gitDir: string;
  /** Where the borrowed history ends by itself. */
  readonly ends: ReadonlySet<string>;
  run(args: readonly string[], input?: string): Promise<GitRun>;
}

async function openWorkshop({ folder, store, signal }: CopyRequest): Promise<Workshop> {
  const gitDir = join(folder, "git");
  await mkdir(join(gitDir, "objects", "info"), { recursive: true });
  await mkdir(join(gitDir, "refs"));
  const ends = await readShallow(store.shallowFile);
  await Promise.all([
    writeFile(join(gitDir, "HEAD"), "ref: refs/heads/none\n"),
    writeFile(join(gitDir, "config"), formatSettings(store.format, "bare = true")),
    writeFile(
      join(gitDir, "objects", "info", "alternates"),
      store.folders.map((folder) => `${quoteAlternate(folder)}\n`).join(""),
    ),
    writeFile(join(gitDir, "shallow"), [...ends].map(toLine).join("")),
  ]);
  const env = { GIT_DIR: gitDir, GIT_CONFIG_GLOBAL: "/dev/null" };
  return { gitDir, ends, run: (args, input = "") => runGit(folder, args, { env, input, signal }) };
}

async function readShallow(file: string): Promise<ReadonlySet<string>> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return "";
    throw error;
  });
  return new Set(text.split("\n").filter((line) => line !== ""));
}

interface ChosenHistory {
  /** All objects that it needs and that are there, one on each line. */
  readonly ids: string;
  readonly shallow: readonly string[];
  readonly notes: readonly string[];
}

/** As many of the newest commits as the limits allow; a tenth of them each time that they are too large. */
async function chooseHistory(workshop: Workshop, request: CopyRequest): Promise<ChosenHistory> {
  const { commits: most, bytes } = request.limits ?? LIMITS;
  const tips = tipsOf(request);
  const newest = await listCommits(workshop, tips, most);
  for (let depth = most; ; depth = Math.floor(depth / 10)) {
    const { shallow, isCut } = cutHistory(newest.slice(0, depth), tips, workshop.ends);
    await writeFile(join(workshop.gitDir, "shallow"), shallow.map(toLine).join(""));
    const listed = await listObjects(workshop, tips);
    const isLast = depth === 0;
    // A clone may be damaged far back in its history, where nobody has to look.
    if (listed.code !== 0 && isLast) throw gitFailed("list the objects of the reviewed commit", listed.stderr);
    if (listed.code !== 0 || (!isLast && (await measure(workshop, listed.ids)) > bytes)) continue;
    const cut = isCut ? [describeCut(Math.min(depth, newest.length))] : [];
    return { ids: listed.ids, shallow, notes: [...cut, ...describeLack(listed.lacks)] };
  }
}

/** The head first; a base that is a tree has no history. */
function tipsOf({ head, base, store }: CopyRequest): readonly string[] {
  return [...new Set([head, base ?? head])].filter((id) => id !== store.emptyTree);
}

interface Commit {
  readonly id: string;
  readonly parents: readonly string[];
}

/** Those of the change, then those before it, the newest first. None where the history cannot be walked. */
async function listCommits({ run }: Workshop, tips: readonly string[], most: number): Promise<readonly Commit[]> {
  const list = async (count: number, ...range: readonly string[]): Promise<readonly Commit[]> => {
    const { code, stdout } = await run(["rev-list", "--parents", `--max-count=${count}`, "--end-of-options", ...range]);
    if (code !== 0) return [];
    const rows = stdout.toString("latin1").split("\n").slice(0, -1);
    return rows.map((row) => {
      const [id = "", ...parents] = row.split(" ");
      return { id, parents };
    });
  };
  const [head = "", base] = tips;
  if (base === undefined) return list(most, head);
  const own = await list(most, head, `^${base}`);
  return [...own, ...(await list(most - own.length, base))];
}

/** Git takes all parents of a commit at which the history ends, so that what is behind it need not be there. */
function cutHistory(
  commits: readonly Commit[],
  tips: readonly string[],
  ends: ReadonlySet<string>,
): { readonly shallow: readonly string[]; readonly isCut: boolean } {
  const listed = new Set(commits.map(({ id }) => id));
  const kept = new Set([...listed, ...tips]);
  const loose = tips.filter((id) => !listed.has(id));
  const last = commits.filter(({ parents }) => parents.some((parent) => !kept.has(parent))).map(({ id }) => id);
  const own = [...kept].filter((id) => ends.has(id));
  return { shallow: [...new Set([...own, ...last, ...loose])], isCut: last.length + loose.length > 0 };
}

/** What a partial clone lacks is left out. */
async function listObjects({ run }: Workshop, tips: readonly string[]) {
  const how = ["--objects", "--no-object-names", "--missing=print", "--end-of-options"];
  const { code, stdout, stderr } = await run(["rev-list", ...how, ...tips]);
  const text = stdout.toString("latin1");
  return { code, stderr, ids: text.replace(/^\?.*\n/gm, ""), lacks: text.match(/^\?/gm)?.length ?? 0 };
}

/** Bytes as the objects lie there, deltas and all. */
async function measure({ run }: Workshop, ids: string): Promise<number> {
  const { stdout } = await run(["cat-file", "--buffer", "--batch-check=%(objectsize:disk)"], ids);
  const sizes = stdout.toString("latin1").split("\n");
  return sizes.reduce((sum, size) => sum + (Number(size) || 0), 0);
}

function describeCut(count: number): string {
  const kept = count < 2 ? "only the two sides of the change are" : `only the newest ${withCommas(count)} commits are`;
  return `the history is too long for the desk, and ${kept} there: git log and git blame end early`;
}

function describeLack(count: number): readonly string[] {
  if (count === 0) return [];
  const objects = plural(count, "object");
  return [
    `this clone is partial and lacks ${objects} of the history: git log -p, git show and git blame may fail there`,
  ];
}

const toLine = (id: string): string => `${id}\n`;
