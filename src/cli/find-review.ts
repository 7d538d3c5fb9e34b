import type { Archive } from "#adapters/store/archive.ts";
import { unfinishedRounds } from "#adapters/store/journal.ts";
import { nearest } from "#util/names.ts";
import { UserError } from "#util/errors.ts";
import { listSome } from "#util/words.ts";

/** Resolves an id, the unique start of one, or `last`. */
export async function findReviewId(archive: Archive, wanted: string): Promise<string> {
  const ids = await archive.list();
  if (ids.includes(wanted)) return wanted;
  if (wanted === "last") return lastOf(ids, archive.folder);
  const matches = ids.filter((id) => id.startsWith(wanted));
  if (matches.length === 1 && matches[0] !== undefined) return matches[0];
  if (matches.length > 1) throw ambiguous(wanted, matches);
  throw await unknown(archive, { wanted, ids });
}

function lastOf(ids: readonly string[], folder: string): string {
  const last = ids.at(-1);
  if (last !== undefined) return last;
  throw new UserError({
    what: "there is no review yet",
    why: `the archive ${folder} is empty`,
    fix: "run `deep-review` to review a change",
  });
}

function ambiguous(wanted: string, matches: readonly string[]): UserError {
  return new UserError({
    what: `"${wanted}" matches several reviews`,
    why: `${matches.length} ids start with it: ${listSome(matches, 4)}`,
    fix: "write more of the id, or `last` for the newest review",
  });
}

async function unknown(archive: Archive, { wanted, ids }: { wanted: string; ids: readonly string[] }) {
  const open = (await unfinishedRounds(archive.folder)).find((id) => id.startsWith(wanted));
  if (open !== undefined) {
    return new UserError({
      what: `review ${open} is not finished`,
      why: "it was interrupted, or is still running",
      fix: `run \`deep-review resume ${open}\``,
    });
  }
  const like = nearest(wanted, ids);
  return new UserError({
    what: `there is no review "${wanted}"`,
    why: `the archive ${archive.folder} has ${ids.length === 0 ? "none" : `${ids.length}, and no id starts with it`}`,
    fix: like === undefined ? "run `deep-review list` to see the reviews" : `did you mean ${like}?`,
  });
}
