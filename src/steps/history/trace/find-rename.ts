import type { CodeBetween } from "#model/history/code-facts.ts";
import { codeTokens } from "./code-words.ts";

/** A file by its old and its new name. */
export interface FileNames {
  readonly from: string;
  readonly to: string;
}

/** The new names in lines that are the same otherwise, by their old ones; undefined if anything else differs. */
export function renamedIn(
  { from, to }: FileNames,
  { before, after }: { readonly before: readonly string[]; readonly after: readonly string[] },
): ReadonlyMap<string, string> | undefined {
  const [old, now] = [codeTokens(from, before), codeTokens(to, after)];
  if (old.length !== now.length) return undefined;
  const names = new Map<string, string>();
  for (const [at, token] of old.entries()) {
    const next = now[at]!;
    if (!NAME.test(token) || !NAME.test(next)) continue;
    if ((names.get(token) ?? next) !== next) return undefined;
    names.set(token, next);
  }
  // Two names must not have become one.
  if (new Set(names.values()).size !== names.size) return undefined;
  const isSame = old.every((token, at) => inNewNames(token, names) === now[at]);
  const renamed = new Map([...names].filter(([one, other]) => one !== other));
  return isSame && renamed.size > 0 && renamed.size <= MAX_NAMES ? renamed : undefined;
}

const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
const WORDS = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const MAX_NAMES = 8;

/** A string may contain names, too. */
const inNewNames = (token: string, names: ReadonlyMap<string, string>): string =>
  token.replace(WORDS, (word) => names.get(word) ?? word);

/** What shows whether a name is only another name of the same thing. */
export interface RenameFacts {
  readonly since: Pick<CodeBetween, "from" | "to">;
  /** The files of the new head that define a name. */
  readonly definedIn: (name: string) => Promise<readonly string[]>;
}

/**
 * Whether names are renamed, and not replaced by others: the old one is gone from the file, the new one was not there, and
 * the file that defines the new one had the old one before.
 */
export async function areRenamed(
  names: ReadonlyMap<string, string>,
  file: FileNames,
  { since, definedIn }: RenameFacts,
): Promise<boolean> {
  const hasSwitched = async ({ from, to }: FileNames, old: string, now: string): Promise<boolean> => {
    const [before, after] = [await since.from.readLines(from), await since.to.readLines(to)];
    if (before === undefined || after === undefined) return false;
    const [was, is] = [new Set(codeTokens(from, before)), new Set(codeTokens(to, after))];
    return was.has(old) && !was.has(now) && is.has(now) && !is.has(old);
  };
  for (const [old, now] of names) {
    if (!(await hasSwitched(file, old, now))) return false;
    const paths = await definedIn(now);
    const homes = paths.map((path) => (path === file.to ? file : { from: path, to: path }));
    let isDefined = false;
    for (const home of homes.slice(0, MAX_HOMES)) isDefined ||= await hasSwitched(home, old, now);
    if (!isDefined) return false;
  }
  return true;
}

const MAX_HOMES = 5;
