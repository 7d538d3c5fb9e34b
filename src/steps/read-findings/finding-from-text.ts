import { readBodyParts } from "#grammar/body-parts.ts";
import { locationsInProse } from "#grammar/locations.ts";
import type { Finding } from "#model/finding.ts";
import { findingId, type ReviewerId } from "#model/ids.ts";
import type { Location } from "#model/location.ts";
import { type Severity, severityLetter } from "#model/severity.ts";

/** A problem as another tool states it; only the text is required. */
export interface PlainFinding {
  readonly text: string;
  readonly title?: string | undefined;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly endLine?: number | undefined;
  readonly severity?: Severity | undefined;
}

/** A text that states no severity counts as the mildest. */
const UNRATED: Severity = "suggestion";

/** Builds a finding from a text: its first sentence is the title, places that it names are its locations. */
export function findingFromText(plain: PlainFinding, reviewer: ReviewerId, number: number): Finding {
  const { title, body } = split(plain);
  const severity = plain.severity ?? UNRATED;
  const label = `${severityLetter(severity)}${number}`;
  return {
    id: findingId(reviewer, label),
    reviewer,
    pass: 1,
    label,
    severity,
    title,
    locations: locationsOf(plain),
    places: [],
    body,
    ...partsOf(body),
    lines: { start: 1, end: 1 },
  };
}

const MAX_TITLE_LENGTH = 400;

function split({ text, title }: PlainFinding): { readonly title: string; readonly body: string } {
  const whole = text.trim();
  if (title !== undefined && title.trim() !== "") return { title: title.trim(), body: whole };
  const start = whole.slice(0, MAX_TITLE_LENGTH);
  const end = /[.!?;](?=\s)|\n| - /.exec(start);
  const cut = end === null ? start.length : end.index + (end[0] === "\n" ? 0 : 1);
  return { title: start.slice(0, cut).replace(/[\s.;-]+$/, ""), body: whole.slice(cut).trim() };
}

function locationsOf({ path, line, endLine, text }: PlainFinding): Location[] {
  if (path === undefined || path === "") return locationsInProse(text);
  if (line === undefined) return [{ path }];
  return [{ path, start: line, end: Math.max(line, endLine ?? line) }];
}

function partsOf(body: string): Pick<Finding, "quotes" | "repros" | "fix" | "class"> {
  const { quotes, fix, repros, class: origin } = readBodyParts(body);
  return {
    quotes,
    repros,
    fix,
    class: origin,
  };
}
