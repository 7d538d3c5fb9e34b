import type { Pull, Thread } from "../state.ts";
import type { BareRepository } from "./bare-repository.ts";
import type { Hunk } from "./parse-diff.ts";
import { followLine, linesOfSide, parseDiff } from "./parse-diff.ts";

/** A file that a pull request changes. */
export interface ChangedFile {
  readonly path: string;
  readonly previousPath?: string;
  readonly status: "added" | "removed" | "modified" | "renamed";
  readonly blob: string;
  readonly additions: number;
  readonly deletions: number;
  readonly patch: string;
  readonly hunks: readonly Hunk[];
}

/** A pull request as git has it now. */
export interface PullView {
  readonly head: string;
  readonly baseTip: string;
  readonly mergeBase: string;
  readonly files: readonly ChangedFile[];
  /** Oldest first. */
  readonly commits: readonly string[];
}

/** Where a thread stands now. */
export interface ThreadPlace {
  readonly line: number | null;
  readonly startLine: number | null;
  readonly position: number | null;
  readonly isOutdated: boolean;
}

const views = new WeakMap<Pull, { readonly key: string; readonly view: PullView }>();
const diffs = new WeakMap<BareRepository, Map<string, Promise<readonly Hunk[]>>>();

/** Asks git how a pull request stands; a push is seen with the next request. */
export async function viewPull(pull: Pull): Promise<PullView> {
  const git = pull.repository.git;
  await syncHead(pull);
  const head = await git.tip(`refs/pull/${pull.number}/head`);
  const baseTip = await git.tip(`refs/heads/${pull.into}`);
  if (head === undefined || baseTip === undefined)
    throw new Error(`pull request ${pull.number} has no head or no base`);
  const key = `${head} ${baseTip}`;
  const known = views.get(pull);
  if (known?.key === key) return known.view;
  const mergeBase = (await git.git("merge-base", baseTip, head)).trim();
  const [list, files] = await Promise.all([
    git.git("rev-list", "--reverse", `${mergeBase}..${head}`),
    changedFiles(git, mergeBase, head),
  ]);
  const view = { head, baseTip, mergeBase, commits: list.split("\n").filter(Boolean), files };
  views.set(pull, { key, view });
  return view;
}

/** Keeps `refs/pull/N/head` at the tip of the branch that the pull request comes from. */
export function syncHead(pull: Pull): Promise<void> {
  const { git } = pull.repository;
  return git.inTurn(async () => {
    if (pull.state !== "open" || pull.from === undefined) return;
    const ref = `refs/pull/${pull.number}/head`;
    const tip = await pull.from.git.tip(`refs/heads/${pull.branch}`);
    if (tip === undefined || tip === (await git.tip(ref))) return;
    pull.baseAtPush = (await git.tip(`refs/heads/${pull.into}`)) ?? pull.baseAtPush;
    await git.point(ref, tip);
  });
}

/** Follows a thread from the commit that it was written on to the head. */
export async function placeThread(thread: Thread, view: PullView): Promise<ThreadPlace> {
  const { path, side, line, startLine, pull } = thread;
  const file = view.files.find((candidate) => candidate.path === path);
  if (line === undefined) return { line: null, startLine: null, position: null, isOutdated: file === undefined };
  const gone = { line: null, startLine: null, position: null, isOutdated: true };
  if (file === undefined) return gone;
  const [from, to] = side === "LEFT" ? [thread.base, view.mergeBase] : [thread.commit, view.head];
  const hunks = await followed(pull.repository.git, { from, to, path });
  const lines = Array.from({ length: line - (startLine ?? line) + 1 }, (_, index) => (startLine ?? line) + index);
  const moved = lines.map((each) => followLine(hunks, each));
  const last = moved.at(-1);
  const position = last === undefined ? undefined : linesOfSide(file.hunks, side).get(last)?.position;
  if (last === undefined || position === undefined || moved.includes(undefined)) return gone;
  return { line: last, startLine: startLine === undefined ? null : (moved[0] ?? null), position, isOutdated: false };
}

function followed(
  git: BareRepository,
  { from, to, path }: { readonly from: string; readonly to: string; readonly path: string },
): Promise<readonly Hunk[]> {
  if (from === to) return Promise.resolve([]);
  const known = diffs.get(git) ?? new Map<string, Promise<readonly Hunk[]>>();
  diffs.set(git, known);
  const key = `${from} ${to} ${path}`;
  const asked =
    known.get(key) ??
    git
      .git("--literal-pathspecs", "diff", "--no-color", "--no-ext-diff", "--no-renames", "-U0", from, to, "--", path)
      .then((text) => parseDiff(text)[0]?.hunks ?? []);
  known.set(key, asked);
  return asked;
}

async function changedFiles(git: BareRepository, base: string, head: string): Promise<ChangedFile[]> {
  const options = ["--no-color", "--no-ext-diff", "-M"];
  const [list, text] = await Promise.all([
    git.git("diff", ...options, "--raw", "-z", "--abbrev=40", base, head),
    git.git("diff", ...options, "-U3", base, head),
  ]);
  const raw = list.split("\0");
  const patches = parseDiff(text);
  const files: ChangedFile[] = [];
  for (let at = 0; at < raw.length - 1;) {
    const [, , , blob = "", code = ""] = (raw[at] ?? "").split(" ");
    const renamed = code.startsWith("R");
    const path = raw[at + (renamed ? 2 : 1)] ?? "";
    const { patch, hunks } = patches[files.length] ?? { patch: "", hunks: [] };
    const count = (sign: string): number =>
      hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.startsWith(sign)).length, 0);
    files.push({
      path,
      ...(renamed ? { previousPath: raw[at + 1] ?? "" } : {}),
      status: renamed ? "renamed" : code === "A" ? "added" : code === "D" ? "removed" : "modified",
      blob,
      additions: count("+"),
      deletions: count("-"),
      patch,
      hunks,
    });
    at += renamed ? 3 : 2;
  }
  return files;
}
