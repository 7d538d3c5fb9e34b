import { posix } from "node:path";
import type { Check, UncheckedFile } from "#model/change/analyzer.ts";
import type { ChangedFile, Scope } from "#model/change/scope.ts";
import type { Incident } from "#model/panel/reviewer.ts";
import { printable } from "#util/printable.ts";

/** How many files are named in the verdict's line, and how many of each kind below it. */
const MAX_NAMED = 5;
const MAX_LISTED = 50;

/** The files that should have been read and could not be: `2 files were not read: a.ts (binary), lib (submodule …)`. */
export function describeUnread({ files }: Scope): string[] {
  const unread = files.flatMap(({ path, unread: why }) => (why === undefined ? [] : [`${nameOf(path)} (${why})`]));
  if (unread.length === 0) return [];
  return [
    `${counted(unread.length, "file")} ${unread.length === 1 ? "was" : "were"} not read: ${list(unread, MAX_NAMED)}`,
  ];
}

/**
 * What checks could not look at, an incident for each check and reason. If something important may have been missed, the
 * round is incomplete; a check that only makes suggestions is just mentioned.
 */
export function describeUnchecked(unlooked: readonly UncheckedFile[], checks: readonly Check[]): Incident[] {
  const groups = new Map<string, [UncheckedFile, ...UncheckedFile[]]>();
  for (const one of unlooked) {
    const key = JSON.stringify([one.check, one.why]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()].map((group) => {
    const [{ check, why }] = group;
    const known = checks.find(({ id }) => id === check);
    const kind = (known?.worst ?? known?.severity) === "suggestion" ? "odd" : "unlooked";
    const paths = [...new Set(group.map(({ path }) => path))];
    return { kind, text: `${check} did not look at ${list(paths.map(nameOf), MAX_NAMED)}: ${why}` };
  });
}

/** What a reader of the verdict must know about files although it does not change the verdict, a phrase each. */
export function describeRemarks(scope: Scope): string[] {
  const kinds = groupSkipped(scope).map(({ kind, files }) => `${count(files.length, kind)}${sizeOf(files)}`);
  return [
    ...(scope.notCovered === undefined ? [] : [`not covered: ${scope.notCovered.join("; ")}`]),
    ...(kinds.length === 0 ? [] : [`not read: ${kinds.join(", ")}`]),
    ...describeModes(scope),
  ];
}

/** The files that were skipped by policy, by kind, with their sizes. */
export function listSkipped(scope: Scope): string[] {
  return groupSkipped(scope).map(({ kind, files }) => {
    const names = files.map((file) => `${nameOf(file.path)}${sizeOf([file])}`);
    return `skipped, ${kind}: ${list(names, MAX_LISTED)}`;
  });
}

interface Skipped {
  readonly kind: string;
  readonly files: readonly ChangedFile[];
}

/** By reason. Files that only changed their mode are listed separately. */
function groupSkipped({ files }: Scope): Skipped[] {
  const groups = new Map<string, ChangedFile[]>();
  for (const file of files) {
    if (file.listed === undefined || isModeOnly(file)) continue;
    groups.set(file.listed, [...(groups.get(file.listed) ?? []), file]);
  }
  return [...groups].map(([kind, own]) => ({ kind, files: own }));
}

const isModeOnly = ({ listed, mode }: ChangedFile): boolean =>
  mode !== undefined && listed?.startsWith("only its mode changed") === true;

function describeModes({ files }: Scope): string[] {
  const both = files.filter(({ mode }) => mode?.old !== undefined && mode.new !== undefined);
  const made = both.filter(({ mode }) => isExecutable(mode?.new) && !isExecutable(mode?.old));
  // A hook or a check that cannot be run is switched off by that.
  const unmade = both.filter(({ mode }) => isExecutable(mode?.old) && mode?.new === PLAIN);
  const out = files.flatMap(({ path, link }) => {
    const where = link?.new === undefined ? undefined : leadsOut(path, link.new);
    return where === undefined ? [] : [`${nameOf(path)} (${where}, to ${nameOf(link?.new ?? "")})`];
  });
  return [
    ...listFiles(made, "became executable"),
    ...listFiles(unmade, "no longer executable"),
    ...(out.length === 0 ? [] : [`${counted(out.length, "symbolic link")} to look at: ${list(out, MAX_NAMED)}`]),
  ];
}

function listFiles(files: readonly ChangedFile[], what: string): string[] {
  if (files.length === 0) return [];
  const names = files.map(({ path }) => nameOf(path));
  return [`${counted(files.length, "file")} ${what}: ${list(names, MAX_NAMED)}`];
}

const PLAIN = "100644";
const isExecutable = (mode?: string): boolean => mode === "100755";

/** Why a link must be looked at: it leads out of the repository, or into `.git`. */
function leadsOut(path: string, target: string): string | undefined {
  if (posix.isAbsolute(target) || /^[A-Za-z]:|\\/.test(target)) return "leads out of the repository";
  const place = posix.join(posix.dirname(path), target);
  if (place === ".." || place.startsWith("../")) return "leads out of the repository";
  return place.split("/").some((part) => part.toLowerCase() === ".git") ? "leads into .git" : undefined;
}

/** A file name is untrusted text: it is kept on one line, and short. */
function nameOf(path: string): string {
  const shown = printable(path);
  return shown.length > MAX_NAME ? `…${shown.slice(-MAX_NAME)}` : shown;
}

const MAX_NAME = 120;

function list(names: readonly string[], most: number): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(", ")}${more > 0 ? ` and ${withCommas(more)} more` : ""}`;
}

const withCommas = (number: number): string => number.toLocaleString("en");
const counted = (number: number, noun: string): string => `${withCommas(number)} ${noun}${number === 1 ? "" : "s"}`;

/** `3 generated files`, `1 lock file`, `2 files ignored by the configuration`. */
function count(number: number, kind: string): string {
  if (kind.endsWith(" file") || kind === "snapshot") return counted(number, kind);
  return /^\w+$/.test(kind) ? counted(number, `${kind} file`) : `${counted(number, "file")} ${kind}`;
}

/** ` (12 lines)`. Empty if no lines were counted. */
function sizeOf(files: readonly ChangedFile[]): string {
  if (files.every(({ lines }) => lines === undefined)) return "";
  const lines = files.reduce((sum, file) => sum + (file.lines?.added ?? 0) + (file.lines?.removed ?? 0), 0);
  return ` (${counted(lines, "line")})`;
}
