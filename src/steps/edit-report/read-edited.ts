import { scanLines } from "#grammar/lines.ts";
import type { ReviewerId } from "#model/ids.ts";
import { type Reviewer, reviewerTitle } from "#model/panel/reviewer.ts";

export interface Edited {
  readonly summary: string;
  readonly retro: {
    readonly paragraphs: readonly { readonly reviewer: ReviewerId; readonly text: string }[];
    /** The text about nobody in particular. */
    readonly overall?: string;
  };
}

/** An editor's text, or why it cannot be used. */
export type ReadEdited = { readonly ok: true; readonly edited: Edited } | { readonly ok: false; readonly why: string };

/** Longer texts are not summaries. */
const MAX_LENGTH = 20_000;

/** Reads the two parts of an editor's answer. Accepts any text and never throws. */
export function readEdited(text: string, reviewers: readonly Reviewer[]): ReadEdited {
  if (text.trim() === "") return { ok: false, why: "it said nothing" };
  if (text.length > 5 * MAX_LENGTH) return { ok: false, why: `it is longer than ${MAX_LENGTH} characters` };
  const parts = new Map<"summary" | "retro", string[]>();
  let lines: string[] | undefined;
  for (const line of scanLines(unwrap(text))) {
    const heading = line.inFence ? undefined : /^#{1,4}\s+(.{1,200})$/.exec(line.text)?.[1];
    const part = heading === undefined ? undefined : partOf(heading);
    if (part !== undefined) parts.set(part, (lines = parts.get(part) ?? []));
    // Further headings would open sections of the report.
    else if (heading === undefined) lines?.push(line.text);
  }
  const summary = (parts.get("summary") ?? []).join("\n").trim();
  if (summary === "") return { ok: false, why: "it has no executive summary" };
  const retro = (parts.get("retro") ?? []).join("\n").trim();
  if (summary.length + retro.length > MAX_LENGTH)
    return { ok: false, why: `it is longer than ${MAX_LENGTH} characters` };
  return { ok: true, edited: { summary, retro: splitRetro(retro, reviewers) } };
}

/** The whole answer may be in a fence, as the form shows it. */
function unwrap(text: string): string {
  const match = /^\s*(`{3,})(?:markdown|md)?[ \t]*\n([\s\S]*?)\n\1`*\s*$/.exec(text);
  return match?.[2] ?? text;
}

function partOf(heading: string): "summary" | "retro" | undefined {
  if (/\bsummary\b/i.test(heading)) return "summary";
  return /\b(?:retro|performance)\b/i.test(heading) ? "retro" : undefined;
}

/** A paragraph that begins with a reviewer's name is about that reviewer. */
function splitRetro(text: string, reviewers: readonly Reviewer[]): Edited["retro"] {
  const paragraphs: { reviewer: ReviewerId; text: string }[] = [];
  const overall: string[] = [];
  for (const paragraph of text.split(/\n[ \t]*\n/)) {
    const trimmed = paragraph.trim();
    if (trimmed === "") continue;
    const start = trimmed.replace(/^[-\s*_#]{1,10}/, "").toLowerCase();
    const reviewer = reviewers.find((one) => namesOf(one).some((name) => start.startsWith(name)));
    if (reviewer === undefined) overall.push(trimmed);
    else paragraphs.push({ reviewer: reviewer.id, text: trimmed });
  }
  return { paragraphs, ...(overall.length === 0 ? {} : { overall: overall.join("\n\n") }) };
}

const namesOf = (reviewer: Reviewer): string[] =>
  [reviewerTitle(reviewer), reviewer.name, reviewer.id].map((name) => name.toLowerCase());
