import { resolve } from "node:path";
import { type Archive, openArchive } from "#adapters/store/archive.ts";
import type { Review } from "#model/review.ts";
import { openOwnDecisions } from "#pipeline/decisions/own-decisions.ts";
import { type Imported, importReports } from "#pipeline/import/import-reports.ts";
import { safeJson } from "#util/printable.ts";
import { plural } from "#util/words.ts";
import { namedArchive } from "../archive-folder.ts";
import { formatColumns } from "../format-table.ts";
import { interruptible } from "../interruptible.ts";
import { EXIT, type ExitCode, type Io } from "../io.ts";

interface ImportOptions {
  readonly archive?: string;
  readonly json?: boolean;
  readonly repo?: string;
}

/** `deep-review import`: reads reports, stores them, and lists what was read of each. */
export async function runImport(paths: readonly string[], options: ImportOptions, io: Io): Promise<ExitCode> {
  const at = (path: string): string => resolve(io.cwd(), path);
  const named = await namedArchive(options, io);
  const archive = named === undefined ? undefined : openArchive(named);
  const rows: Row[] = [];
  const ownDecisions = openOwnDecisions(io.env);
  const work = async (signal: AbortSignal): Promise<void> => {
    const repository = options.repo === undefined ? undefined : at(options.repo);
    for await (const imported of importReports({ paths: paths.map(at), archive, repository, signal, ownDecisions })) {
      if (options.json === true && imported.outcome !== "failed") printRecord(imported.review, rows.some(isRead), io);
      rows.push(rowOf(imported));
    }
  };
  // The disk may fill up half-way: what was read before is still listed.
  const finish = (): void => {
    if (options.json === true) io.stdout.write(rows.some(isRead) ? "\n]\n" : "[]\n");
    const log = options.json === true ? io.stderr : io.stdout;
    if (rows.length > 0)
      log.write(`${formatColumns([HEAD, ...rows.map(({ cells }) => cells)])}\n\n${sumUp(rows, archive)}\n`);
  };
  const interrupted = await interruptible(work).finally(finish);
  if (interrupted) {
    io.stderr.write("Interrupted. What is listed above is stored; run the same command again for the rest.\n");
    return EXIT.interrupted;
  }
  return rows.every(isRead) ? EXIT.ok : EXIT.user;
}

interface Row {
  readonly outcome: Imported["outcome"];
  readonly cells: readonly string[];
  /** The decisions in the report, and how many of them are new; none if it was not stored. */
  readonly decisions: { readonly found: number; readonly added: number };
}

const NONE = { found: 0, added: 0 };

const isRead = ({ outcome }: Row): boolean => outcome !== "failed";

const HEAD = ["report", "result", "kept", "raw", "linked", "gaps"];

function rowOf(imported: Imported): Row {
  const { outcome, path } = imported;
  if (outcome === "failed") return { outcome, cells: [path, "failed", "", "", "", imported.why], decisions: NONE };
  const { review, decisions = NONE } = imported;
  const linked = review.ledger.entries.filter(({ fate }) => fate === "kept").length;
  return {
    outcome,
    decisions,
    cells: [
      review.id,
      outcome === "gaps" ? "with gaps" : "read",
      String(review.clusters.filter(({ ruling }) => ruling.kind === "keep").length),
      String(review.findings.length),
      String(linked),
      groupGaps(review.gaps).join("; "),
    ],
  };
}

/** `claude: lost`, `codex: lost` → `claude, codex: lost`. */
function groupGaps(gaps: readonly string[]): string[] {
  const groups = new Map<string, string[]>();
  for (const gap of gaps) {
    const [, who, what = gap] = /^([\w.-]+): (.*)$/s.exec(gap) ?? [];
    const names = groups.get(what) ?? [];
    if (who !== undefined) names.push(who);
    groups.set(what, names);
  }
  return [...groups].map(([what, names]) => (names.length === 0 ? what : `${names.join(", ")}: ${what}`));
}

function printRecord(review: Review, follows: boolean, io: Io): void {
  io.stdout.write(`${follows ? ",\n" : "[\n"}${safeJson(review)}`);
}

function sumUp(rows: readonly Row[], archive: Archive | undefined): string {
  const count = (outcome: Imported["outcome"]): number => rows.filter((row) => row.outcome === outcome).length;
  const reports = plural(rows.length, "report");
  const kept =
    archive === undefined
      ? ""
      : `${sumUpDecisions(rows)}\nStored in ${archive.folder}. Next: deep-review site ${archive.folder}`;
  return `${reports}: ${count("read")} read, ${count("gaps")} read with gaps, ${count("failed")} failed${kept}`;
}

/** The decisions that the reports contain; empty if there are none. */
function sumUpDecisions(rows: readonly Row[]): string {
  const sum = (what: "found" | "added"): number => rows.reduce((total, { decisions }) => total + decisions[what], 0);
  const [found, added] = [sum("found"), sum("added")];
  if (found === 0) return "";
  const there = found === added ? "" : `, ${found - added} already there`;
  return `\n${plural(added, "decision")} imported from the reports${there}`;
}
