import type { ScannedLine } from "#grammar/lines.ts";
import { readHeading } from "#grammar/section-heading.ts";
import type { Observation } from "#model/assessment.ts";
import { isDecoration, passageOf, saysNothing } from "./passage.ts";
import type { Author } from "./read-findings.ts";
import type { Part } from "./split-review.ts";

/** Reads the remarks on the design: one a list item or paragraph, concern or strength by the heading above it. */
export function readObservations(parts: readonly Part[], { reviewer, pass }: Author): Observation[] {
  const observations: Observation[] = [];
  for (const { kind, lines } of parts.flatMap(({ lines }) => groupsOf(lines))) {
    for (const item of itemsOf(lines)) {
      const text = withoutBullet(passageOf(item));
      if (text === "") continue;
      const scope = scopeOf(text);
      observations.push({
        id: `${reviewer}:${pass > 1 ? `p${pass}.` : ""}D${observations.length + 1}`,
        reviewer,
        pass,
        kind,
        ...(scope !== undefined && { scope }),
        text,
        credits: [],
      });
    }
  }
  return observations;
}

interface Group {
  readonly kind: Observation["kind"];
  readonly lines: ScannedLine[];
}

function groupsOf(lines: readonly ScannedLine[]): Group[] {
  // Without a heading they are things to think about; a strength is always called one.
  const groups: Group[] = [{ kind: "concern", lines: [] }];
  for (const line of lines) {
    const name = line.inFence ? undefined : readHeading(line.text)?.name;
    if (name === "concerns" || name === "strengths")
      groups.push({ kind: name === "concerns" ? "concern" : "strength", lines: [] });
    else if (line.inFence || !saysNothing(line)) groups.at(-1)?.lines.push(line);
  }
  return groups;
}

/** Items begin at bullets of the outermost list; in text without a list, at paragraphs. */
function itemsOf(lines: readonly ScannedLine[]): ScannedLine[][] {
  const indents = lines.filter(isBullet).map(({ text }) => text.length - text.trimStart().length);
  const outer = indents.length === 0 ? undefined : Math.min(...indents.slice(0, 500));
  const items: ScannedLine[][] = [];
  let open = false;
  for (const line of lines) {
    if (isDecoration(line)) {
      if (outer === undefined) open = false;
      else if (open) items.at(-1)?.push(line);
      continue;
    }
    const begins = outer === undefined ? !open && !line.inFence : isBullet(line) && indentOf(line) === outer;
    if (begins || items.length === 0) items.push([line]);
    else items.at(-1)?.push(line);
    open = true;
  }
  return items;
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

/** The tag `(in-scope)` or `(future)`, in the first lines of the remark. */
function scopeOf(text: string): Observation["scope"] {
  const tag = /[([]\s*(in[- ]scope|future)\b[^)\]]{0,60}[)\]]/i.exec(text.slice(0, 600))?.[1];
  if (tag === undefined) return undefined;
  return tag.toLowerCase() === "future" ? "future" : "in-scope";
}
