import type { ArchiveView, Tally, TrackRecord } from "#model/archive.ts";
import type { SafeHtml } from "../../html/escape.ts";
import { reviewerColor } from "../../html/reviewer-color.ts";
import { barRows } from "../../charts/bar-rows.ts";
import { share, wilson } from "../../charts/numbers.ts";
import { percent, rate } from "../../words.ts";
import { type ChartFigure, reviewerLabel } from "./figure-card.ts";
import { joinAnd, plural } from "#util/words.ts";

/** The share of a reviewer's findings that is kept. */
export function keptRate(view: ArchiveView): ChartFigure {
  const all = ranked(view, ({ kept, raised }) => ({ part: kept, whole: raised.all }));
  return {
    id: "kept",
    title: "Kept",
    reading: mostAndLeast(all, { subject: findingsOf, does: "are kept" }) ?? NOTHING_KNOWN,
    chart: rateRows(all, "of its findings kept"),
    base: `Kept: it is part of a published finding, merged or alone. The line shows where the true rate lies with 95 % confidence. ${rawBase(view)}`,
    table: {
      columns: ["Reviewer", "Raised", "Kept", "Moved", "Dropped", "Kept rate"],
      rows: view.reviewers.map(({ name, overall }) => ({
        name,
        cells: [
          overall.raised.all,
          overall.kept,
          overall.routed,
          overall.dropped,
          rateOnly(overall.kept, overall.raised.all),
        ],
      })),
    },
  };
}

/** The share that was refuted. */
export function falsePositives(view: ArchiveView): ChartFigure {
  const all = ranked(view, ({ falsePositives, raised }) => ({ part: falsePositives, whole: raised.all }));
  return {
    id: "false-positives",
    title: "False positives",
    reading: mostAndLeast(all, { subject: findingsOf, does: "are refuted" }) ?? NOTHING_KNOWN,
    chart: rateRows(all, "of its findings refuted", { top: Math.max(0.1, ...all.map(upperEnd)) }),
    base: `False positive: dropped because it was refuted; other reasons do not count.${unstatedDrops(view)} Bars on a scale of their own. ${rawBase(view)}`,
    table: {
      columns: ["Reviewer", "Raised", "Refuted", "Rate"],
      rows: all.map(({ record, part, whole }) => ({ name: record.name, cells: [whole, part, rateOnly(part, whole)] })),
    },
  };
}

/** How often a reviewer called a file clean in which another one has a finding. */
export function coverageMisses(view: ArchiveView): ChartFigure {
  const all = ranked(view, ({ coverage }) => ({ part: coverage.misses, whole: coverage.files }));
  return {
    id: "coverage",
    title: "Coverage misses",
    reading:
      mostAndLeast(all, { subject: same, does: "calls a file clean that has a finding of another reviewer" }) ??
      NOTHING_KNOWN,
    chart: rateRows(all, "of the files it accounts for", { top: Math.max(0.1, ...all.map(upperEnd)) }),
    base: `Base: the files named in its coverage summaries; reviews without one do not count (${view.reviewers
      .map(({ name, overall }) => `${name} ${overall.coverage.reviews} of ${overall.reviews}`)
      .join(", ")} have one).`,
    table: {
      columns: ["Reviewer", "Reviews with a summary", "Files named", "Missed", "Rate"],
      rows: view.reviewers.map(({ name, overall: { coverage } }) => ({
        name,
        cells: [coverage.reviews, coverage.files, coverage.misses, rateOnly(coverage.misses, coverage.files)],
      })),
    },
  };
}

/** How often a reviewer gave no review at all. */
export function failures(view: ArchiveView): ChartFigure {
  const all = ranked(view, ({ failed, reviews }) => ({ part: failed, whole: reviews }));
  const unknown = view.reviewers.filter(({ overall }) => overall.unknown > 0);
  const total = all.reduce((sum, { part }) => sum + part, 0);
  return {
    id: "failures",
    title: "Failed runs",
    reading:
      total === 0
        ? "No run is reported as failed."
        : (mostAndLeast(all, { subject: same, does: "fails to give a review" }) ?? NOTHING_KNOWN),
    chart: rateRows(all, "of its runs failed", { top: Math.max(0.1, ...all.map(upperEnd)) }),
    base: `Base: the reviews with this reviewer on the panel.${unknown.length > 0 ? ` How a run ended is not said in every report (${unknown.map(({ name, overall }) => `${name} ${plural(overall.unknown, "time")}`).join(", ")}).` : ""}`,
    table: {
      columns: ["Reviewer", "Reviews", "Failed", "End not said"],
      rows: view.reviewers.map(({ name, overall }) => ({
        name,
        cells: [overall.reviews, overall.failed, overall.unknown],
      })),
    },
  };
}

/** States for how many reviews the raw text is available, without which it is unknown what was raised. */
export function rawBase({ reviewers, totals }: ArchiveView): string {
  const some = reviewers.filter(({ overall }) => overall.withRaw < overall.reviews);
  if (some.length === 0) return `All ${plural(totals.changes, "review")} count.`;
  const each = reviewers.map(({ name, overall }) => `${name} ${overall.withRaw} of ${overall.reviews}`).join(", ");
  return `Only reviews with their raw text count: ${each}.`;
}

/** A drop without a stated reason may have been a refutation, so the count is a lower bound. */
function unstatedDrops({ reviewers }: ArchiveView): string {
  const each = reviewers.flatMap(({ name, overall }) => {
    const silent = overall.dropReasons.find(({ reason }) => reason === "not-stated")?.count ?? 0;
    return silent === 0 ? [] : [`${name} ${silent}`];
  });
  return each.length === 0 ? "" : ` Drops without a stated reason may hide more (${each.join(", ")}).`;
}

