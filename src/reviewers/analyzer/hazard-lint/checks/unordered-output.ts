import type { Language } from "#model/change/change-index.ts";
import type { CodeView } from "../code-view.ts";
import { closingBracket, indentOf } from "../blocks.ts";
import { type GoFunction, goFunctionAt, goFunctions } from "../go-functions.ts";
import { inPlaces, type LineCheck, type LineHit, type TouchedFile } from "../line-check.ts";
import { findUnorderedKeys } from "./bash-keys.ts";

/** Maps and sets have no order; written out as they come, the output differs from run to run. */
export const unorderedOutput: LineCheck = {
  check: {
    id: "hazard-lint/unordered-output",
    title: "Unordered iteration into ordered output",
    about:
      "A Go map, a Python set or the keys of an associative array in Bash are walked straight into text that people or programs read. The order changes from run to run: noise in diffs, flaky tests, caches that never hit.",
    severity: "suggestion",
    languages: ["go", "python", "bash"],
    catches: `func printTotals(w io.Writer, orders []Order) {
	totals := map[string]int{}
	for _, order := range orders {
		totals[order.Customer] += order.Total
	}
	for customer, total := range totals {
		fmt.Fprintf(w, "%s: %d\\n", customer, total)
	}
}`,
    ignores: `func printTotals(w io.Writer, orders []Order) {
	totals := map[string]int{}
	for _, order := range orders {
		totals[order.Customer] += order.Total
	}
	for _, customer := range slices.Sorted(maps.Keys(totals)) {
		fmt.Fprintf(w, "%s: %d\\n", customer, totals[customer])
	}
}`,
  },
  roles: ["source"],
  weight: 0.65,
  find: (file) => FINDERS[file.language]?.(file) ?? [],
  title: (hits) => `Output is in the order of a map or set, which changes from run to run${inPlaces(hits)}`,
  explanation:
    "The collection has no order of its own, and what the loop makes of it is ordered text. Two runs over the same data give different output.",
  fix: "Sort the keys first.",
};

const FINDERS: Partial<Record<Language, (file: TouchedFile) => LineHit[]>> = {
  go: findMapRanges,
  python: findSetLoops,
  bash: findUnorderedKeys,
};

function findMapRanges({ view, added }: TouchedFile): LineHit[] {
  const functions = goFunctions(view.code);
  const hits: LineHit[] = [];
  for (const match of view.code.matchAll(/\bfor\s+[\w\s,]{1,80}:?=\s*range\s+([\w.]{1,80})\s*\{/g)) {
    const line = view.lineAt(match.index);
    const open = match.index + match[0].length - 1;
    const end = closingBracket(view.code, open);
    const fn = goFunctionAt(functions, match.index);
    if (!added.has(line) || end === undefined || fn === undefined) continue;
    if (!isMap(view.code, fn, { name: match[1] ?? "", before: match.index })) continue;
    const body = view.code.slice(open + 1, end);
    const after = view.code.slice(end, fn.end);
    if (writesText(body) || joinsUnsorted(body, after))
      hits.push({ start: line, end: Math.min(line + 2, view.lineAt(end)) });
  }
  return hits;
}

/** Whether the name was made as a map in this function, is one of its parameters, or is a map field of this file. */
function isMap(code: string, fn: GoFunction, { name, before }: { name: string; before: number }): boolean {
  const field = name.split(".").at(-1) ?? "";
  if (name.includes(".")) return new RegExp(`^\\s*${field}\\s+map\\[`, "m").test(code);
  const made = new RegExp(`(?<![\\w.])${field}\\s*(?::?=\\s*(?:make\\(\\s*)?map\\[|\\s+map\\[)`);
  return made.test(fn.params) || made.test(code.slice(fn.open, before));
}

const WRITES = /\bfmt\.(?:Print|Fprint)(?:f|ln)?\(|\.(?:WriteString|WriteByte|WriteRune)\(|\bio\.WriteString\(/;
const OTHER_ENDS = /\bos\.Stderr\b|\bhash|\blog/i;

function writesText(body: string): boolean {
  return WRITES.test(body) && !OTHER_ENDS.test(body) && !/\breturn\b|\bbreak\b/.test(body);
}

/** `s = append(s, …)` in the loop, then strings.Join(s, …) with no sort in between. */
function joinsUnsorted(body: string, after: string): boolean {
  for (const match of body.matchAll(/\b(\w+)\s*=\s*append\(\s*\1\b/g)) {
    const name = match[1] ?? "";
    const joined = after.search(new RegExp(`\\bstrings\\.Join\\(\\s*${name}\\b`));
    const sorted = after.search(new RegExp(`[sS]ort\\w*(?:\\.\\w+)?\\([^\\n]{0,40}\\b${name}\\b`));
    if (joined >= 0 && (sorted < 0 || sorted > joined)) return true;
  }
  return false;
}

const JOINED_SET = /(?:["']|\b\w+)\.join\(\s*(?:set\(|frozenset\(|\{[^{}:]{1,200}\bfor\b)/;

function findSetLoops({ view, added }: TouchedFile): LineHit[] {
  const hits: LineHit[] = [];
  for (const line of added) {
    const text = view.codeLine(line);
    if (JOINED_SET.test(text)) hits.push({ start: line });
    else {
      const over = /^\s*for\s+\w+\s+in\s+(set\(.{1,200}\)|\w{1,60})\s*:\s*$/.exec(text)?.[1];
      if (over === undefined || !isSet(view, line, over)) continue;
      if (bodyOf(view, line).some((inner) => /\bprint\(|\.write(?:lines)?\(|\byield\b|\becho\(/.test(inner)))
        hits.push({ start: line });
    }
  }
  return hits;
}

/** Whether a name was last made as a set above this line, in the same function. */
function isSet(view: CodeView, line: number, name: string): boolean {
  if (name.startsWith("set(")) return true;
  for (let above = line - 1; above >= 1 && line - above < 100; above--) {
    const text = view.codeLine(above);
    if (/^\s*(?:async\s+)?def\b/.test(text)) return false;
    const made = new RegExp(`^\\s*${name}\\s*(?::[^=]{1,60})?=\\s*(.{1,40})`).exec(text);
    if (made !== null) return /^(?:set|frozenset)\(/.test(made[1] ?? "");
  }
  return false;
}

function bodyOf(view: CodeView, line: number): string[] {
  const indent = indentOf(view.codeLine(line));
  const lines: string[] = [];
  for (let below = line + 1; below <= view.lineCount && below - line < 60; below++) {
    const text = view.codeLine(below);
    if (text.trim() !== "" && indentOf(text) <= indent) break;
    lines.push(text);
  }
  return lines;
}
