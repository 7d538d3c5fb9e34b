import type { DiffHunk } from "#model/change/change.ts";
import type { ProbeFile } from "./open-files.ts";

/**
 * The added lines of a file that say what removed lines of the same hunk said: with another layout, other quotes, another
 * message of an error, or a constant in place of its value. A break of them tells nothing about this change.
 */
export function reworded(file: ProbeFile): ReadonlySet<number> {
  const values = constantsOf(file);
  const found = new Set<number>();
  for (const hunk of file.hunks) {
    const before = new Set(textsOf(hunk, "removed").map(({ text }) => essence(text)));
    before.delete("");
    for (const { text, line } of textsOf(hunk, "added")) {
      if (before.has(essence(text)) || before.has(essence(expand(text, values)))) found.add(line);
    }
  }
  return found;
}

function textsOf({ lines }: DiffHunk, wanted: "added" | "removed"): { text: string; line: number }[] {
  return lines.flatMap(({ kind, text, old, new: fresh }) =>
    kind === wanted ? [{ text: text.slice(0, MAX_LENGTH), line: fresh ?? old ?? 0 }] : [],
  );
}

const MAX_LENGTH = 400;

/** Layout, quotes and what an error says are left out. */
function essence(text: string): string {
  return text
    .replace(/\b((?:fmt\.)?Errorf|errors\.New|\w*Error|\w*Exception)\(.*$/, "error(")
    .replaceAll(/\s+/g, "")
    .replaceAll(/['`]/g, '"')
    .replace(/[;,]$/, "");
}

const CONSTANT = /^\s*(?:export\s+)?(?:const\s+|var\s+|let\s+)?([A-Za-z_$][\w$]*)\s*:?=\s*([^;]{1,80}?);?\s*$/;

/** Names that the change gives to values. */
function constantsOf({ hunks, base = "" }: ProbeFile): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const hunk of hunks) {
    for (const { text } of textsOf(hunk, "added")) {
      const [, name = "", value = ""] = CONSTANT.exec(text) ?? [];
      if (name.length > 2 && !base.includes(name)) values.set(name, value);
    }
  }
  return values;
}

const expand = (text: string, values: ReadonlyMap<string, string>): string =>
  values.size === 0 ? text : text.replaceAll(/[A-Za-z_$][\w$]*/g, (name) => values.get(name) ?? name);

// Lines that only close something, or leave: they come and go when a condition is turned around.
const LEAVES = /^(?:return|continue|else)?[{}();:]*(?:else)?[{(]*$/;

/**
 * Whether a hunk does the same behind the opposite question: `if (x == nil) { return }` in front of what stood in
 * `if (x != nil) { … }`. Only if a way out came or went with it: an operator that is turned alone is another condition.
 */
export function isTurnedAround(before: readonly string[], after: readonly string[]): boolean {
  const [old, fresh] = [before, after].map((lines) => lines.map(essence).filter((line) => line !== ""));
  if (old === undefined || fresh === undefined) return false;
  if (countExits(old) === countExits(fresh)) return false;
  const [kept, now] = [actsOf(old), actsOf(fresh)];
  return kept !== "" && kept === now;
}

const countExits = (lines: readonly string[]): number =>
  lines.filter((line) => /^(?:return|continue)$/.test(line)).length;

/** What is done and asked, whatever the answer must be. */
const actsOf = (lines: readonly string[]): string =>
  lines
    .filter((line) => !LEAVES.test(line))
    .map((line) => (/^(?:if|else|elif|\}else)/.test(line) ? line.replaceAll(/[!=]=+|!/g, "?") : line))
    .sort()
    .join("\n");
