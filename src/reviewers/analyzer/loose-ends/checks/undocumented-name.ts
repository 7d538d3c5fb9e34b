import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import type { FileDiff } from "#model/change/change.ts";
import { leftoverPlace } from "../leftovers.ts";
import type { CheckRunner } from "../../check-runner.ts";
import { diffLinesOf, MAX_LINE } from "../text/diff-lines.ts";
import { isHistory } from "../text/history.ts";
import { holdsFlag, settingsOn, written, type ConfigName } from "../text/settings.ts";

const check: Check = {
  id: "loose-ends/undocumented-name",
  title: "A new flag or environment name is not in the documents, while its siblings are",
  about:
    "The change declares a command-line flag or reads an environment variable that no document names, although at least 60 % of the others in the same file are documented, at least half of these in one and the same document. A flag counts as documented only with its dashes. Changelogs, news and blogs do not count.",
  severity: "suggestion",
  changeOnly: "it compares a new setting with those that were there before",
  catches: `src/config.ts
 export const host = process.env.ORDER_HOST;
 export const name = process.env.ORDER_NAME;
 export const mode = process.env.ORDER_MODE;
 export const path = process.env.ORDER_PATH;
+export const size = process.env.ORDER_SIZE;
docs/setup.md
 Set ORDER_HOST, ORDER_NAME and ORDER_MODE.`,
  ignores: `src/config.ts
 export const host = process.env.ORDER_HOST;
 export const name = process.env.ORDER_NAME;
 export const mode = process.env.ORDER_MODE;
 export const path = process.env.ORDER_PATH;
+export const size = process.env.ORDER_SIZE;
docs/setup.md
 Set ORDER_HOST. The others are for tests.`,
};

/** New settings that the documents leave out although they name most of the others. */
export const undocumentedName: CheckRunner = { check, find };

