import type { Language } from "#model/change/change-index.ts";
import { closingBracket, indentOf, loopsAround } from "../blocks.ts";
import { type CodeView, enclosingFunction } from "../code-view.ts";
import { inPlaces, type LineCheck, type LineHit, type TouchedFile } from "../line-check.ts";
import { bracedTry, indentedTry, losesWork, type TriedBlock } from "./tried-block.ts";

/** Whatever goes wrong is caught and nothing is done or said about it. */
export const emptyCatch: LineCheck = {
  check: {
    id: "hazard-lint/empty-catch",
    title: "Errors caught and dropped",
    about:
      "A catch, except or rescue that takes every error of several statements that do something, and does nothing itself: the work may be left half done and nobody hears of it. A comment, a name such as `ignored`, a narrow exception, clean-up, a single call and a fallback show that it is meant.",
    severity: "suggestion",
    languages: ["typescript", "javascript", "go", "python", "java", "csharp", "ruby", "rust"],
    catches: `export async function saveDraft(draft: Draft): Promise<void> {
  try {
    await store.put(draft);
    notifyReaders(draft);
  } catch (error) {}
}`,
    ignores: `export async function saveDraft(draft: Draft): Promise<void> {
  try {
    await store.put(draft);
    notifyReaders(draft);
  } catch (error) {
    // The editor keeps the draft and tries again.
  }
}`,
  },
  roles: ["source"],
  weight: 0.5,
  find: (file) => FINDERS[file.language]?.(file) ?? [],
  title: (hits) => `Errors are caught and dropped${inPlaces(hits)}`,
  explanation:
    "Every error that the block can raise ends here without a trace, also those that nobody thought of: a typing mistake, a full disk, a changed interface.",
  fix: "Catch only what is expected, or log it, or say in a comment why nothing needs to be done.",
};

type Finder = (file: TouchedFile) => LineHit[];

const FINDERS: Partial<Record<Language, Finder>> = {
  typescript: findCatches,
  javascript: findCatches,
  java: findCatches,
  csharp: findCatches,
  go: findRecovers,
  python: findExcepts,
  ruby: findRescues,
  rust: findErrArms,
};

const MEANT =
  /\b(?:ignore[ds]?|expected|unused|swallow(?:ed)?|NotFound\w*|Interrupted\w*|Cancell?ed\w*|Timeout\w*|ObjectDisposed\w*|NoSuch\w*)\b|NumberFormat/i;

function findCatches(file: TouchedFile): LineHit[] {
  const { view, added } = file;
  const hits: LineHit[] = [];
  for (const match of view.code.matchAll(/\bcatch\b\s*(\([^()]{0,200}\))?\s*\{(\s*)\}/g)) {
    const end = match.index + match[0].length;
    const line = view.lineAt(match.index);
    if (!added.has(line) || view.hasComment(match.index, endOfLine(view.code, end)) || MEANT.test(match[1] ?? ""))
      continue;
    // Java and C#: a narrow type was chosen by somebody who thought of it.
    if (view.language === "java" || view.language === "csharp") {
      if (match[1] !== undefined && !/\b(?:Exception|Throwable|RuntimeException)\b/.test(match[1])) continue;
    }
    const tried = bracedTry(view, match.index);
    if (tried === undefined || !losesWork(tried, view.language) || hasOwnComment(view, tried, match.index)) continue;
    if (!isEnding(file, line) && !triesAgain(view, view.lineAt(end)))
      hits.push({ start: line, end: view.lineAt(end - 1) });
  }
  return hits;
}

