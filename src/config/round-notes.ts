import { createHash } from "node:crypto";
import { appendFile, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { userFolder } from "./user-folder.ts";

/** A round by its name, with the first line of its journal. */
export interface BegunRound {
  readonly id: string;
  readonly start: unknown;
}

/** Which rounds this user began on this machine. */
export interface RoundNotes {
  /** Notes a round that begins. Never fails: a round without a note still gives its report. */
  note(round: BegunRound): Promise<void>;
  /** Whether exactly this round was noted, wherever its folder is now. */
  knows(round: BegunRound): Promise<boolean>;
}

/** How many rounds are remembered. */
const MAX_COUNT = 1000;

/** A few more than that may stand there, so that most notes are one appended line. */
const SLACK = 100;

/** Opens the notes. They stand in the user's home: a journal can come with a repository, a note cannot. */
export function openRoundNotes(env: NodeJS.ProcessEnv): RoundNotes {
  return openNotes(env, "rounds.jsonl");
}

/** The same under another name: what was noted there, each by its id and all that it says. */
export function openNotes(env: NodeJS.ProcessEnv, name: string): RoundNotes {
  const path = join(userFolder(env), name);
  return {
    async note(round) {
      try {
        await mkdir(dirname(path), { recursive: true });
        // Appended, as two rounds may begin at once and neither note may be lost.
        await appendFile(path, `${lineOf(round)}\n`, { mode: 0o600 });
        await forgetOldest(path);
      } catch {
        // It can then not be resumed with agents, which the user is told when it comes to that.
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
