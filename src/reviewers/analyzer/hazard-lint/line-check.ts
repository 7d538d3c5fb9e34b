import type { Check, CheckHit, CheckPlace } from "#model/change/analyzer.ts";
import type { ChangeIndex, Definition, FileRole, Language } from "#model/change/change-index.ts";
import { type CodeView, codeView } from "./code-view.ts";

/** A file that the change touches, ready for the checks. */
export interface TouchedFile {
  readonly path: string;
  readonly language: Language;
  readonly role: FileRole;
  readonly view: CodeView;
  readonly added: ReadonlySet<number>;
  readonly definitions: readonly Definition[];
}

/** One place that a check found on added lines. */
export interface LineHit {
  readonly start: number;
  readonly end?: number;
  /** What stands there, for the list of places. */
  readonly note?: string;
  /** What is named in the title: a symbol, a call. */
  readonly name?: string;
}

/** A check that looks at one file at a time. */
export interface LineCheck {
  readonly check: Check;
  readonly roles: readonly FileRole[];
  /** How sure it is, 0 to 1. */
  readonly weight: number;
  find(file: TouchedFile): readonly LineHit[];
  /** The title for one or more places. */
  title(hits: readonly LineHit[]): string;
  readonly explanation: string;
  readonly fix?: string;
}

/** Reads the touched files of the given languages; those that cannot be read or are data are left out. */
export async function readTouchedFiles(
  index: ChangeIndex,
  languages: ReadonlySet<Language>,
  signal: AbortSignal,
): Promise<TouchedFile[]> {
  const files: TouchedFile[] = [];
  for (const { file, hunks } of index.change.diffs) {
    signal.throwIfAborted();
    if (hunks.length === 0 || file.listed !== undefined || file.change === "deleted") continue;
    const added = index.addedLines(file.path);
    if (added.size === 0) continue;
    const facts = await index.head.facts(file.path);
    if (facts === undefined || facts.role === "data" || !languages.has(facts.language)) continue;
    const source = await index.head.tree.read(file.path);
    if (source === undefined) continue;
    const { language, role, definitions } = facts;
    files.push({ path: file.path, language, role, definitions, added, view: codeView(source, language) });
  }
  return files;
}

/** Runs one check over the files: one hit with all places; more than a reader decides on at once are a hit each. */
export function runLineCheck(check: LineCheck, files: readonly TouchedFile[]): CheckHit[] {
  const found: Found[] = [];
  for (const file of files) {
    const languages = check.check.languages;
    if (!check.roles.includes(file.role) || languages?.includes(file.language) === false) continue;
    found.push(...check.find(file).map((hit) => ({ hit, place: placeOf(file, hit) })));
  }
  return found.length > MAX_GROUPED ? found.flatMap((one) => hitOf(check, [one])) : hitOf(check, found);
}

interface Found {
  readonly hit: LineHit;
  readonly place: CheckPlace;
}

const MAX_GROUPED = 10;

function hitOf({ check, title, explanation, fix, weight }: LineCheck, found: readonly Found[]): CheckHit[] {
  const [first, ...others] = found.map(({ place }) => place);
  if (first === undefined) return [];
  return [
    {
      check: check.id,
      severity: check.severity,
      class: "regression",
      title: title(found.map(({ hit }) => hit)),
      explanation,
      ...(fix === undefined ? {} : { fix }),
      places: [first, ...others],
      weight,
    },
  ];
}

/** A place of a touched file with its lines as they stand there. */
export function placeOf(file: Pick<TouchedFile, "path" | "view">, { start, end = start, note }: LineHit): CheckPlace {
  const last = Math.min(end, start + MAX_QUOTED - 1);
  const lines = [];
  for (let line = start; line <= last; line++) lines.push(file.view.verbatim(line).slice(0, 500));
  return {
    location: { path: file.path, start, end },
    quote: lines.join("\n"),
    ...(note === undefined ? {} : { note }),
  };
}

/** A quote is there to recognise the place, not to read the file. */
const MAX_QUOTED = 6;

/** «3 places» behind a title, where there is more than one. */
export function inPlaces(hits: readonly LineHit[]): string {
  return hits.length > 1 ? ` (${hits.length} places)` : "";
}

/** `` `a` ``, `` `a` and `b` ``, `` `a`, `b` and 3 more ``: the names of hits, each once. */
export function namesOf(hits: readonly LineHit[]): string {
  const names = [...new Set(hits.flatMap(({ name }) => (name === undefined ? [] : [`\`${name}\``])))];
  if (names.length <= 2) return names.join(" and ");
  return `${names.slice(0, 2).join(", ")} and ${names.length - 2} more`;
}
