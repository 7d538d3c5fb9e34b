import { createHash } from "node:crypto";
import { appendFile, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { userFolder } from "./user-folder.ts";

/** A round's id and the first line of its journal. */
export interface BegunRound {
  readonly id: string;
  readonly start: unknown;
}

/** The rounds that this user began on this machine. */
export interface RoundNotes {
  /** Records a round that begins. Never fails: a round without a note still produces its report. */
  note(round: BegunRound): Promise<void>;
  /** Whether exactly this round was recorded, wherever its folder is now. */
  knows(round: BegunRound): Promise<boolean>;
}

const MAX_COUNT = 1000;
/** The file may grow by this many lines before it is rewritten, so that most notes are one appended line. */
const SLACK = 100;

/** Opens the notes in the user's home: a journal can come with a repository, a note cannot. */
export function openRoundNotes(env: NodeJS.ProcessEnv): RoundNotes {
  return openNotes(env, "rounds.jsonl");
}

/** Opens notes of the same form in another file. */
export function openNotes(env: NodeJS.ProcessEnv, name: string): RoundNotes {
  const path = join(userFolder(env), name);
  return {
    async note(round) {
      try {
        await mkdir(dirname(path), { recursive: true });
        // Append: two rounds may begin at once, and neither note may be lost.
        await appendFile(path, `${lineOf(round)}\n`, { mode: 0o600 });
        await forgetOldest(path);
      } catch {
        // The round cannot be resumed with agents. Resuming reports that.
      }
    },
    async knows(round) {
      const known = await readFile(path, "utf8").catch(() => "");
      return known.split("\n").includes(lineOf(round));
    },
  };
}

function lineOf({ id, start }: BegunRound): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([id, start]))
    .digest("hex");
  return JSON.stringify({ id, start: digest });
}

async function forgetOldest(path: string): Promise<void> {
  const lines = (await readFile(path, "utf8")).split("\n").filter((line) => line !== "");
  if (lines.length <= MAX_COUNT + SLACK) return;
  const fresh = `${path}.${process.pid}.new`;
  await writeFile(fresh, `${lines.slice(-MAX_COUNT).join("\n")}\n`, { mode: 0o600 });
  await rename(fresh, path);
}
