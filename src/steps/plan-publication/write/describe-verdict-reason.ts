import type { Report } from "#model/report.ts";

/**
 * The reason for the verdict, for readers who do not know the ids: one finding is named by its title, several are
 * counted. Free text stays as it is.
 */
export function describeVerdictReason({ verdict, kept, review }: Report): string {
  const because = verdict.rationale ?? verdict.rule.because;
  if (because !== verdict.rule.because) return because;
  const titles = new Map<string, string>([
    ...review.previous.map(({ ref, title }) => [ref, title] as const),
    ...kept.map(({ id, title }) => [id as string, title] as const),
  ]);
  const own = new Set<string>(kept.map(({ id }) => id));
  return because
    .split("; ")
    .map((clause) => {
      const [, names = "", rest = ""] = CLAUSE.exec(clause) ?? [];
      const ids = names.split(", ");
      if (!ids.every((id) => titles.has(id))) return clause;
      const [only = ""] = ids;
      if (ids.length === 1) return `"${shorten(titles.get(only) ?? "")}" ${rest}`;
      return `${ids.length} ${own.has(only) ? "" : "earlier "}findings ${rest}`;
    })
    .join("; ");
}

/** `I1, I2 are important and stand`. */
const CLAUSE = /^([^ ]+(?:, [^ ]+)*) ((?:is|are) .+)$/;

const MAX_LENGTH = 100;

function shorten(title: string): string {
  const line = title.replaceAll(/\s+/g, " ").trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH).trimEnd()} …` : line;
}
