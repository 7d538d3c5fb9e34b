import type { Language } from "#model/change/change-index.ts";
import { closingBracket, indentOf } from "../blocks.ts";
import type { CodeView } from "../code-view.ts";
import { inPlaces, type LineCheck, type LineHit, type TouchedFile } from "../line-check.ts";

/** Whatever goes wrong is caught and nothing is done or said about it. */
export const emptyCatch: LineCheck = {
  check: {
    id: "hazard-lint/empty-catch",
    title: "Errors caught and dropped",
    about:
      "A catch, except, rescue or recover that takes every error and does nothing. A comment inside, a name such as `ignored`, a narrow exception or plain clean-up shows that it is meant.",
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
  weight: 0.65,
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

/** Calls whose failure at the end of things is commonly of no interest. */
const CLEAN_UP =
  /\b(?:\w*(?:close|unlink|remove|delete|destroy|dispose|kill|abort|cancel|cleanup|clean|clear|disconnect|release|shutdown|terminate|stop|unsubscribe|detach|end|rm|rmdir|join|interrupt)\w*|sleep|setItem|removeItem|localStorage\w*)(?:Sync|Async)?\s*(?:::<[^>]{0,40}>)?[!?.]{0,2}\(/i;
const MEANT =
  /\b(?:ignore[ds]?|expected|unused|swallow(?:ed)?|NotFound\w*|Interrupted\w*|Cancell?ed\w*|Timeout\w*|ObjectDisposed\w*|NoSuch\w*)\b|NumberFormat/i;

function findCatches({ view, added }: TouchedFile): LineHit[] {
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
    const tried = triedBlock(view.code, match.index);
    if (
      tried !== undefined &&
      (CLEAN_UP.test(tried.text) ||
        isFallback(tried.text) ||
        view.hasComment(view.offsetOf(view.lineAt(tried.start) - 1), match.index))
    )
      continue;
    if (!triesAgain(view, view.lineAt(end))) hits.push({ start: line, end: view.lineAt(end - 1) });
  }
  return hits;
}

/** A wait right after it: the next round of a loop is the answer to the error. */
function triesAgain(view: CodeView, line: number): boolean {
  const next = [1, 2, 3, 4].map((below) => view.codeLine(line + below)).join("\n");
  return /\b(?:sleep|delay|setTimeout|Delay|Sleep|wait)\s*\(/.test(next);
}

/** `isDir = stat(path).isDirectory()` or `return parse(x)`: what was there before or comes after is the fallback. */
function isFallback(text: string): boolean {
  const lines = text.trim().split("\n");
  const last = (lines.at(-1) ?? "").trim();
  return lines.length <= 3 && /^return\b|^[\w.[\]]{1,60}\s*\??=[^=]/.test(last);
}

function endOfLine(code: string, at: number): number {
  const end = code.indexOf("\n", at);
  return end < 0 ? code.length : end;
}

/** The block before `catch`, found backwards from its closing brace. */
function triedBlock(code: string, catchAt: number): { text: string; start: number } | undefined {
  const close = code.lastIndexOf("}", catchAt);
  let depth = 0;
  for (let at = close; at >= Math.max(0, close - 20_000); at--) {
    if (code[at] === "}") depth++;
    else if (code[at] === "{" && --depth === 0) return { text: code.slice(at + 1, close), start: at };
  }
  return undefined;
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

function findExcepts({ view, added }: TouchedFile): LineHit[] {
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
    const tried = triedLines(view, line);
    if (CLEAN_UP.test(tried) || isFallback(tried) || triesAgain(view, end)) continue;
    hits.push({ start: line, end });
  }
  return hits;
}

/** The lines between `try:` and its `except`. */
function triedLines(view: CodeView, exceptLine: number): string {
  const indent = indentOf(view.codeLine(exceptLine));
  const lines: string[] = [];
  for (let line = exceptLine - 1; line >= 1 && exceptLine - line < 60; line--) {
    const code = view.codeLine(line);
    if (/^\s*try\s*:/.test(code) && indentOf(code) === indent) break;
    lines.unshift(code);
  }
  return lines.join("\n");
}

function findRescues({ view, added }: TouchedFile): LineHit[] {
  const hits: LineHit[] = [];
  for (const line of added) {
    const text = view.codeLine(line);
    if (!/^\s*rescue\b\s*(?:StandardError|Exception)?\s*(?:=>\s*\w+)?\s*$/.test(text)) continue;
    const dropped = /^\s*(?:nil\s*)?$/.test(view.codeLine(line + 1)) ? line + 2 : line + 1;
    if (!/^\s*end\b/.test(view.codeLine(dropped)) || MEANT.test(text)) continue;
    if (!view.hasComment(view.offsetOf(line), view.offsetOf(dropped + 1))) hits.push({ start: line, end: dropped });
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
    if (CLEAN_UP.test(match[0]) || closingBracket(view.code, match.index + 3) === undefined) continue;
    hits.push({ start: line, end: view.lineAt(end - 1) });
  }
  return hits;
}
