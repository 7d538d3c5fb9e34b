import type { Report } from "#model/report.ts";
import { oneLine, truncate } from "#util/words.ts";

/**
 * Why the verdict is what it is, for readers who know no ids: one finding is named by its title, several are counted. What
 * somebody wrote in their own words stays as it is.
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
      if (ids.length === 1) return `"${truncate(oneLine(titles.get(only) ?? ""), MAX_LENGTH)}" ${rest}`;
      return `${ids.length} ${own.has(only) ? "" : "earlier "}findings ${rest}`;
    })
    .join("; ");
}

/** `I1, I2 are important and stand`. */
const CLAUSE = /^([^ ]+(?:, [^ ]+)*) ((?:is|are) .+)$/;

const MAX_LENGTH = 100;
