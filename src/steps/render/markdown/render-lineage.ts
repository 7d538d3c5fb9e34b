import { DERIVED_TITLES, NOTHING } from "#grammar/report/own-parts.ts";
import { formatTable } from "#grammar/tables.ts";
import type { Report } from "#model/report.ts";
import { UNSEEN_CAVEAT, type UnseenGroup } from "#model/history/report-history.ts";
import { listSection, section } from "./render-computed.ts";

/** Where each finding comes from, with both sides of one that a person had decided against. */
export function renderLineage({ kept, routed, dropped }: Report): string[] {
  const lines = [...kept, ...routed, ...dropped].flatMap(({ id, comesFrom }) =>
    comesFrom === undefined
      ? []
      : [
          `- ${id} (${comesFrom.kind}): ${comesFrom.text}`,
          ...comesFrom.sides.map(({ who, says }) => `  - ${who}: ${says}`),
          ...[comesFrom.because, comesFrom.recognised].flatMap((text) => (text === undefined ? [] : [`  - ${text}`])),
        ],
  );
  return listSection(DERIVED_TITLES.lineage, lines);
}

const cell = (value: number | undefined): string => (value === undefined ? NOTHING : String(value));

/** Whether another round is worth it, and where the findings of each round come from. */
export function renderTrend({ history, worth }: Report): string[] {
  if (history === undefined) return worth === undefined ? [] : section(DERIVED_TITLES.trend, [worth.because]);
  const rows = history.trend.map(({ round, review, kept, latent, introduced, newCode, others }) => [
    String(round),
    review,
    String(kept),
    ...[latent, introduced, newCode, others].map(cell),
  ]);
  const head = ["Round", "Review", "Findings", "Latent", "Introduced by fixes", "In new code", "Others"];
  return section(DERIVED_TITLES.trend, [...(worth === undefined ? [] : [worth.because]), formatTable(head, rows)]);
}

const GROUPS: Readonly<Record<UnseenGroup["of"], string>> = {
  all: "all",
  grave: "critical and important",
  suggestion: "suggestions",
};

/** How many problems are probably unseen, with the numbers behind the estimate. */
export function renderUnseen({ unseen }: Report): string[] {
  if (unseen === undefined) return [];
  const { voices, groups, sentence } = unseen;
  // Ids, as in the rulings below: names can be equal, and every number must be countable again.
  const counted = voices.map((ids) => ids.join(", ")).join("; ");
  const rows = groups.map(({ of, seenBy, estimate }) => [
    GROUPS[of],
    ...seenBy.map(String),
    estimate === undefined ? NOTHING : String(estimate.unseen),
    estimate === undefined ? NOTHING : `${estimate.low} to ${estimate.high}`,
  ]);
  const head = ["Problems", ...voices.map((_, at) => `Seen by ${at + 1}`), "Probably unseen", "95 %"];
  return section(DERIVED_TITLES.unseen, [
    sentence,
    ...(groups.some(({ estimate }) => estimate !== undefined) ? [UNSEEN_CAVEAT] : []),
    `Counted as independent: ${counted}.`,
    formatTable(head, rows),
  ]);
}
