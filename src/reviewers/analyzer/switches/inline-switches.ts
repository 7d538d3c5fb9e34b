import type { FileFacts } from "#model/change/change-index.ts";

/** A comment that switches checks off: `deep-review-ignore hazard-lint/debugger: started by hand`. */
export interface InlineSwitch {
  /** The line of the comment. */
  readonly line: number;
  /** Ids of checks or reviewers. */
  readonly ids: readonly string[];
  /** The author's reason; may be empty. */
  readonly reason: string;
  /** The last line that it applies to. The first is its own. */
  readonly last: number;
}

const MARK = "deep-review-ignore";
const ID = String.raw`[a-z][\w-]*(?:\/[a-z][\w-]*)?`;
const SWITCH = new RegExp(String.raw`^${MARK}[ \t]+(${ID}(?:[ \t]*,[ \t]*${ID})*)[ \t]*(?::(.*))?$`);

/**
 * The switches in a file's comments. A switch after code applies to its own line. One in a comment of its own applies to
 * that comment and the line below it.
 */
export function readInlineSwitches(text: string, facts: FileFacts): InlineSwitch[] {
  if (!text.includes(MARK)) return [];
  const lines = text.split("\n");
  if (facts.role === "doc" || facts.language === "text") return inPlainText(lines);
  const found: InlineSwitch[] = [];
  for (const { start, end, text: comment } of facts.comments) {
    for (const [at, words] of comment.split("\n").entries()) {
      const line = start + at;
      const known = readSwitch(words, line, isAlone(lines, start) ? end + 1 : line);
      if (known !== undefined) found.push(known);
    }
  }
  return found;
}

/** Whether the comment's first line holds no code. */
function isAlone(lines: readonly string[], start: number): boolean {
  return /^\s*(?:\/\/|\/\*|#|--|<!--|;|%|"""|'''|=begin)/.test(lines[start - 1] ?? "");
}

/** Switches in documents and in languages that the index does not know, by common comment marks. */
function inPlainText(lines: readonly string[]): InlineSwitch[] {
  return lines.flatMap((raw, at) => {
    const [, before = "", words = ""] =
      /^(.*?)(?:<!--|(?<=^\s*)(?:#|\/\/|;|--|\.\.))[ \t]*(.*)$/.exec(raw.slice(0, 1000)) ?? [];
    const plain = words.replace(/[ \t]*-->.*$/, "");
    const found = readSwitch(plain, at + 1, before.trim() === "" ? at + 2 : at + 1);
    return found === undefined ? [] : [found];
  });
}

function readSwitch(words: string, line: number, last: number): InlineSwitch | undefined {
  const [, ids, reason = ""] = SWITCH.exec(words.trim()) ?? [];
  if (ids === undefined) return undefined;
  return { line, ids: ids.split(",").map((id) => id.trim()), reason: reason.trim(), last };
}
