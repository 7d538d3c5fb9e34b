import type { Language } from "#model/change/change-index.ts";
import { closingBracket, loopsAround } from "../blocks.ts";
import { type GoFunction, goFunctionAt, goFunctions } from "../go-functions.ts";
import { inPlaces, type LineCheck, type LineHit, type TouchedFile } from "../line-check.ts";
import { findUnsetInPython, findUnsetInScript } from "./unset-value.ts";

/** An error is written to the log and the function, which could return it, goes on as if nothing had happened. */
export const loggedError: LineCheck = {
  check: {
    id: "hazard-lint/logged-error",
    title: "Error logged, then ignored",
    about:
      "Go: a function that returns an error logs one and goes on; the caller takes the result for a success. Python, TypeScript, JavaScript: a catch only logs, and a value that only the tried block sets is used below. Loops over items, clean-up and branches that say why are left alone.",
    severity: "suggestion",
    languages: ["go", "python", "typescript", "javascript"],
    catches: `func (s *Store) Save(order Order) error {
	data, err := encode(order)
	if err != nil {
		s.logger.Errorf("cannot encode order: %v", err)
	}
	return s.write(data)
}`,
    ignores: `func (s *Store) Save(order Order) error {
	data, err := encode(order)
	if err != nil {
		s.logger.Errorf("cannot encode order: %v", err)
		return err
	}
	return s.write(data)
}`,
  },
  roles: ["source"],
  weight: 0.6,
  find: (file) => FINDERS[file.language]?.(file) ?? [],
  title: (hits) => `Error is logged and the function goes on${inPlaces(hits)}`,
  explanation:
    "The branch only logs the error and goes on: the caller takes the outcome for a success, or what follows uses a value that was never set.",
  fix: "Hand the error on, or say in a comment why it is safe to go on.",
};

const FINDERS: Partial<Record<Language, (file: TouchedFile) => LineHit[]>> = {
  go: findLoggedErrors,
  python: findUnsetInPython,
  typescript: findUnsetInScript,
  javascript: findUnsetInScript,
};

function findLoggedErrors(file: TouchedFile): LineHit[] {
  const { view, added } = file;
  const functions = goFunctions(view.code);
  const hits: LineHit[] = [];
  for (const match of view.code.matchAll(/\bif\b[^\n{}]{0,300}?\b(\w*[eE]rr\w*)\s*!=\s*nil\b[^\n{}]{0,200}\{/g)) {
    const line = view.lineAt(match.index);
    const open = match.index + match[0].length - 1;
    const end = closingBracket(view.code, open);
    const fn = goFunctionAt(functions, match.index);
    if (end === undefined || fn === undefined || !/\berror\b/.test(fn.results)) continue;
    const last = view.lineAt(end);
    if (!allAdded(added, line, last) || !onlyLogs(view.code.slice(open + 1, end))) continue;
    if (view.hasComment(view.offsetOf(line - 1), view.offsetOf(last + 2))) continue;
    const branch = { name: match[1] ?? "err", start: match.index, end, text: linesOf(file, line - 2, last) };
    if (isDeliberate(branch.text) || !goesOn(view.code, fn, branch) || inLoop(file, fn, line)) continue;
    if (!isWarning(view.code.slice(open, end)) || usesResult(view.code, fn, branch)) {
      hits.push({ start: line, end: last });
    }
  }
  return hits;
}

interface Branch {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

function allAdded(added: ReadonlySet<number>, from: number, to: number): boolean {
  for (let line = from; line <= to; line++) if (!added.has(line)) return false;
  return true;
}

function linesOf({ view }: TouchedFile, from: number, to: number): string {
  let text = "";
  for (let line = Math.max(1, from); line <= to; line++) text += `${view.verbatim(line)}\n`;
  return text;
}

/** Clean-up and optional steps are commonly left to fail; the words in the branch and above it tell. */
function isDeliberate(text: string): boolean {
  return WORDS_OF_INTENT.test(text) || CLEAN_UP.test(text);
}

const WORDS_OF_INTENT =
  /\b(?:ignor|skip|fall(?:ing)? ?back|non-?fatal|best.effort|continu|default|optional|not critical|Debugf?\(|Tracef?\(|V\(\d)/i;
const CLEAN_UP =
  /(?:close|remove|flush|sync|shut_?down|kill|stop|clean|unlock|unmount|delete|release|rollback|cancel|disconnect|chmod|notify|signal|tear_?down|resize)\w*\(/i;

/** Whether the statements of a branch are log calls and nothing else. */
function onlyLogs(body: string): boolean {
  let rest = body.trim();
  if (rest === "") return false;
  while (rest !== "") {
    const callee = LOG_CALL.exec(rest);
    if (callee === null) return false;
    let at = callee[0].length - 1;
    let name = callee[0].slice(0, -1);
    for (;;) {
      const close = closingBracket(rest, at);
      if (close === undefined) return false;
      const next = /^\s*\.\s*(\w+)\s*\(/.exec(rest.slice(close + 1, close + 80));
      if (next === null) {
        rest = rest.slice(close + 1).trim();
        break;
      }
      name += `.${next[1] ?? ""}`;
      at = close + next[0].length;
    }
    if (/fatal|panic|exit|fail|must/i.test(name) || !IS_LOG.test(name)) return false;
  }
  return true;
}

const LOG_CALL = /^[\w.]{1,80}\(/;
const IS_LOG =
  /(?:^|\.)(?:log|logger|logrus|slog|klog|glog|zap|level|lg|l|ctxlog)\.|\.(?:Error|Warn|Warning|Print|Log)(?:f|w|ln|Context|S)?$/i;

/** False when the error is dealt with further down: returned, collected, or looked at again. */
function goesOn(code: string, fn: GoFunction, branch: Branch): boolean {
  const after = code.slice(branch.end + 1, fn.end);
  if (/^\s*else\b/.test(after)) return false;
  const assigned = after.search(new RegExp(`\\b${branch.name}\\b[^\\n=!<>]{0,80}:?=[^=]`));
  const seen = assigned < 0 ? after : after.slice(0, assigned);
  if (new RegExp(`\\b${branch.name}\\b`).test(seen)) return false;
  // A named result is returned by a bare return.
  return !new RegExp(`\\b${branch.name}\\s+error\\b`).test(fn.results);
}

/** A warning says that the author chose to go on. */
function isWarning(body: string): boolean {
  return /\bwarn/i.test(body) && !/(?<!err)\.error\w*\(/i.test(body);
}

/** `out, err := run()`: whether `out` is used after the branch, although run has failed. */
function usesResult(code: string, fn: GoFunction, branch: Branch): boolean {
  const above = code.slice(Math.max(fn.open, branch.start - 300), branch.start);
  const made = new RegExp(`(\\w+),\\s*${branch.name}\\s*:?=[^\\n]{1,200}\\n\\s*$`).exec(above)?.[1];
  if (made === undefined || made === "_" || /^(?:ok|found|exists?|is[A-Z]\w*)$/.test(made)) return false;
  return new RegExp(`\\b${made}\\b`).test(code.slice(branch.end, fn.end));
}

function inLoop({ view }: TouchedFile, fn: GoFunction, line: number): boolean {
  return loopsAround(view, line).some(({ start }) => start > fn.start);
}
