import type { Observation } from "#model/assessment.ts";
import { readReportHeading } from "#grammar/report/report-headings.ts";
import { isBlank, scanLines, trimBlankLines } from "#grammar/lines.ts";

/** One remark of a list of design observations. */
export interface ObservationItem extends Pick<Observation, "kind" | "text"> {
  readonly scope?: "in-scope" | "future";
  /** The names in brackets of those who raised it. */
  readonly names: readonly string[];
}

/**
 * Reads a list of design observations: bullets, numbered items or bold paragraphs below `Concerns` and `Strengths`, as
 * headings or bold words. Without such words the items are concerns. Ignores other prose.
 */
export function readObservationList(text: string): ObservationItem[] {
  const items: { kind: Observation["kind"]; lines: string[] }[] = [];
  let kind: Observation["kind"] = "concern";
  let current: { kind: Observation["kind"]; lines: string[] } | undefined;
  let isListed = false;
  for (const line of scanLines(text)) {
    const group = line.inFence ? undefined : groupOf(line.text);
    const item: Item | undefined = line.inFence || group !== undefined ? undefined : itemOf(line.text, isListed);
    if (group !== undefined) {
      kind = group.kind;
      isListed = false;
      current = undefined;
      if (group.rest !== "") items.push((current = { kind, lines: [group.rest] }));
    } else if (item !== undefined) {
      isListed = isListed || item.isListed;
      items.push((current = { kind, lines: [item.text] }));
    } else if (!line.inFence && readReportHeading(line.text) !== undefined) current = undefined;
    else current?.lines.push(line.text);
  }
  return items.map(finish).filter(({ text }) => !/^[\s*_(]*none\b[^\n]{0,40}$/i.test(text));
}

function finish({ kind, lines }: { kind: Observation["kind"]; lines: string[] }): ObservationItem {
  const text = trimBlankLines(lines).join("\n");
  const scope = scopeOf(text);
  return { kind, text, scope, names: namesIn(text) };
}

/** `### Concerns`, `**Strengths**`, `**Strengths:** words`. */
function groupOf(line: string): { kind: Observation["kind"]; rest: string } | undefined {
  const bare = line.replace(/^#{1,9} +/, "");
  const match = /^\*{0,2}(Concerns?|Strengths?)(?: \((?:in-scope|future)[^)]*\))?:?\*{0,2}:?(?:\s+(.*))?$/i.exec(bare);
  if (match?.[1] === undefined) return undefined;
  const isHeading = bare !== line || line.startsWith("**") || /:\s*$/.test(line) || match[2] === undefined;
  if (!isHeading) return undefined;
  return {
    kind: /^strength/i.test(match[1]) ? "strength" : "concern",
    rest: (match[2] ?? "").replace(/^[—–-]\s*/, ""),
  };
}

interface Item {
  readonly text: string;
  readonly isListed: boolean;
}

function itemOf(line: string, isListed: boolean): Item | undefined {
  const bullet = /^(?:[-*+]|\d{1,2}[.)])[ \t]+(\S.*)$/.exec(line);
  if (bullet?.[1] !== undefined) return { text: bullet[1], isListed: true };
  return !isListed && /^\*\*[^*\s]/.test(line) ? { text: line, isListed: false } : undefined;
}

function scopeOf(text: string): "in-scope" | "future" | undefined {
  const word = /[(,]\s*`?(in[- ]scope|future)\b/i.exec(text.slice(0, 4000))?.[1]?.toLowerCase();
  return word === undefined ? undefined : word === "future" ? "future" : "in-scope";
}

function namesIn(text: string): string[] {
  const names: string[] = [];
  for (const [, inside] of text.matchAll(/\[([^[\]\n]{2,200})\](?!\()/g)) {
    for (const name of inside?.split(",") ?? []) if (!isBlank(name)) names.push(name.trim());
  }
  return names;
}
