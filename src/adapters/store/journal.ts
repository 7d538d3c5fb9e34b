import { mkdir, open, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Finding } from "#model/finding.ts";
import type { ReviewerRun } from "#model/reviewer.ts";
import { UserError } from "#util/errors.ts";
import { explainWriteError } from "./write-file.ts";

/** What is on disk of a round before its record is: the first line says what is reviewed, then one line a reviewer that ended. */
export type JournalEntry =
  | {
      readonly type: "start";
      readonly tool: string;
      readonly at: string;
      /** The repository's folder and the exact commits, so that a resumed round reviews the very same change. */
      readonly repository: string;
      readonly base: string;
      readonly head: string;
      readonly covers: string;
      readonly paths: readonly string[];
    }
  | { readonly type: "reviewer"; readonly run: ReviewerRun; readonly findings: readonly Finding[] };

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
      if (!isCode(error, "EEXIST")) throw explainWriteError(error, folder);
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
  return {
    id,
    folder,
    async append(entry) {
      const path = join(folder, "events.jsonl");
      try {
        const file = await open(path, "a");
        try {
          // A line that a crash cut short must not swallow the next one.
          await file.writeFile(`${(await endsInLine(folder)) ? "" : "\n"}${JSON.stringify(entry)}\n`);
          await file.datasync();
        } finally {
          await file.close();
        }
      } catch (error) {
        throw explainWriteError(error, path);
      }
    },
  };
}

async function endsInLine(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, "events.jsonl"), "utf8").catch(() => "");
  return text === "" || text.endsWith("\n");
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

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** One process at a time works on a round. The lock of a process that is gone does not count. */
export async function withRoundLock<T>(journal: Journal, work: () => Promise<T>): Promise<T> {
  const path = join(journal.folder, "lock");
  await takeLock(path, journal.id);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function takeLock(path: string, id: string): Promise<void> {
  try {
    const file = await open(path, "wx");
    await file.writeFile(String(process.pid));
    await file.close();
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw explainWriteError(error, path);
    const holder = Number(await readFile(path, "utf8").catch(() => ""));
    if (isAlive(holder)) {
      throw new UserError({
        what: `review ${id} is running`,
        why: `process ${holder} works on it`,
        fix: "wait for it to end, or end that process and resume",
      });
    }
    await rm(path, { force: true });
    await takeLock(path, id);
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, "EPERM");
  }
}
