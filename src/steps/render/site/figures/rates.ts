import type { ArchiveView, TrackRecord } from "#model/archive.ts";
import { reviewerColor } from "../../html/reviewer-color.ts";
import { barRows } from "../../charts/bar-rows.ts";
import { share, wilson } from "../../charts/numbers.ts";
import { percent, rate } from "../../words.ts";
import { type ChartFigure, reviewerLabel } from "./figure-card.ts";
import { joinAnd, plural } from "#util/words.ts";

/** The share of a reviewer's findings that is kept. */
export function keptRate(view: ArchiveView): ChartFigure {
  const all = view.reviewers.map((record) => ({
    record,
    part: record.overall.kept,
    whole: record.overall.raised.all,
  }));
  return {
    id: "kept",
    title: "Kept",
    reading: mostAndLeast(all) ?? "Nothing is known about it in this archive.",
    chart: barRows(
      all.map(({ record, part, whole }) => {
        const title = `${record.name}: ${rate(part, whole)} of its findings kept`;
        const tint = reviewerColor(record.reviewer);
        return {
          label: reviewerLabel(record),
          title,
          segments: [{ share: share(part, whole) ?? 0, tint, look: "full" as const, title }],
          whisker: wilson(part, whole),
          value: whole === 0 && record.overall.withRaw > 0 ? "–" : rateOnly(part, whole),
          note: whole > 0 ? `${part} of ${whole}` : record.overall.withRaw > 0 ? "none raised" : "no data",
        };
      }),
    ),
    base: `Kept: it is part of a kept finding, alone or with others. The line shows where the true rate lies with 95 % confidence. ${rawBase(view)}`,
    table: {
      columns: ["Reviewer", "Raised", "Kept", "Moved", "Dropped", "Refuted", "Kept rate"],
      rows: view.reviewers.map(({ name, overall: { raised, kept, routed, dropped, refuted } }) => ({
        name,
        cells: [raised.all, kept, routed, dropped, refuted, rateOnly(kept, raised.all)],
      })),
    },
  };
}

/** States for how many reviews the raw text is available, without which it is unknown what was raised. */
export function rawBase({ reviewers, totals }: ArchiveView): string {
  const some = reviewers.filter(({ overall }) => overall.withRaw < overall.reviews);
  if (some.length === 0) return totals.changes === 1 ? "" : `All ${plural(totals.changes, "review")} count.`;
  const each = reviewers.map(({ name, overall }) => `${name} ${overall.withRaw} of ${overall.reviews}`).join(", ");
  return `Only reviews with their raw text count: ${each}.`;
}

/** `91 %`; unknown without a base. */
export function rateOnly(part: number, whole: number): string {
  return whole > 0 ? percent(part / whole) : "unknown";
}

/** A reviewer with a part of a whole: findings kept of findings raised. */
export interface Ranked {
  readonly record: TrackRecord;
  readonly part: number;
  readonly whole: number;
}

/** Those with a base, highest rate first. */
export function rankByRate(all: readonly Ranked[]): readonly Ranked[] {
  return all.filter(({ whole }) => whole > 0).toSorted((a, b) => b.part / b.whole - a.part / a.whole);
}

/** The highest and lowest rate, with the base, and a note if the ranges overlap. Undefined without any base. */
export function mostAndLeast(all: readonly Ranked[]): string | undefined {
  const ranked = rankByRate(all);
  const [most] = ranked;
  const least = ranked.at(-1);
  if (most === undefined || least === undefined) return undefined;
  const lead = `${most.record.name}'s findings are kept`;
  if (ranked.length === 1) return `${lead}: ${rate(most.part, most.whole)}.`;
  if (most.part / most.whole === least.part / least.whole)
    return `${lead} as often as all others: ${rate(most.part, most.whole)}.`;
  const sameAs = (one: Ranked): Ranked[] => ranked.filter(({ part, whole }) => part / whole === one.part / one.whole);
  const [leading, trailing] = [sameAs(most), sameAs(least)];
  const names = joinAnd(trailing.map(({ record }) => record.name));
  const tail =
    least.part === 0
      ? `${names} never (0 of ${joinAnd(trailing.map(({ whole }) => String(whole)))})`
      : `${names} least often, ${rate(least.part, least.whole)}`;
  const said = `${describeLeading(leading, most)}; ${tail}.`;
  return leading.every((high) => trailing.every((low) => isCertain(high, low)))
    ? said
    : `${said} The ranges overlap, so the order may be chance.`;
}

/** Who leads: all of them, if several have the same rate. */
function describeLeading(leading: readonly Ranked[], most: Ranked): string {
  if (leading.length === 1) return `${most.record.name}'s findings are kept most often, ${rate(most.part, most.whole)}`;
  const names = joinAnd(leading.map(({ record }) => record.name));
  const bases = joinAnd(leading.map(({ part, whole }) => `${part} of ${whole}`));
  return `The findings of ${names} are kept most often, ${percent(most.part / most.whole)} (${bases})`;
}

function isCertain(a: Ranked, b: Ranked): boolean {
  const [high, low] = [wilson(a.part, a.whole), wilson(b.part, b.whole)];
  return high !== undefined && low !== undefined && high.low > low.high;
}
