import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "#util/errors.ts";
import { safeJson } from "#util/printable.ts";
import type { JournalEntry } from "./journal.ts";
import { writeFileWhole } from "./write-file.ts";

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
