import type { TrackRecord } from "#model/archive.ts";
import { joinAnd } from "#util/words.ts";
import { wilson } from "../charts/numbers.ts";
import { rate } from "../words.ts";

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

/** Who leads and who trails, with the base, and a word on chance where the ranges overlap. Undefined without any base. */
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
