import { createHash } from "node:crypto";
import { lstat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { listSome } from "#util/words.ts";
import { git } from "./git.ts";

/** The state of a user's checkout at one moment, to be compared with a later one. */
export interface CheckoutState {
  /** Branches, tags and the head. */
  readonly refs: string;
  /** Size, times and kind of each tracked file and its folders, by path. */
  readonly files: ReadonlyMap<string, string>;
}

const MAX_FILES = 50_000;
const AT_ONCE = 64;

/** Reads no contents: git would run the filters that the settings name. Undefined: there is no checkout. */
export async function readCheckoutState(folder: string): Promise<CheckoutState | undefined> {
  const root = (await git(folder, ["rev-parse", "--show-toplevel"]))?.trim();
  if (root === undefined || root === "") return undefined;
  const [refs = "", head = "", listed = ""] = await Promise.all([
    git(root, ["for-each-ref"]),
    git(root, ["rev-parse", "HEAD"]),
    git(root, ["ls-files", "-z"]),
  ]);
  const tracked = listed.split("\0").filter((path) => path !== "");
  const paths = [...new Set([...tracked, ...tracked.map(dirname)])].slice(0, MAX_FILES);
  const files = new Map<string, string>();
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const some = paths.slice(at, at + AT_ONCE);
    const states = await Promise.all(some.map((path) => stateOf(join(root, path))));
    for (const [index, path] of some.entries()) files.set(path, states[index] ?? "");
  }
  return { refs: createHash("sha256").update(`${head}\n${refs}`).digest("hex"), files };
}

async function stateOf(path: string): Promise<string> {
  const entry = await lstat(path).catch(() => undefined);
  return entry === undefined ? "missing" : [entry.mode, entry.size, entry.mtimeMs, entry.ino].join(" ");
}

/** What differs, a phrase. Undefined: nothing does, or there is nothing to compare. */
export function compareCheckouts(
  before: CheckoutState | undefined,
  now: CheckoutState | undefined,
): string | undefined {
  if (before === undefined || now === undefined) return undefined;
  const paths = new Set([...before.files.keys(), ...now.files.keys()]);
  const changed = [...paths].filter((path) => before.files.get(path) !== now.files.get(path));
  const parts = [
    ...(before.refs === now.refs ? [] : ["its branches or tags"]),
    ...(changed.length === 0 ? [] : [listSome(changed, 5)]),
  ];
  return parts.length === 0 ? undefined : parts.join(", ");
}
