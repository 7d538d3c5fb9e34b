import { CITED_CODE, openCommit } from "#adapters/git/objects/open-commit.ts";
import type { Review } from "#model/review.ts";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { plural } from "#util/words.ts";
import type { AskedPlace } from "./explain-silence.ts";

/** Throws a UserError if the reviewed file has no such line. If the file cannot be read here, nobody knows. */
export async function requireLine(
  { path, line }: AskedPlace,
  { scope: { head } }: Review,
  repository: string | undefined,
): Promise<void> {
  if (line === undefined) return;
  const commit =
    head === undefined || repository === undefined
      ? undefined
      : await openCommit(repository, head, CITED_CODE).catch(() => undefined);
  const lines = await commit?.readLines(path).finally(() => commit.close());
  if (line > 0 && (lines === undefined || line <= lines.length)) return;
  const shown = printable(path);
  throw new UserError({
    what: `${shown} has no line ${line}`,
    why:
      lines === undefined
        ? "lines count from 1"
        : `it has ${plural(lines.length, "line")} at the reviewed commit ${head?.slice(0, 7)}`,
    fix: `name another line, or the whole file: \`deep-review explain ${shown}\``,
  });
}
