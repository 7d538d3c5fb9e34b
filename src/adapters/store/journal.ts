import { type FileHandle, mkdir, open, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Finding } from "#model/finding.ts";
import type { SwitchedOff } from "#model/receipt.ts";
import type { Reviewer, ReviewerRun, Sayings } from "#model/reviewer.ts";
import type { Scope } from "#model/scope.ts";
import type { RoundSettings } from "#model/change/settings.ts";
import { hasCode, UserError } from "#util/errors.ts";
import { safeJson } from "#util/safe-json.ts";
import { explainWriteError, writeFileWhole } from "./write-file.ts";

/** What is on disk of a round before its record is: the first line says what is reviewed, then one line a reviewer that ended. */
export type JournalEntry =
  | {
      readonly type: "start";
      readonly tool: string;
      readonly at: string;
      /** The repository's folder, and what is under review: a resumed round reviews the very same commits. */
      readonly repository: string;
      readonly scope: Scope;
      /** Everybody on the panel: a resumed round accounts for each, whoever is called again. */
      readonly panel: readonly Reviewer[];
      readonly paths: readonly string[];
      /** Absent in journals of earlier versions. */
      readonly settings?: RoundSettings;
    }
  | ({
      readonly type: "reviewer";
      readonly run: ReviewerRun;
      readonly findings: readonly Finding[];
      readonly switchedOff?: readonly SwitchedOff[];
    } & Sayings);

/** A round in the making. */
export interface Journal {
  readonly id: string;
  readonly folder: string;
  /** The entry is on disk when the promise resolves. */
  append(entry: JournalEntry): Promise<void>;
}

/** Begins a round: its folder is new, also when two rounds start in the same second. */
export async function startJournal(archive: string, name: string): Promise<Journal> {
  for (let attempt = 1; ; attempt += 1) {
    const id = attempt === 1 ? name : `${name}-${attempt}`;
    const folder = join(archive, "reviews", id);
    try {
      await mkdir(join(archive, "reviews"), { recursive: true });
      await mkdir(folder);
      return journalIn(folder, id);
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw explainWriteError(error, folder);
    }
  }
}

/** Opens the journal of a round that did not end. */
export async function readJournal(archive: string, id: string): Promise<{ journal: Journal; entries: JournalEntry[] }> {
  const folder = join(archive, "reviews", id);
  try {
    const text = await readFile(join(folder, "events.jsonl"), "utf8");
    return { journal: journalIn(folder, id), entries: parseEntries(text) };
  } catch (error) {
    throw new UserError({
      what: `cannot resume ${id}`,
      why: "there is no journal of it in the archive",
      fix: "`deep-review list` shows what is there",
      cause: error,
    });
  }
}

/** Rounds that began and have no record yet, oldest first. */
export async function unfinishedRounds(archive: string): Promise<string[]> {
  const unfinished: string[] = [];
  const names: string[] = await readdir(join(archive, "reviews")).catch(() => []);
  for (const name of names.sort()) {
    const files: string[] = await readdir(join(archive, "reviews", name)).catch(() => []);
    if (files.includes("events.jsonl") && !files.includes("review.json")) unfinished.push(name);
  }
  return unfinished;
}

function journalIn(folder: string, id: string): Journal {
  const path = join(folder, "events.jsonl");
  let last: Promise<unknown> = Promise.resolve();
  return {
    id,
    folder,
    append(entry) {
      // A journal is there with its first line or not at all: without it nothing could be resumed.
      if (entry.type === "start") return writeFileWhole(path, `${safeJson(entry)}\n`);
      // One after the other: reviewers end at the same time, and a long line is written in several pieces.
      const appended = last.then(() => appendLine(path, safeJson(entry)));
      last = appended.catch(() => undefined);
      return appended;
    },
  };
}

async function appendLine(path: string, line: string): Promise<void> {
  try {
    const file = await open(path, "a+");
    try {
      // A line that a crash cut short must not swallow the next one.
      await file.writeFile(`${(await endsInLine(file)) ? "" : "\n"}${line}\n`);
      await file.datasync();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw explainWriteError(error, path);
  }
}

async function endsInLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString("latin1") === "\n";
}

/** A line that was cut by a crash is no entry: what it told is done again. */
function parseEntries(text: string): JournalEntry[] {
  const entries: JournalEntry[] = [];
  for (const line of text.split("\n")) {
    try {
      if (line !== "") entries.push(JSON.parse(line) as JournalEntry);
    } catch {
      continue;
    }
  }
  return entries;
}
