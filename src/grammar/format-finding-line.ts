import { type Credit, type Statement } from "#model/cluster.ts";
import { formatLocations } from "#model/location.ts";
import type { Severity } from "#model/severity.ts";

/** The parts of a finding line. */
export interface FindingLineParts extends Pick<Statement, "title" | "locations" | "places" | "class" | "notes"> {
  /** `I1`, without the suffix of a repeated label. */
  readonly label: string;
  readonly severity: Severity;
  readonly credits: readonly Pick<Credit, "note">[];
  /** The credited reviewers' names, one for each credit. */
  readonly names: readonly string[];
  readonly isInvalid: boolean;
}

/**
 * The first line of a finding: ``I1. **title** — `path:1-3` [Name] (important, gap) (note)``. Inverse of
 * `readFindingLine`.
 */
export function formatFindingLine(parts: FindingLineParts): string {
  const title = `**${oneLine(parts.title)}**`;
  const where = [
    ...formatLocations(parts.locations).map((location) => `\`${oneLine(location)}\``),
    ...parts.places.map(oneLine),
  ];
  const names = parts.names.map((name, at) => `[${name}${noteOf(parts.credits[at])}]`);
  return [
    `${parts.label}. ${parts.isInvalid ? `~~${title}~~ **INVALID**` : title}`,
    ...(where.length === 0 ? [] : [`— ${where.join(", ")}`]),
    ...names,
    ...(parts.class === undefined ? [] : [`(${parts.severity}, ${parts.class})`]),
    ...parts.notes.map((note) => `(${oneLine(note)})`),
  ].join(" ");
}

const noteOf = (credit: Pick<Credit, "note"> | undefined): string =>
  credit?.note === undefined ? "" : ` (${oneLine(credit.note)})`;

const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, " ");