const findingsOf = (name: string): string => `${name}'s findings`;
/** A reviewer's name as the subject of a sentence. */
export const same = (name: string): string => name;
/** Shown if no reviewer has a base. */
export const NOTHING_KNOWN = "Nothing is known about it in this archive.";

/** Each reviewer with a part of a whole. */
export function ranked(
  { reviewers }: ArchiveView,
  pick: (tally: Tally) => { part: number; whole: number },
): readonly Ranked[] {
  return reviewers.map((record: TrackRecord) => ({ record, ...pick(record.overall) }));
}

function upperEnd({ part, whole }: Ranked): number {
  return wilson(part, whole)?.high ?? 0;
}

/** `91 %`; unknown without a base. */
export function rateOnly(part: number, whole: number): string {
  return whole > 0 ? percent(part / whole) : "unknown";
}

/** One bar per reviewer with its range; `top` is the rate at full width. */
export function rateRows(all: readonly Ranked[], what: string, { top } = { top: 1 }): SafeHtml {
  return barRows(
    all.map(({ record, part, whole }) => {
      const range = wilson(part, whole);
      const title = `${record.name}: ${rate(part, whole)} ${what}`;
      return {
        label: reviewerLabel(record),
        title,
        segments: [
          {
            share: (share(part, whole) ?? 0) / top,
            tint: reviewerColor(record.reviewer),
            look: "full" as const,
            title,
          },
        ],
        whisker: range && { low: range.low / top, high: range.high / top },
        value: rateOnly(part, whole),
        note: whole > 0 ? `${part} of ${whole}` : "no data",
      };
    }),
  );
}

/** How many of a reviewer's kept findings another reviewer raised too. */
export function mergedShare(view: ArchiveView): ChartFigure {
  const all = ranked(view, ({ shared }) => ({ part: shared.merged, whole: shared.kept }));
  return {
    id: "merged",
    title: "Raised by others too",
    reading:
      mostAndLeast(all, { subject: (name) => `${name}'s kept findings`, does: "are raised by others too" }) ??
      NOTHING_KNOWN,
    chart: rateRows(all, "of its kept findings raised by others too"),
    base: `Raw findings in a published one that another reviewer raised too. Neither high nor low is good in itself: one confirms, the other adds. Counted in reviews with at least two reviewers at work. ${rawBase(view)}`,
    table: {
      columns: ["Reviewer", "Kept", "With others", "By nobody else", "Share with others"],
      rows: all.map(({ record, part, whole }) => ({
        name: record.name,
        cells: [whole, part, whole - part, rateOnly(part, whole)],
      })),
    },
  };
}

/** How many of the cited places and quotes are in the reviewed code. */
export function locationAccuracy(view: ArchiveView): ChartFigure {
  const all = ranked(view, ({ locations: { places, quotes } }) => ({
    part: places.exist + quotes.stand,
    whole: places.checked + quotes.checked,
  }));
  const checked = view.reviewers.filter(({ overall }) => overall.locations.reviews > 0);
  const bases = checked.map(({ name, overall }) => `${name} ${plural(overall.locations.reviews, "review")}`).join(", ");
  return {
    id: "locations",
    title: "Places and quotes that fit",
    reading: mostAndLeast(all, { subject: same, does: "cites what is there" }) ?? NOTHING_KNOWN,
    chart: rateRows(all, "of the places and quotes it cites are in the code"),
    base: `Cited places that exist at the reviewed commit and quotes that are in its code, at the cited lines or elsewhere. Only reviews whose commit was available count${bases === "" ? "" : ` (${bases})`}.`,
    table: {
      columns: ["Reviewer", "Places", "Exist", "Quotes", "Stand", "Elsewhere than cited", "Fit"],
      rows: all.map(({ record, part, whole }) => {
        const { places, quotes } = record.overall.locations;
        return {
          name: record.name,
          cells: [places.checked, places.exist, quotes.checked, quotes.stand, quotes.elsewhere, rateOnly(part, whole)],
        };
      }),
    },
  };
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

/** The words around the names: `Codex's findings are kept most often`. */
export interface RankWords {
  readonly subject: (name: string) => string;
  readonly does: string;
}

/** The highest and lowest rate, with the base, and a note if the ranges overlap. Undefined without any base. */
export function mostAndLeast(all: readonly Ranked[], { subject, does }: RankWords): string | undefined {
  const ranked = rankByRate(all);
  const [most] = ranked;
  const least = ranked.at(-1);
  if (most === undefined || least === undefined) return undefined;
  const lead = `${subject(most.record.name)} ${does}`;
  if (ranked.length === 1) return `${lead}: ${rate(most.part, most.whole)}.`;
  if (most.part / most.whole === least.part / least.whole)
    return `${lead} as often as all others: ${rate(most.part, most.whole)}.`;
  const trailing = ranked.filter(({ part, whole }) => part / whole === least.part / least.whole);
  const tail =
    least.part === 0
      ? `${joinAnd(trailing.map(({ record }) => record.name))} never (0 of ${joinAnd(trailing.map(({ whole }) => String(whole)))})`
      : `${joinAnd(trailing.map(({ record }) => record.name))} least often, ${rate(least.part, least.whole)}`;
  const said = `${lead} most often, ${rate(most.part, most.whole)}; ${tail}.`;
  return isCertain(most, least) ? said : `${said} The ranges overlap, so the order may be chance.`;
}

function isCertain(a: Ranked, b: Ranked): boolean {
  const [high, low] = [wilson(a.part, a.whole), wilson(b.part, b.whole)];
  return high !== undefined && low !== undefined && high.low > low.high;
}
