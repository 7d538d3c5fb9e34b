import type { FileDiff } from "#model/change/change.ts";
import type { CoChange } from "#model/change/change-index.ts";
import { comparePaths } from "./rank-files.ts";

/** Two files that should be read together. */
export type FilePair = readonly [string, string];

/** Which files changed together in the past. */
export type CoChanges = ReadonlyMap<string, readonly CoChange[]>;

/**
 * The files that belong together, closest first: a test and its subject, files that changed together in the past,
 * files of one folder, files that mention each other's names, files of neighbouring folders.
 */
export function findRelatedFiles(diffs: readonly FileDiff[], coChanges: CoChanges = new Map()): FilePair[] {
  const paths = diffs.map(({ file }) => file.path).sort(comparePaths);
  return [
    ...withSubject(paths),
    ...movedTogether(paths, coChanges),
    ...neighbours(paths, folderOf),
    ...mentioning(diffs, paths),
    // At the root everything would be a neighbour.
    ...neighbours(
      paths.filter((path) => folderOf(path).includes("/")),
      (path) => folderOf(folderOf(path)),
    ),
  ];
}

/** `test/mail.test.ts` and `src/mail.ts`; `mail_test.go` and `mail.go`; `MailTest.java` and `Mail.java`. */
function* withSubject(paths: readonly string[]): Generator<FilePair> {
  const byStem = new Map<string, string>();
  for (const path of paths) {
    const stem = subjectOf(path);
    const known = byStem.get(stem);
    if (known === undefined) byStem.set(stem, path);
    else yield [known, path];
  }
}

function subjectOf(path: string): string {
  const name = nameOf(path).toLowerCase();
  const stem = name.replace(/\.[a-z0-9]{1,5}$/, "");
  return stem.replace(/^tests?[._-]/, "").replace(/(?:[._-](?:unit|e2e|int|property))?[._-]?(?:tests?|specs?)$/, "");
}

function* movedTogether(paths: readonly string[], coChanges: CoChanges): Generator<FilePair> {
  const known = new Set(paths);
  for (const path of paths) {
    for (const { path: other, together } of coChanges.get(path) ?? []) {
      if (together >= 2 && known.has(other) && other !== path) yield [path, other];
    }
  }
}

/** Files whose changed lines contain another file's name. A name that many contain is ignored. */
function* mentioning(diffs: readonly FileDiff[], paths: readonly string[]): Generator<FilePair> {
  const owners = new Map<string, string | undefined>();
  for (const path of paths) {
    const stem = nameOf(path).replace(/\..*$/, "");
    if (stem.length < 4 || COMMON.has(stem.toLowerCase())) continue;
    owners.set(stem, owners.has(stem) ? undefined : path);
  }
  const mentions = new Map<string, string[]>();
  for (const { file, hunks } of [...diffs].sort((a, b) => comparePaths(a.file.path, b.file.path))) {
    const named = new Set<string>();
    for (const { lines } of hunks) {
      for (const { text } of lines) {
        for (const [word] of text.slice(0, 2000).matchAll(/[\p{L}\p{N}_-]{4,80}/gu)) {
          const owner = owners.get(word);
          if (owner !== undefined && owner !== file.path) named.add(owner);
        }
      }
    }
    for (const owner of named) mentions.set(owner, [...(mentions.get(owner) ?? []), file.path]);
  }
  for (const path of paths) {
    const by = mentions.get(path) ?? [];
    if (by.length <= MAX_MENTIONS) for (const other of by) yield [path, other];
  }
}

const MAX_MENTIONS = 12;
const COMMON = new Set(["index", "main", "util", "utils", "types", "test", "tests", "readme", "config", "__init__"]);

/** Each file with the next of the same folder. */
function* neighbours(paths: readonly string[], folder: (path: string) => string): Generator<FilePair> {
  const last = new Map<string, string>();
  for (const path of paths) {
    const key = folder(path);
    const before = last.get(key);
    if (before !== undefined) yield [before, path];
    last.set(key, path);
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf("/"), 0));
