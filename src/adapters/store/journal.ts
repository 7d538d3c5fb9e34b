import { type FileHandle, mkdir, readdir, rm, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { hasCode, UserError } from "#util/errors.ts";
import { safeJson } from "#util/printable.ts";
import { type JournalEntry, readEntry, type StartEntry } from "./journal-entry.ts";
import { requireInside } from "./inside.ts";
import { explainWriteError, writeFileWhole, makeFolder } from "./write-file.ts";
import { openPlainFile, readPlainFile } from "./read-plain-file.ts";
import { inOrder } from "./review-order.ts";
import { tmpdir } from "node:os";

export type { JournalEntry, StartEntry };

/** A round in the making. */
export interface Journal {
  readonly id: string;
  readonly folder: string;
  /** The entry is on disk when the promise resolves. */
  append(entry: JournalEntry): Promise<void>;
  /** Notes whether the user stopped reviewers before they had ended: then there is a record, and still more to ask. */
  setStopped(isStopped: boolean): Promise<void>;
}

/** Begins a round: its folder is new, also when two rounds start in the same second. */
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

/** A journal with what stands in it: how the round began, and all entries. */
export interface ReadJournal {
  readonly journal: Journal;
  readonly start: StartEntry;
  readonly entries: readonly JournalEntry[];
}

/** Opens the journal of a round that did not end. Throws a UserError when it is damaged or none of ours. */
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

/** Rounds that began and have no record yet, or one of reviewers that were stopped; oldest first. */
export async function unfinishedRounds(archive: string): Promise<string[]> {
  const unfinished: string[] = [];
  const names: string[] = await readdir(join(archive, "reviews")).catch(() => []);
  for (const name of inOrder(names)) {
    const files: string[] = await readdir(join(archive, "reviews", name)).catch(() => []);
    const isOver = files.includes("review.json") && !files.includes(STOPPED);
    if (files.includes("events.jsonl") && !isOver) unfinished.push(name);
  }
  return unfinished;
}

/** Lies in a round's folder while there is more to ask. */
const STOPPED = "stopped";

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

/** A line that was cut by a crash is no entry: what it told is done again. A line that says something else is an error. */
function parseEntries(text: string, id: string): Omit<ReadJournal, "journal"> {
  const entries: JournalEntry[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    const read = line === "" ? undefined : readEntry(line);
    if (read?.kind === "entry") entries.push(read.entry);
    if (read?.kind === "wrong") throw damaged(id, `line ${at + 1} of its journal is damaged or not ours: ${read.why}`);
  }
  const [start, ...others] = entries;
  if (start?.type !== "start") throw damaged(id, "its journal does not say what was reviewed");
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
 * The archive cannot be written any more, but reviewers have ended. What they said goes to a new archive among the
 * temporary files, from which the round can be resumed. Returns the error to show, which says where.
 */
export async function keepElsewhere(id: string, entries: readonly JournalEntry[], error: unknown): Promise<unknown> {
  if (!(error instanceof UserError)) return error;
  try {
    const archive = await mkdtemp(join(tmpdir(), "deep-review-kept-"));
    const lines = entries.map((entry) => `${safeJson(entry)}\n`).join("");
    await writeFileWhole(join(archive, "reviews", id, "events.jsonl"), lines);
    const fix = `what the reviewers said is kept in ${archive}: \`deep-review resume ${id} --archive ${archive}\` makes the report`;
    return new UserError({ ...parts(error), fix });
  } catch {
    const fix = "make room and start the review again; what the reviewers said could not be kept anywhere";
    return new UserError({ ...parts(error), fix });
  }
}

/** Everything that was said is in the journal, but the record could not be written. */
export function explainUnwritten(id: string, error: unknown): unknown {
  if (!(error instanceof UserError)) return error;
  const fix = `put that right, then \`deep-review resume ${id}\` (with the same --archive): what the reviewers said is kept`;
  return new UserError({ ...parts(error), fix });
}

const parts = ({ what, why, cause }: UserError) => ({ what, why, cause });
