import { createHash } from "node:crypto";
import { buildChangeIndex } from "#change-index/build-change-index.ts";
import type { FactsCache } from "#change-index/facts-cache.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import type { Change, CommitMessage, DiffHunk, DiffLine, FileDiff, Tree } from "#model/change/change.ts";
import type { ChangedFile, Hunk } from "#model/change/scope.ts";

/** Files by path. */
export type Files = Readonly<Record<string, string>>;

/** Both sides of an invented change. */
export interface ChangeSpec {
  readonly base: Files;
  readonly head: Files;
  /** New path → old path, for renames that also edit; a file that moved unedited is found by itself. */
  readonly renames?: Readonly<Record<string, string>>;
  /** Commit messages, oldest first: a subject, or subject and body with an empty line between. */
  readonly messages?: readonly string[];
  /** Commits of the past as lists of paths. */
  readonly log?: readonly (readonly string[])[];
}

/** What an index may be given besides. */
export interface IndexSpec extends ChangeSpec {
  readonly cache?: FactsCache;
  readonly signal?: AbortSignal;
  readonly passing?: ChangeIndex["passing"];
  /** Told of every file whose text is asked for. */
  readonly onRead?: (path: string) => void;
}

/** The index of an invented change, with no git involved. */
export function makeIndex(spec: IndexSpec): Promise<ChangeIndex> {
  const { log = [], cache, signal, passing, onRead } = spec;
  const index = buildChangeIndex({
    change: makeChange(spec),
    base: makeTree(spec.base, onRead),
    head: makeTree(spec.head, onRead),
    log: () => Promise.resolve(log.map((paths, at) => ({ id: `c${at}`, paths }))),
    passing,
    cache,
    signal,
  });
  return Promise.resolve(index);
}

/** A tree in memory. */
export function makeTree(files: Files, onRead?: (path: string) => void): Tree {
  const entries = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    commit: hash(JSON.stringify(entries)),
    files: entries.map(([path, content]) => ({ path, blob: hash(content) })),
    read(path) {
      onRead?.(path);
      return Promise.resolve(files[path]);
    },
  };
}

/** The diff between two sets of files. */
export function makeChange({ base, head, renames = {}, messages = ["change"] }: ChangeSpec): Change {
  const diffs = changedFiles(base, head, renames).map((file) => diffFile(file, base, head));
  const commits = messages.map(makeMessage);
  return {
    scope: {
      base: makeTree(base).commit,
      head: makeTree(head).commit,
      commits: commits.map(({ id, subject }) => ({ id, subject })),
      files: diffs.map(({ file }) => file),
      hunks: diffs.flatMap(({ hunks }) => hunks.map(withoutLines)),
    },
    diffs,
    messages: commits,
  };
}

function withoutLines({ path, oldStart, oldLines, newStart, newLines }: DiffHunk): Hunk {
  return { path, oldStart, oldLines, newStart, newLines };
}

function changedFiles(base: Files, head: Files, renames: Readonly<Record<string, string>>): ChangedFile[] {
  const gone = new Set(Object.keys(base).filter((path) => head[path] === undefined));
  const files: ChangedFile[] = [];
  for (const path of Object.keys(head)) {
    const before = base[path];
    if (before === head[path]) continue;
    const moved =
      renames[path] ?? (before === undefined ? [...gone].find((old) => base[old] === head[path]) : undefined);
    if (moved !== undefined) {
      gone.delete(moved);
      files.push({ path, oldPath: moved, change: "renamed" });
    } else files.push({ path, change: before === undefined ? "added" : "modified" });
  }
  for (const path of gone) files.push({ path, change: "deleted" });
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function diffFile(file: ChangedFile, base: Files, head: Files): FileDiff {
  const lines = diffLines(base[file.oldPath ?? file.path] ?? "", head[file.path] ?? "");
  const count = (kind: DiffLine["kind"]): number => lines.filter((line) => line.kind === kind).length;
  return {
    file: { ...file, lines: { added: count("added"), removed: count("removed") } },
    hunks: cutHunks(file.path, lines),
  };
}

/** Every line of both texts, in the order of a diff. */
function diffLines(before: string, after: string): DiffLine[] {
  const olds = splitLines(before);
  const news = splitLines(after);
  const lengths = commonLengths(olds, news);
  const lines: DiffLine[] = [];
  let old = 0;
  let fresh = 0;
  while (old < olds.length || fresh < news.length) {
    const gain = lengths[old]?.[fresh + 1] ?? -1;
    const loss = lengths[old + 1]?.[fresh] ?? -1;
    if (old < olds.length && fresh < news.length && olds[old] === news[fresh]) {
      lines.push({ kind: "context", text: olds[old] ?? "", old: ++old, new: ++fresh });
    } else if (old < olds.length && (fresh >= news.length || loss >= gain)) {
      lines.push({ kind: "removed", text: olds[old] ?? "", old: ++old });
    } else lines.push({ kind: "added", text: news[fresh] ?? "", new: ++fresh });
  }
  return lines;
}

/** Length of the longest common subsequence of the two rests, by where they begin. */
function commonLengths(olds: readonly string[], news: readonly string[]): number[][] {
  const lengths = Array.from({ length: olds.length + 1 }, () => Array.from({ length: news.length + 1 }, () => 0));
  for (let a = olds.length - 1; a >= 0; a--) {
    for (let b = news.length - 1; b >= 0; b--) {
      const row = lengths[a] ?? [];
      const below = lengths[a + 1] ?? [];
      row[b] = olds[a] === news[b] ? (below[b + 1] ?? 0) + 1 : Math.max(below[b] ?? 0, row[b + 1] ?? 0);
    }
  }
  return lengths;
}

/** Hunks with three lines of context, as git gives them. */
function cutHunks(path: string, lines: readonly DiffLine[]): DiffHunk[] {
  const near = lines.map((_, at) => lines.slice(Math.max(0, at - 3), at + 4).some(({ kind }) => kind !== "context"));
  const hunks: DiffHunk[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (near[at] !== true) continue;
    let end = at;
    while (near[end] === true) end++;
    hunks.push(makeHunk(path, lines.slice(at, end), lines.slice(0, at)));
    at = end;
  }
  return hunks;
}

function makeHunk(path: string, lines: readonly DiffLine[], before: readonly DiffLine[]): DiffHunk {
  const side = (key: "old" | "new"): { start: number; lines: number } => {
    const count = lines.filter((line) => line[key] !== undefined).length;
    const passed = before.filter((line) => line[key] !== undefined).length;
    return { start: count === 0 ? passed : passed + 1, lines: count };
  };
  const [old, fresh] = [side("old"), side("new")];
  return { path, oldStart: old.start, oldLines: old.lines, newStart: fresh.start, newLines: fresh.lines, lines };
}

function makeMessage(message: string): CommitMessage {
  const [subject = "", ...body] = message.split("\n");
  return { id: hash(message), subject, body: body.join("\n").trim() };
}

function splitLines(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function hash(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}
