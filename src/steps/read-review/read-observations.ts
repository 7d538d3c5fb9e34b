import type { ScannedLine } from "#grammar/lines.ts";
import type { Observation } from "#model/assessment.ts";
import { isDecoration, joinPassage } from "./passage.ts";
import { reportsNothing } from "./reports-nothing.ts";
import type { Author } from "./read-findings.ts";
import type { ReviewPart } from "./split-review.ts";

/** Reads the remarks on the design: one per list item or paragraph, concern or strength by the heading above it. */
export function readObservations(parts: readonly ReviewPart[], { reviewer, pass }: Author): Observation[] {
  const observations: Observation[] = [];
  for (const { kind, scope: shared, lines } of parts.flatMap(({ lines }) => groupsOf(lines))) {
    for (const item of itemsOf(lines)) {
      const text = withoutBullet(joinPassage(item));
      // "None that …" means that there is nothing.
      if (text === "" || /^none\b(?! of)/i.test(text)) continue;
      const scope = scopeOf(text) ?? shared;
      observations.push({
        id: `${reviewer}:${pass > 1 ? `p${pass}.` : ""}D${observations.length + 1}`,
        reviewer,
        pass,
        kind,
        scope,
        text,
        credits: [],
      });
    }
  }
  return observations;
}

interface Group {
  readonly kind: Observation["kind"];
  /** If the heading states it for all: `**Concerns** *(in-scope)*`. */
  readonly scope: Observation["scope"];
  readonly lines: ScannedLine[];
}

function groupsOf(lines: readonly ScannedLine[]): Group[] {
  // Without a heading they are concerns; strengths are always called so.
  const groups: Group[] = [{ kind: "concern", scope: undefined, lines: [] }];
  for (const line of lines) {
    const heading = line.inFence ? undefined : groupHeading(line.text);
    if (heading !== undefined) {
      const { kind, scope, rest } = heading;
      groups.push({ kind, scope, lines: rest === "" ? [] : [{ ...line, text: rest }] });
    } else if (line.inFence || !reportsNothing(line.text)) groups.at(-1)?.lines.push(line);
  }
  return groups;
}

const GROUP = /^\s*(?:#{1,9}\s+\*{0,2}|(?:[-+]\s+)?\*\*)(concern|strength)s\b([^*\n]{0,40}?)\*{0,2}:?\*{0,2}(.*)$/is;

/** `### Concerns`, `**Concerns (future)**`, and with the first remark on the same line: `**Strengths** — The …`. */
function groupHeading(line: string): { kind: Group["kind"]; scope: Group["scope"]; rest: string } | undefined {
  const [, word, inside = "", behind = ""] = GROUP.exec(line) ?? [];
  if (word === undefined) return undefined;
  const tag = /^\s*[*_]{0,2}(\([^()]{1,60}\))[*_]{0,2}/.exec(behind)?.[0] ?? "";
  const rest = behind.slice(tag.length).replace(/^[\s:–—-]+/, "");
  const attached = behind.trim() === "" || tag !== "" || /^\s*[:–—-]/.test(behind);
  if (!attached || !/^\s*(?:\(.*\))?\s*:?$/.test(inside)) return undefined;
  return { kind: word.toLowerCase() === "strength" ? "strength" : "concern", scope: scopeOf(inside + tag), rest };
}

/** Items begin at bullets of the outermost list; in text without a list, at paragraphs, or at their bold beginnings. */
function itemsOf(lines: readonly ScannedLine[]): ScannedLine[][] {
  const starts = itemStarts(lines);
  const items: ScannedLine[][] = [];
  for (const [index, line] of lines.entries()) {
    if (starts(line, lines[index - 1]) || (items.length === 0 && !isDecoration(line))) items.push([line]);
    else items.at(-1)?.push(line);
  }
  return items;
}

function itemStarts(lines: readonly ScannedLine[]): (line: ScannedLine, before: ScannedLine | undefined) => boolean {
  const first = lines.find((line) => !isDecoration(line));
  if (first === undefined || !isBullet(first)) {
    const bold = first?.text.startsWith("**") === true;
    return (line, before) =>
      !line.inFence && !isDecoration(line) && isDecoration(before) && (!bold || line.text.startsWith("**"));
  }
  const outer = indentOf(first);
  return (line) => isBullet(line) && indentOf(line) <= outer;
}

const BULLET = /^\s*(?:[-*+]|\d{1,2}[.)])\s+/;

function isBullet({ text, inFence }: ScannedLine): boolean {
  return !inFence && BULLET.test(text);
}

function indentOf({ text }: ScannedLine): number {
  return text.length - text.trimStart().length;
}

function withoutBullet(text: string): string {
  return text.replace(BULLET, "").trim();
}

/** The tag `(in-scope)` or `(future)` anywhere in the remark. */
function scopeOf(text: string): Observation["scope"] {
  const tag = /[([][^()[\]]{0,60}\b(in[- ]scope|future)\b[^()[\]]{0,60}[)\]]/i.exec(text.slice(0, 20_000))?.[1];
  if (tag === undefined) return undefined;
  return tag.toLowerCase() === "future" ? "future" : "in-scope";
}