// Documents may omit what the help hides on purpose.
const HIDDEN = /hideHelp|hidden|SUPPRESS|\bhide\(/i;

const MIN_SIBLINGS = 4;
const MIN_SHARE = 0.6;
/** Of the documented ones, those in the same document. */
const MIN_TOGETHER = 0.5;

interface Found {
  readonly setting: ConfigName;
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

async function find(index: ChangeIndex, signal: AbortSignal): Promise<CheckHit[]> {
  const hits: CheckHit[] = [];
  for (const diff of index.change.diffs) {
    signal.throwIfAborted();
    for (const kind of ["flag", "environment"] as const) {
      const hit = await checkFile(index, diff, kind);
      if (hit !== undefined) hits.push(hit);
    }
  }
  return hits;
}

async function checkFile(index: ChangeIndex, diff: FileDiff, kind: ConfigName["kind"]): Promise<CheckHit | undefined> {
  const fresh = await newSettings(index, diff, kind);
  if (fresh.length === 0) return undefined;
  const siblings = await settingsOf(index, diff.file.oldPath ?? diff.file.path, kind);
  if (siblings.length < MIN_SIBLINGS) return undefined;
  const documents = await findDocuments(index, siblings);
  const documented = documents.filter((paths) => paths.size > 0).length;
  if (documented / siblings.length < MIN_SHARE) return undefined;
  const main = mostFrequent(documents);
  // Names that are scattered over many documents are listed nowhere.
  if (main.count < documented * MIN_TOGETHER) return undefined;
  const missing: Found[] = [];
  for (const one of fresh) {
    const spellings = [one.setting, ...(await otherSpellings(index, one))];
    if ((await findDocuments(index, spellings)).every((paths) => paths.size === 0)) missing.push(one);
  }
  const [first, ...rest] = missing;
  if (first === undefined) return undefined;
  const names = missing.map(({ setting }) => `\`${written(setting)}\``).join(", ");
  const what = kind === "flag" ? "flags" : "environment names";
  return {
    check: check.id,
    severity: check.severity,
    class: "gap",
    title: `${names} ${missing.length === 1 ? "is" : "are"} new and in no document`,
    explanation: `${documented} of the ${siblings.length} ${what} that \`${diff.file.path}\` had before are named in the documents, ${main.count} of them in ${main.path}; ${names} ${missing.length === 1 ? "is" : "are"} not.`,
    fix: `Add it where the others are described: ${main.path}.`,
    places: [leftoverPlace(first), ...rest.map(leftoverPlace)],
    weight: 0.55,
  };
}

async function newSettings(index: ChangeIndex, diff: FileDiff, kind: ConfigName["kind"]): Promise<Found[]> {
  const { file } = diff;
  if (file.change === "added" || file.listed !== undefined) return [];
  const added = diffLinesOf(diff, "added")
    .filter(({ text }) => !HIDDEN.test(text))
    .flatMap(({ text, new: line = 1 }) =>
      settingsOn(text).map((setting) => ({ setting, path: file.path, line, text })),
    );
  const fresh: Found[] = [];
  for (const one of added.filter(({ setting }) => setting.kind === kind)) {
    const again = fresh.some(({ setting }) => setting.name === one.setting.name);
    if (!again && !(await wasKnown(index, one.setting))) fresh.push(one);
  }
  return fresh.length > 0 && (await index.head.facts(file.path))?.role === "source" ? fresh : [];
}

// Anything that was in code before is not new, even in another form.
async function wasKnown(index: ChangeIndex, { kind, name }: ConfigName): Promise<boolean> {
  const mentions = await index.base.findText(name);
  return mentions.some(({ where, text }) => {
    if (where !== "code" && where !== "string") return false;
    return (
      kind === "environment" || holdsFlag(text, name) || ['"', "'"].some((quote) => text.includes(quote + name + quote))
    );
  });
}

/** The names on the lines right above and below, because an option often has a short and a long name. */
async function otherSpellings(index: ChangeIndex, { setting, path, line, text }: Found): Promise<ConfigName[]> {
  if (setting.kind !== "flag" || !isLone(text)) return [];
  const lines = (await index.head.tree.read(path))?.split(/\r?\n/) ?? [];
  const found: ConfigName[] = [];
  for (const step of [-1, 1]) {
    for (let at = line - 1 + step; isLone(lines[at] ?? ""); at += step) found.push(...settingsOn(lines[at] ?? ""));
  }
  return found;
}

function isLone(line: string): boolean {
  return line.length <= MAX_LINE && /^\s*["']--?[\w-]+["'],?\s*$/.test(line);
}

async function settingsOf(index: ChangeIndex, path: string, kind: ConfigName["kind"]): Promise<ConfigName[]> {
  const text = (await index.base.tree.read(path)) ?? "";
  const found = new Map<string, ConfigName>();
  for (const line of text.split("\n")) {
    if (line.length > MAX_LINE) continue;
    for (const setting of settingsOn(line)) if (setting.kind === kind) found.set(setting.name, setting);
  }
  return [...found.values()];
}

/** The documents that name each of the settings. */
async function findDocuments(index: ChangeIndex, settings: readonly ConfigName[]): Promise<ReadonlySet<string>[]> {
  const found: ReadonlySet<string>[] = [];
  for (const setting of settings) found.push(await documentsOf(index, setting));
  return found;
}

async function documentsOf(index: ChangeIndex, setting: ConfigName): Promise<ReadonlySet<string>> {
  const mentions = await index.head.findText(setting.name);
  const documenting = mentions.filter(({ path, where, text }) => {
    if (where !== "doc" || isHistory(path) || isNews(path)) return false;
    return setting.kind === "environment" || holdsFlag(text, setting.name);
  });
  return new Set(documenting.map(({ path }) => path));
}

function isNews(path: string): boolean {
  return /(?:^|\/)(?:_?posts|blogs?|news|articles|announcements?)\//i.test(path);
}

/** The document that names most of them, and how many. */
function mostFrequent(documents: readonly ReadonlySet<string>[]): { readonly path: string; readonly count: number } {
  const counts = new Map<string, number>();
  for (const path of documents.flatMap((paths) => [...paths])) counts.set(path, (counts.get(path) ?? 0) + 1);
  const [path, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? ["", 0];
  return { path, count };
}
