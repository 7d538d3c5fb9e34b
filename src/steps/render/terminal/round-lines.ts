import type { Report, ReportFinding } from "#model/report.ts";

/** So many earlier findings are listed; the report has the rest. */
const SHOWN_EARLIER = 40;

/** What became of the earlier findings, as lines. Untrusted text. */
export interface StoryLines {
  readonly sentence: string;
  readonly rows: readonly {
    readonly name: string;
    readonly status: string;
    readonly title: string;
    readonly isSettled: boolean;
  }[];
  readonly notes: readonly string[];
}

/** The opening of a later round; undefined where no earlier round is known. */
export function sayStory({ story }: Report): StoryLines | undefined {
  if (story === undefined) return undefined;
  const more = story.earlier.length - SHOWN_EARLIER;
  return {
    sentence: story.sentence,
    rows: story.earlier.slice(0, SHOWN_EARLIER).map(({ finding, status }) => ({
      name: finding.ref,
      status,
      title: finding.title,
      isSettled: !["open", "partly-fixed", "unknown"].includes(finding.status),
    })),
    notes: [...(more > 0 ? [`and ${more} more, see the report`] : []), ...story.notes],
  };
}

/** Where a finding comes from, for the lines below it; nothing in a first round. */
export function sayOrigin({ comesFrom }: ReportFinding): string[] {
  if (comesFrom === undefined) return [];
  return [comesFrom.text, ...comesFrom.sides.map(({ who, says }) => `${who}: ${says}`)];
}

/** The trend in numbers, whether another round is worth it, and how many problems are probably unseen where that can be told. */
export function sayRounds({ story, worth, unseen }: Report): string[] {
  const estimate = unseen?.groups[0]?.estimate;
  return [
    ...(story === undefined ? [] : [`Trend: ${story.trendLine}`]),
    ...(worth === undefined ? [] : [worth.because]),
    ...(unseen === undefined || estimate === undefined ? [] : [unseen.sentence]),
  ];
}
