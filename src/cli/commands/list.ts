import { type Archive, openArchive } from "#adapters/store/archive.ts";
import { unfinishedRounds } from "#adapters/store/journal.ts";
import { sortReviewIds } from "#adapters/store/review-order.ts";
import { SEVERITIES, severityLetter } from "#model/severity.ts";
import { verdictPhrase } from "#model/verdict.ts";
import type { Review } from "#model/review.ts";
import { messageOf } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { archiveFolder } from "../archive-folder.ts";
import { formatColumns } from "../format-table.ts";
import { EXIT, type ExitCode, type Io, resumeCommand } from "../io.ts";

interface ListOptions {
  readonly archive?: string;
  readonly ids?: boolean;
  readonly unfinished?: boolean;
}

/** `deep-review list`: lists the stored reviews and the interrupted ones. */
export async function runList(options: ListOptions, io: Io): Promise<ExitCode> {
  const folder = await archiveFolder(options, io);
  const archive = openArchive(folder);
  const ended = options.unfinished === true ? [] : await archive.list();
  // Ids are for scripts: finished reviews only, unless they ask for the others.
  const open = options.ids === true && options.unfinished !== true ? [] : await unfinishedRounds(folder);
  if (options.ids === true) {
    for (const id of [...ended, ...open]) io.stdout.write(`${printable(id)}\n`);
    return EXIT.ok;
  }
  const rows: string[][] = [];
  for (const id of sortReviewIds([...new Set([...open, ...ended])])) {
    const resume = open.includes(id) ? resumeCommand(options, id) : undefined;
    rows.push(ended.includes(id) ? await readRow(archive, id, resume) : [id, "", "interrupted", "", resume ?? ""]);
  }
  io.stdout.write(`${formatColumns([["review", "round", "verdict", "findings", "about"], ...rows])}\n`);
  return EXIT.ok;
}

/** A review whose reviewers were stopped has a record, and can be resumed: `resume` is how. */
async function readRow(archive: Archive, id: string, resume: string | undefined): Promise<string[]> {
  try {
    const row = rowOf(await archive.read(id));
    return resume === undefined ? row : [...row.slice(0, -1), `${row.at(-1)} (stopped: ${resume})`];
  } catch (error) {
    return [id, "", "unreadable", "", messageOf(error)];
  }
}

function rowOf({ id, verdict, statedVerdict, clusters, scope, round, series }: Review): string[] {
  const counts = SEVERITIES.map((severity) => {
    const count = clusters.filter(({ ruling }) => ruling.kind === "keep" && ruling.severity === severity).length;
    return count === 0 ? "" : `${count}${severityLetter(severity)}`;
  });
  const about = scope.pullRequest?.title ?? scope.covers ?? scope.branch ?? "";
  // Its place in the series if known, else the number that the report prints.
  const number = series === undefined ? round.number : series.entries.length + 1;
  return [
    id,
    number === undefined ? "" : String(number),
    statedVerdict?.phrase ?? verdictPhrase(verdict.kind),
    counts.filter(Boolean).join(" ") || "none",
    about,
  ];
}
