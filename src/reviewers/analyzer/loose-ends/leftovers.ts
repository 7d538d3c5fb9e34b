import type { CheckPlace } from "#model/change/analyzer.ts";
import type { ChangeIndex, FileFacts, FileRole, Language, Mention } from "#model/change/change-index.ts";
import type { Severity } from "#model/severity.ts";
import { isCommentedBlock, isCommentedCode } from "./text/commented-code.ts";
import { MAX_LINE } from "./text/diff-lines.ts";
import { isHistory, isAboutPast } from "./text/history.ts";

/** A place that still names something, with the kind of its file. */
export interface Leftover extends Mention {
  readonly role: FileRole;
  readonly language: Language;
}

/** A name in more places than this is a common word, not a leftover. */
const MAX_LEFTOVERS = 15;

/** Whether a name occurs in so many places that it is a common word. Lines that the change adds do not count. */
export function isCommonWord(index: ChangeIndex, found: readonly Leftover[], most = MAX_LEFTOVERS): boolean {
  return found.filter(({ path, line }) => !index.addedLines(path).has(line)).length > most;
}

/**
 * The mentions that were probably overlooked: not in a changelog, a sentence about the past, a line of data or code that
 * was commented out.
 */
export async function leftovers(index: ChangeIndex, mentions: readonly Mention[]): Promise<Leftover[]> {
  const kept: Leftover[] = [];
  for (const mention of mentions) {
    if (isHistory(mention.path)) continue;
    const facts = await index.head.facts(mention.path);
    if (facts === undefined || facts.role === "data") continue;
    if (mention.where === "comment" && isDisabled(mention, facts)) continue;
    if (await isPastMention(index, mention)) continue;
    kept.push({ ...mention, role: facts.role, language: facts.language });
  }
  return kept;
}

function isDisabled({ line, text }: Mention, { language, comments }: FileFacts): boolean {
  if (isCommentedCode(text, language)) return true;
  const around = comments.find(({ start, end }) => start <= line && line <= end);
  return around !== undefined && isCommentedBlock(around.text, language);
}

/** Whether something that runs uses it: a test, a script, a workflow or a shipped file. */
export function isUse({ where, role, language }: Leftover): boolean {
  if (where === "comment" || where === "doc") return false;
  return role === "test" || role === "config" || SCRIPTS.has(language);
}

/** Languages in which a stale name is noticed only when the line runs. */
export const SCRIPTS: ReadonlySet<Language> = new Set(["bash", "makefile", "dockerfile"]);

/** `important` when something that runs still uses the thing, otherwise `suggestion`. */
export function severityOf(found: readonly Leftover[]): Severity {
  return found.some(isUse) ? "important" : "suggestion";
}

/** The places as evidence, uses first. */
export function leftoverPlaces(found: readonly Leftover[]): CheckPlace[] {
  const once = new Map(found.map((one) => [`${one.line} ${one.path}`, one]));
  return [...once.values()].sort((a, b) => Number(isUse(b)) - Number(isUse(a))).map(leftoverPlace);
}

/** One line as evidence. */
export function leftoverPlace({ path, line, text }: { path: string; line: number; text: string }): CheckPlace {
  return { location: { path, start: line, end: line }, quote: text };
}

/** `a.md still names`, `a.md and b.md still name`, `a.md and 3 more files still name`: for a title. */
export function describeStillNaming(found: readonly { readonly path: string }[], verb: "name" | "use" | "say"): string {
  const [first = "", ...others] = [...new Set(found.map(({ path }) => path))];
  if (others.length === 0) return `${first} still ${verb}s`;
  return `${first} and ${others.length === 1 ? others[0] : `${others.length} more files`} still ${verb}`;
}

// A sentence about the past often spans two lines or is below a heading.
async function isPastMention(index: ChangeIndex, { path, line, where, text }: Mention): Promise<boolean> {
  if (where === "code" || where === "config") return false;
  if (isAboutPast(text)) return true;
  if (where === "string") return false;
  const lines = (await index.head.tree.read(path))?.split("\n") ?? [];
  const below = lines[line]?.trim() === "" ? lines[line + 1] : lines[line];
  return [lines[line - 2], below].some((near) => near !== undefined && near.length <= MAX_LINE && isAboutPast(near));
}