/** A wait right after it: the next round of a loop is the answer to the error. */
function triesAgain(view: CodeView, line: number): boolean {
  const next = [1, 2, 3, 4].map((below) => view.codeLine(line + below)).join("\n");
  return /\b(?:sleep|delay|setTimeout|Delay|Sleep|wait)\s*\(/.test(next);
}

/** A comment before or inside what is tried says that somebody thought about it. */
function hasOwnComment(view: CodeView, { firstLine }: TriedBlock, to: number): boolean {
  return view.hasComment(view.offsetOf(firstLine - 1), to);
}

/** Whether the function around the line is there to end or undo something; there is nobody left to tell. */
function isEnding({ definitions }: TouchedFile, line: number): boolean {
  return /close|clean|stop|shut|dispose|tear|destroy|exit|reset|cancel|abort|__del__|unload|dump|debug|atexit|kill/i.test(
    enclosingFunction(definitions, line)?.name ?? "",
  );
}

/** A loop over candidates that leaves with the first that works: the next one is the answer to the error. */
function triesNext(view: CodeView, line: number, { text }: TriedBlock): boolean {
  return /\b(?:break|return|continue)\b/.test(text) && loopsAround(view, line).length > 0;
}

function endOfLine(code: string, at: number): number {
  const end = code.indexOf("\n", at);
  return end < 0 ? code.length : end;
}

function findRecovers({ view, added }: TouchedFile): LineHit[] {
  const hits: LineHit[] = [];
  for (const line of added) {
    const text = view.codeLine(line);
    const bare = /^\s*(?:_\s*=\s*)?recover\(\)\s*$|\bfunc\(\)\s*\{\s*(?:_\s*=\s*)?recover\(\)\s*\}\(\)/.test(text);
    const empty =
      /\brecover\(\);\s*\w+\s*!=\s*nil\s*\{\s*\}?\s*$/.test(text) &&
      (text.trimEnd().endsWith("}") || /^\s*\}/.test(view.codeLine(line + 1)));
    const from = view.offsetOf(line - 1);
    if ((bare || empty) && !view.hasComment(from, view.offsetOf(line + 2))) hits.push({ start: line });
  }
  return hits;
}

function findExcepts(file: TouchedFile): LineHit[] {
  const { view, added } = file;
  const hits: LineHit[] = [];
  for (const line of added) {
    const text = view.codeLine(line);
    const head =
      /^(\s*)except\b\s*(?:(?:builtins\.)?(?:Base)?Exception(?:\s+as\s+\w+)?)?\s*:(\s*(?:pass|\.\.\.))?\s*$/.exec(text);
    if (head === null) continue;
    const end = head[2] === undefined ? line + 1 : line;
    if (end > line && !/^\s*(?:pass|\.\.\.)\s*$/.test(view.codeLine(end))) continue;
    if (indentOf(view.codeLine(end + 1)) > indentOf(text) && view.codeLine(end + 1).trim() !== "") continue;
    if (view.hasComment(view.offsetOf(line - 1), view.offsetOf(end + 1)) || /^\s*#/.test(view.verbatim(end + 1)))
      continue;
    const tried = indentedTry(view, line);
    if (tried === undefined || !losesWork(tried, view.language) || hasOwnComment(view, tried, view.offsetOf(line)))
      continue;
    if (!isEnding(file, line) && !triesAgain(view, end) && !triesNext(view, line, tried))
      hits.push({ start: line, end });
  }
  return hits;
}

function findRescues(file: TouchedFile): LineHit[] {
  const { view, added } = file;
  const hits: LineHit[] = [];
  for (const line of added) {
    const text = view.codeLine(line);
    if (!/^\s*rescue\b\s*(?:StandardError|Exception)?\s*(?:=>\s*\w+)?\s*$/.test(text)) continue;
    const dropped = /^\s*(?:nil\s*)?$/.test(view.codeLine(line + 1)) ? line + 2 : line + 1;
    if (!/^\s*end\b/.test(view.codeLine(dropped)) || MEANT.test(text)) continue;
    const tried = indentedTry(view, line);
    if (
      tried === undefined ||
      !losesWork(tried, view.language) ||
      hasOwnComment(view, tried, view.offsetOf(dropped + 1))
    )
      continue;
    if (!isEnding(file, line)) hits.push({ start: line, end: dropped });
  }
  return hits;
}

/** `Err(_) => {}`: the arm throws away what went wrong. */
function findErrArms({ view, added }: TouchedFile): LineHit[] {
  const hits: LineHit[] = [];
  for (const match of view.code.matchAll(
    /\bErr\(_\w*\)\s*=>\s*(?:\{\s*\}|\(\))|\bif let Err\(_\w*\)\s*=[^\n{]{1,200}\{\s*\}/g,
  )) {
    const line = view.lineAt(match.index);
    const end = match.index + match[0].length;
    if (!added.has(line) || view.hasComment(view.offsetOf(line - 1), endOfLine(view.code, end))) continue;
    if (closingBracket(view.code, match.index + 3) === undefined) continue;
    hits.push({ start: line, end: view.lineAt(end - 1) });
  }
  return hits;
}
