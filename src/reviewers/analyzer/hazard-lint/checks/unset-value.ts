import { closingBracket, indentOf } from "../blocks.ts";
import type { CodeView } from "../code-view.ts";
import type { LineHit, TouchedFile } from "../line-check.ts";
import { bracedTry, indentedTry } from "./tried-block.ts";

/** Python: the except only logs, and a name that nothing but the tried block sets is used below. */
export function findUnsetInPython({ view, added }: TouchedFile): LineHit[] {
  const hits: LineHit[] = [];
  for (const line of added) {
    const head = view.codeLine(line);
    if (!/^\s*except\b[^\n]{0,200}:\s*$/.test(head)) continue;
    const indent = indentOf(head);
    const last = lastIndented(view, line, indent);
    const tried = indentedTry(view, line);
    if (tried === undefined || !onlyLogs(view, line + 1, last)) continue;
    if (/^\s*(?:except|else|finally)\b/.test(view.codeLine(nextLine(view, last)))) continue;
    const start = functionStart(view, tried.firstLine, indent);
    const before = linesBetween(view, start, tried.firstLine - 1);
    const after = linesBetween(view, last + 1, lastIndented(view, start, indentOf(view.codeLine(start))));
    const name = namesSetAlways(tried.text).find((one) => !mentions(before, one) && firstIsRead(after, one));
    if (name !== undefined)
      hits.push({ start: line, end: last, name, note: `\`${name}\` is set only where it succeeds` });
  }
  return hits;
}

/** JavaScript and its kin: the catch only logs, and a variable declared without a value is taken apart below. */
export function findUnsetInScript({ view, added }: TouchedFile): LineHit[] {
  const hits: LineHit[] = [];
  for (const match of view.code.matchAll(/\bcatch\b\s*(?:\([^()]{0,200}\))?\s*\{/g)) {
    const line = view.lineAt(match.index);
    const open = match.index + match[0].length - 1;
    const end = closingBracket(view.code, open);
    const tried = bracedTry(view, match.index);
    if (!added.has(line) || end === undefined || tried === undefined) continue;
    if (!SCRIPT_LOGS.test(view.code.slice(open + 1, end))) continue;
    const above = linesBetween(view, Math.max(1, tried.firstLine - 40), tried.firstLine - 1);
    const after = view.code.slice(end + 1, end + 3000);
    if (/^\s*finally\b/.test(after)) continue;
    for (const [, name = ""] of tried.text.matchAll(/(?:^|[;{}\n])\s*(\w+)\s*=[^=>]/g)) {
      if (!new RegExp(`\\b(?:let|var)\\s+${name}\\s*(?::[^=;\\n]{1,80})?;?\\s*$`, "m").test(above)) continue;
      if (mentions(above.replace(new RegExp(`\\b(?:let|var)\\s+${name}\\b`), ""), name) || !isTakenApart(after, name))
        continue;
      hits.push({ start: line, end: view.lineAt(end), name, note: `\`${name}\` is set only where it succeeds` });
      break;
    }
  }
  return hits;
}

const PYTHON_LOG =
  /^\s*(?:(?:self|cls)\.)?(?:_?log(?:ger|ging)?|LOG(?:GER)?)\.(?!critical|fatal)\w+\(|^\s*(?:print|traceback\.print_exc|warnings\.warn)\(/;
const SCRIPT_LOGS =
  /^(?:\s*(?:console|logger|log|this\.logger)\.(?:error|warn|log|info|debug)\([^;{}]{0,400}\);?)+\s*$/;

function onlyLogs(view: CodeView, from: number, to: number): boolean {
  const first = view.codeLine(from);
  const indent = indentOf(first);
  for (let line = from; line <= to; line++) {
    const text = view.codeLine(line);
    const goesOn = indentOf(text) > indent || /^\s*[)\]}]/.test(text) || text.trim() === "";
    if (!PYTHON_LOG.test(text) && !(line > from && goesOn)) return false;
  }
  return to >= from;
}

/** The names that each way through a block sets: assignments at its own level. */
function namesSetAlways(text: string): string[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const level = Math.min(...lines.map(indentOf));
  return lines.flatMap((line) => {
    const name = indentOf(line) === level ? /^\s*(\w+)\s*=[^=]/.exec(line)?.[1] : undefined;
    return name === undefined || name === "_" ? [] : [name];
  });
}

/** Whether the first line that names it uses it, rather than sets it anew. */
function firstIsRead(text: string, name: string): boolean {
  const line = text.split("\n").find((one) => mentions(one, name)) ?? "";
  const read = line.replace(
    new RegExp(`\\b${name}\\s*=(?!=)|\\b(?:for|as|del|global|nonlocal)\\s+${name}\\b|\\.${name}\\b`, "g"),
    "",
  );
  return mentions(read, name) && read === line;
}

/** `name.x` or `name[0]` where it is first named, with nothing that asks whether it is there. */
function isTakenApart(text: string, name: string): boolean {
  const line = text.split("\n").find((one) => mentions(one, name)) ?? "";
  return new RegExp(`(?<![\\w.])${name}(?:\\.\\w|\\[)`).test(line) && !/\bif\b|\?|&&|\|\|/.test(line);
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(text);
}

/** The `def` around a line, or the first line of the file. */
function functionStart(view: CodeView, line: number, indent: number): number {
  for (let above = line - 1; above >= 1; above--) {
    const text = view.codeLine(above);
    if (/^\s*(?:async\s+)?def\b/.test(text) && indentOf(text) < indent) return above;
  }
  return 1;
}

/** The last line of the block that a line opens. */
function lastIndented(view: CodeView, line: number, indent: number): number {
  let last = line;
  for (let below = line + 1; below <= view.lineCount; below++) {
    const text = view.codeLine(below);
    if (text.trim() === "") continue;
    if (indentOf(text) <= indent && !/^\s*[)\]}]/.test(text)) break;
    last = below;
  }
  return last;
}

function nextLine(view: CodeView, line: number): number {
  let next = line + 1;
  while (next < view.lineCount && view.codeLine(next).trim() === "") next++;
  return next;
}

function linesBetween(view: CodeView, from: number, to: number): string {
  const lines: string[] = [];
  for (let line = from; line <= to; line++) lines.push(view.codeLine(line));
  return lines.join("\n");
}
