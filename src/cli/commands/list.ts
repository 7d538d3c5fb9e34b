import { openArchive } from "#adapters/store/archive.ts";
import { unfinishedRounds } from "#adapters/store/journal.ts";
import { SEVERITIES, severityLetter } from "#model/severity.ts";
import { verdictPhrase } from "#model/verdict.ts";
import type { Review } from "#model/review.ts";
import { messageOf } from "#util/errors.ts";
import { archiveFolder } from "../archive-folder.ts";
import { formatTable } from "../format-table.ts";
import { EXIT, type ExitCode, type Io } from "../io.ts";

/** `deep-review list`: what the archive holds, and what was cut short. */
export async function runList(options: { readonly archive?: string }, io: Io): Promise<ExitCode> {
  const folder = await archiveFolder(options, io);
  const archive = openArchive(folder);
  const rows: string[][] = [];
  for (const id of await archive.list()) {
    rows.push(await archive.read(id).then(rowOf, (error: unknown) => [id, "unreadable", "", messageOf(error)]));
  }
  for (const id of await unfinishedRounds(folder)) rows.push([id, "cut short", "", `deep-review resume ${id}`]);
  rows.sort(([one = ""], [other = ""]) => (one < other ? -1 : 1));
  io.stdout.write(`${formatTable([["review", "verdict", "findings", "about"], ...rows])}\n`);
  return EXIT.ok;
}

function rowOf({ id, verdict, statedVerdict, clusters, scope }: Review): string[] {
  const counts = SEVERITIES.map((severity) => {
    const count = clusters.filter(({ ruling }) => ruling.kind === "keep" && ruling.severity === severity).length;
    return count === 0 ? "" : `${count}${severityLetter(severity)}`;
  });
  const about = scope.pullRequest?.title ?? scope.covers ?? scope.branch ?? "";
  return [id, statedVerdict?.phrase ?? verdictPhrase(verdict.kind), counts.filter(Boolean).join(" ") || "none", about];
}
