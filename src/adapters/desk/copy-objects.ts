import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "#util/errors.ts";
import { plural, withCommas } from "#util/words.ts";
import { gitFailed, runGit, type GitRun } from "../git/git.ts";
import type { ObjectStore } from "../git/repository.ts";
import { quoteAlternate } from "../git/quote-alternate.ts";
import { formatSettings } from "./make-clone.ts";
import { makeReadOnly } from "./file-tree.ts";

/** The objects to copy, and the destination. */
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

/** How much history is copied at most. The contents of the two commits are always copied. */
interface CopyLimits {
  readonly commits: number;
  readonly bytes: number;
}

/** A copy of the objects that two commits and their history need, and nothing else. */
export interface ObjectCopy {
  /** An object folder for `objects/info/alternates`. Read-only. */
  readonly folder: string;
  readonly format: string;
  readonly emptyTree: string;
  /** The commits at which the history ends early. */
  readonly shallow: readonly string[];
  /** Sentences about what is missing. */
  readonly notes: readonly string[];
}

/** A few seconds on a slow machine. `bench/desk.ts` measures it. */
const LIMITS: CopyLimits = { commits: 20_000, bytes: 256 * 1024 * 1024 };

/**
 * Copies only reachable objects: the user's packs also contain objects of other branches, stashes and the reflog. Runs
 * git in a scratch repository that borrows the objects, so that the user's settings have no effect.
 */
export async function copyObjects(request: CopyRequest): Promise<ObjectCopy> {
  const { folder, store } = request;
  const objects = join(folder, "objects");
  await mkdir(join(objects, "pack"), { recursive: true });
  const scratch = await openScratch(request);
  const { ids, shallow, notes } = await chooseHistory(scratch, request);
  // Reuse existing deltas; searching for more would take many times as long.
  const how = ["--quiet", "--window=0", "--compression=1"];
  const packed = await scratch.run(["pack-objects", ...how, join(objects, "pack", "pack")], ids);
  if (packed.code !== 0) throw gitFailed("copy the objects of the reviewed commit", packed.stderr);
  await rm(scratch.gitDir, { recursive: true });
  await makeReadOnly(objects);
  return { folder: objects, format: store.format, emptyTree: store.emptyTree, shallow, notes };
}

interface ScratchRepository {
  readonly gitDir: string;
  /** The shallow commits of the user's clone. */
  readonly ends: ReadonlySet<string>;
  run(args: readonly string[], input?: string): Promise<GitRun>;
}

async function openScratch({ folder, store, signal }: CopyRequest): Promise<ScratchRepository> {
  const gitDir = join(folder, "git");
  await mkdir(join(gitDir, "objects", "info"), { recursive: true });
  await mkdir(join(gitDir, "refs"));
  const ends = await readShallow(store.shallowFile);
  await Promise.all([
    writeFile(join(gitDir, "HEAD"), "ref: refs/heads/none\n"),
    writeFile(join(gitDir, "config"), formatSettings(store.format, "bare = true")),
    writeFile(
      join(gitDir, "objects", "info", "alternates"),
      store.folders.map((path) => toLine(quoteAlternate(path))).join(""),
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
  /** The objects that it needs and that exist, one on each line. */
  readonly ids: string;
  readonly shallow: readonly string[];
  readonly notes: readonly string[];
}

/** Chooses as many of the newest commits as the limits allow, trying a tenth each time that they are too large. */
async function chooseHistory(scratch: ScratchRepository, request: CopyRequest): Promise<ChosenHistory> {
  const { commits: max, bytes } = request.limits ?? LIMITS;
  const tips = tipsOf(request);
  const newest = await listCommits(scratch, tips, max);
  for (let depth = max; ; depth = Math.floor(depth / 10)) {
    const { shallow, isCut } = cutHistory(newest.slice(0, depth), tips, scratch.ends);
    await writeFile(join(scratch.gitDir, "shallow"), shallow.map(toLine).join(""));
    const listed = await listObjects(scratch, tips);
    const isLast = depth === 0;
    // A clone may be damaged far back in its history; a shorter history may still work.
    if (listed.code !== 0 && isLast) throw gitFailed("list the objects of the reviewed commit", listed.stderr);
    if (listed.code !== 0 || (!isLast && (await measure(scratch, listed.ids)) > bytes)) continue;
    const cut = isCut ? [describeCut(Math.min(depth, newest.length))] : [];
    return { ids: listed.ids, shallow, notes: [...cut, ...describeMissingObjects(listed.lacks)] };
  }
}

/** Head and base, the head first; a base that is a tree has no history. */
function tipsOf({ head, base, store }: CopyRequest): readonly string[] {
  return [...new Set([head, base ?? head])].filter((id) => id !== store.emptyTree);
}

interface Commit {
  readonly id: string;
  readonly parents: readonly string[];
}

/** Lists the commits of the change, then those before it, newest first. Empty if the history cannot be walked. */
async function listCommits(
  { run }: ScratchRepository,
  tips: readonly string[],
  max: number,
): Promise<readonly Commit[]> {
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
  if (base === undefined) return list(max, head);
  const own = await list(max, head, `^${base}`);
  return [...own, ...(await list(max - own.length, base))];
}

/** Git ignores all parents of a shallow commit, so they need not exist. */
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

/** Lists the objects that exist, and counts those that a partial clone lacks. */
async function listObjects({ run }: ScratchRepository, tips: readonly string[]) {
  const how = ["--objects", "--no-object-names", "--missing=print", "--end-of-options"];
  const { code, stdout, stderr } = await run(["rev-list", ...how, ...tips]);
  const text = stdout.toString("latin1");
  return { code, stderr, ids: text.replace(/^\?.*\n/gm, ""), lacks: text.match(/^\?/gm)?.length ?? 0 };
}

/** The bytes of the objects on disk, as deltas. */
async function measure({ run }: ScratchRepository, ids: string): Promise<number> {
  const { stdout } = await run(["cat-file", "--buffer", "--batch-check=%(objectsize:disk)"], ids);
  const sizes = stdout.toString("latin1").split("\n");
  return sizes.reduce((sum, size) => sum + (Number(size) || 0), 0);
}

function describeCut(count: number): string {
  const kept = count < 2 ? "the two sides of the change" : `the newest ${withCommas(count)} commits`;
  return `the history is too long for the desk, and only ${kept} are there: git log and git blame end early`;
}

function describeMissingObjects(count: number): readonly string[] {
  if (count === 0) return [];
  return [
    `this clone is partial and lacks ${plural(count, "object")} of the history: git log -p, git show and git blame may fail there`,
  ];
}

const toLine = (id: string): string => `${id}\n`;
