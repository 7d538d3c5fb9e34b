import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** How far a round had come, as its folder tells. */
export const PHASES = ["nothing", "journal", "stream", "between", "all ended", "writing", "record"] as const;
export type Phase = (typeof PHASES)[number];

/** Reads from disk how far the round in this archive has come. */
export function phaseOf(archive: string, reviewers: number): Phase {
  const [id] = namesIn(join(archive, "reviews"));
  const folder = join(archive, "reviews", id ?? "");
  if (id === undefined || !existsSync(join(folder, "events.jsonl"))) return "nothing";
  if (existsSync(join(folder, "review.json"))) return "record";
  const raw = namesIn(join(folder, "raw"));
  if (raw.some((name) => !/\.(?:part|cut-\d+)\.md/.test(name))) return "writing";
  const ended = endedReviewers(archive).length;
  if (ended >= reviewers) return "all ended";
  if (raw.some((name) => name.endsWith(".part.md"))) return "stream";
  return ended === 0 ? "journal" : "between";
}

/** Which reviewers the journals of an archive say have ended, as their lines stand there. */
export function endedReviewers(archive: string): { readonly id: string; readonly line: string }[] {
  return namesIn(join(archive, "reviews")).flatMap((round) => {
    const path = join(archive, "reviews", round, "events.jsonl");
    if (!existsSync(path)) return [];
    return readFileSync(path, "utf8").split("\n").flatMap(readEnded);
  });
}

function readEnded(line: string): { readonly id: string; readonly line: string }[] {
  try {
    const entry = JSON.parse(line);
    return entry.type === "reviewer" ? [{ id: entry.run.reviewer as string, line }] : [];
  } catch {
    return [];
  }
}

/** The names in a folder; none where it is not there. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
