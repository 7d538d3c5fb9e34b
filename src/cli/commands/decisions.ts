import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { openArchive } from "#adapters/store/archive.ts";
import { DECISIONS_FILE, readDecisionsFile } from "#adapters/store/decisions.ts";
import { formatLocations } from "#model/location.ts";
import { dayOf } from "#pipeline/decisions/decide.ts";
import { type SortedDecision, sortDecisions } from "#pipeline/decisions/sort-decisions.ts";
import { displayWidth, fitEnd, padEnd, painter } from "#util/terminal.ts";
import { printableLine } from "#util/printable.ts";
import { archiveFolder, type ArchiveOptions } from "../archive-folder.ts";
import { EXIT, type ExitCode, type Io, printJson, shortPath, wantsColor } from "../io.ts";
import { describeDecidedBy, describeDecisionScope, KIND_WORDS } from "./decide-words.ts";
import { plural } from "#util/words.ts";

/** What `deep-review decisions` takes. */
export interface DecisionsOptions extends ArchiveOptions {
  readonly all?: boolean;
  readonly json?: boolean;
}

/** `deep-review decisions`: lists the decisions in force today. */
export async function runDecisions(options: DecisionsOptions, io: Io): Promise<ExitCode> {
  const folder = await archiveFolder(options, io);
  if (options.archive !== undefined) await requireArchive(folder);
  const today = dayOf(new Date());
  const sorted = sortDecisions(await readDecisionsFile(folder), today);
  const shown = options.all === true ? sorted : sorted.filter(({ state }) => state === "holds");
  if (options.json === true) {
    const decisions = shown.map(({ decision, state }) => ({ ...decision, state }));
    printJson({ schema: 1, today, decisions }, io);
    return EXIT.ok;
  }
  const left = sorted.length - shown.length;
  const place = shortPath(join(folder, DECISIONS_FILE), io);
  const lines =
    shown.length === 0 ? [describeNone(sorted.length, place)] : [...layOut(shown, io), "", sumUp(shown, left, place)];
  io.stdout.write(`${lines.join("\n")}\n`);
  return EXIT.ok;
}

/** Throws unless the folder that the user names is an archive; one of decisions only will do. */
async function requireArchive(folder: string): Promise<void> {
  const file = await lstat(join(folder, DECISIONS_FILE)).catch(() => undefined);
  if (file === undefined) await openArchive(folder).list();
}

function describeNone(ended: number, place: string): string {
  if (ended > 0)
    return `No decision applies today; ${plural(ended, "has", "have")} ended. --all lists ${ended === 1 ? "it" : "them"}. (${place})`;
  return 'Nothing is decided yet. Decide with `deep-review triage`, or `deep-review decline I2 --because "…"`.';
}

function sumUp(shown: readonly SortedDecision[], left: number, place: string): string {
  const count = shown.filter(({ state }) => state === "holds").length;
  const others = left === 0 ? "" : ` ${plural(left, "has", "have")} ended; --all lists ${left === 1 ? "it" : "them"}.`;
  return `${plural(count, "decision applies", "decisions apply")} today, in ${place}.${others}`;
}

/** Two lines for each, newest first: the finding; then the reason, the author and how long it applies. */
function layOut(shown: readonly SortedDecision[], io: Io): string[] {
  const width = io.stdout.isTTY === true ? Math.max(40, (io.stdout.columns ?? 80) - 1) : Infinity;
  const paint = painter(wantsColor(io, io.stdout));
  const kinds = shown.map((one) => wordsOf(one));
  const room = Math.max(...kinds.map(displayWidth));
  return shown.flatMap(({ decision }, at) => {
    const { id, problem, reason, until, scope } = decision;
    const [place] = formatLocations(problem.locations);
    const start = `${id}  ${padEnd(kinds[at] ?? "", room)}  `;
    const title = [
      `${problem.severity}: ${printableLine(problem.title)}`,
      ...(place === undefined ? [] : [printableLine(place)]),
    ];
    const facts = [
      ...(reason === undefined ? [] : [printableLine(reason)]),
      describeDecidedBy(decision),
      describeDecisionScope(scope),
      until === undefined ? "" : `until ${until}`,
    ].filter((part) => part !== "");
    return [
      fit(`${start}${title.join("  ")}`, width),
      paint(["dim"], fit(`${" ".repeat(displayWidth(start))}${facts.join(" · ")}`, width)),
    ];
  });
}

const fit = (text: string, width: number): string => (width === Infinity ? text : fitEnd(text, width));

function wordsOf({ decision, state }: SortedDecision): string {
  if (state === "expired" || state === "superseded") return `${KIND_WORDS[decision.kind]}, ${state}`;
  return KIND_WORDS[decision.kind];
}
