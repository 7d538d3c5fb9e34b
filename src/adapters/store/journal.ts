import { mkdir, readdir, rm, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { hasCode, UserError } from "#util/errors.ts";
import { safeJson } from "#util/printable.ts";
import { temporaryPlace } from "#util/temporary-place.ts";
import { type JournalEntry, readEntry, type StartEntry } from "./journal-entry.ts";
import { requireInside } from "./inside.ts";
import { explainWriteError, writeFileWhole, makeFolder } from "./write-file.ts";
import { endsWithNewline, openPlainFile, readPlainFile } from "./read-plain-file.ts";
import { sortReviewIds } from "./review-order.ts";

export type { JournalEntry, StartEntry };

/** The journal of a round that is running. */
export interface Journal {
  readonly id: string;
  readonly folder: string;
  /** The entry is on disk when the promise resolves. */
  append(entry: JournalEntry): Promise<void>;
  /** Records whether the user stopped reviewers before their end: then there is a record, but `resume` has work left. */
  setStopped(isStopped: boolean): Promise<void>;
}

/** Begins a round in a new folder, even if two rounds start in the same second. */
export async function startJournal(archive: string, name: string): Promise<Journal> {
  for (let attempt = 1; ; attempt += 1) {
    const id = attempt === 1 ? name : `${name}-${attempt}`;
    const folder = join(archive, "reviews", id);
    try {
      await requireInside(archive, join(archive, "reviews"));
      await makeFolder(join(archive, "reviews"));
      await mkdir(folder);
      return journalIn(folder, id);
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw explainWriteError(error, folder);
    }
  }
}

/** A journal with all its entries. */
export interface ReadJournal {
  readonly journal: Journal;
  readonly start: StartEntry;
  readonly entries: readonly JournalEntry[];
}

/** Opens the journal of a round that did not end. Throws a UserError if it is damaged or not ours. */
export async function readJournal(archive: string, id: string): Promise<ReadJournal> {
  const folder = join(archive, "reviews", id);
  for (const part of ["", "raw"]) await requireInside(archive, join(folder, part));
  const text = await readPlainFile(join(folder, "events.jsonl")).catch((error: unknown) => {
    throw new UserError({
      what: `cannot resume ${id}`,
      why: "there is no journal of it in the archive",
      fix: "`deep-review list` shows what is there",
      cause: error,
    });
  });
  return { journal: journalIn(folder, id), ...parseEntries(text, id) };
}

/** Lists the rounds that have no record yet, or whose reviewers were stopped; oldest first. */
export async function unfinishedRounds(archive: string): Promise<string[]> {
  const unfinished: string[] = [];
  const names: string[] = await readdir(join(archive, "reviews")).catch(() => []);
  for (const name of sortReviewIds(names)) {
    const files: string[] = await readdir(join(archive, "reviews", name)).catch(() => []);
    const isOver = files.includes("review.json") && !files.includes(STOPPED);
    if (files.includes("events.jsonl") && !isOver) unfinished.push(name);
  }
  return unfinished;
}

/** This file exists in a round's folder while stopped reviewers are left to run. */
const STOPPED = "stopped";

function journalIn(folder: string, id: string): Journal {
  const path = join(folder, "events.jsonl");
  let last: Promise<unknown> = Promise.resolve();
  return {
    id,
    folder,
    append(entry) {
      // A journal without its first line could not be resumed, so that line is written atomically.
      if (entry.type === "start") return writeFileWhole(path, `${safeJson(entry)}\n`);
      // One after the other: reviewers may end at the same time, and a long line takes several writes.
      const appended = last.then(() => appendLine(path, safeJson(entry)));
      last = appended.catch(() => undefined);
      return appended;
    },
    async setStopped(isStopped) {
      const mark = join(folder, STOPPED);
      if (isStopped) await writeFileWhole(mark, "Some reviewers were stopped. `deep-review resume` asks them again.\n");
      else await rm(mark, { force: true });
    },
  };
}

async function appendLine(path: string, line: string): Promise<void> {
  try {
    const file = await openPlainFile(path, "append");
    try {
      // A line that a crash cut off must not swallow the next one.
      await file.writeFile(`${(await endsWithNewline(file)) ? "" : "\n"}${line}\n`);
      await file.datasync();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw explainWriteError(error, path);
  }
}

/** Skips a line that a crash cut off: its work is done again. Any other bad line is an error. */
function parseEntries(text: string, id: string): Omit<ReadJournal, "journal"> {
  const entries: JournalEntry[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    const read = line === "" ? undefined : readEntry(line);
    if (read?.kind === "entry") entries.push(read.entry);
    if (read?.kind === "wrong") throw damaged(id, `line ${at + 1} of its journal is damaged or not ours: ${read.why}`);
  }
  const [start, ...others] = entries;
  if (start?.type !== "start") throw damaged(id, "its journal does not name what was reviewed");
  if (others.some(({ type }) => type === "start")) throw damaged(id, "its journal begins twice");
  const panel = new Set<string>(start.panel.map((reviewer) => reviewer.id));
  const stranger = others.find((entry) => entry.type === "reviewer" && !panel.has(entry.run.reviewer));
  if (stranger?.type === "reviewer") throw damaged(id, `${stranger.run.reviewer} was not on its panel`);
  return { start, entries };
}

function damaged(id: string, why: string): UserError {
  return new UserError({ what: `cannot resume ${id}`, why, fix: "start the review again" });
}

/**
 * Saves the reviewers' results to a new archive in the temporary folder when the archive can no longer be written. The
 * round can be resumed from there. Returns the error to show, which names the new archive.
 */
export async function saveElsewhere(id: string, entries: readonly JournalEntry[], error: unknown): Promise<unknown> {
  if (!(error instanceof UserError)) return error;
  try {
    const archive = await mkdtemp(join(temporaryPlace(), "deep-review-kept-"));
    const lines = entries.map((entry) => `${safeJson(entry)}\n`).join("");
    await writeFileWhole(join(archive, "reviews", id, "events.jsonl"), lines);
    const fix = `what the reviewers said is kept in ${archive}: \`deep-review resume ${id} --archive ${archive}\` makes the report`;
    return new UserError({ ...parts(error), fix });
  } catch {
    const fix = "make room and start the review again; what the reviewers said could not be kept anywhere";
    return new UserError({ ...parts(error), fix });
  }
}

/** The error to show when the journal is complete but the record could not be written. */
export function explainUnwritten(id: string, error: unknown): unknown {
  if (!(error instanceof UserError)) return error;
  const fix = `fix that, then \`deep-review resume ${id}\` (with the same --archive): what the reviewers said is kept`;
  return new UserError({ ...parts(error), fix });
}

const parts = ({ what, why, cause }: UserError) => ({ what, why, cause });
