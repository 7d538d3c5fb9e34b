import type { TrackRecord } from "#model/archive.ts";
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

/** `Codex most often: 96 % (187 of 195); Gemini least often: 72 % (…)`, with a word on chance where the ranges overlap. */
export function mostAndLeast(all: readonly Ranked[]): string | undefined {
  const ranked = rankByRate(all);
  const [most] = ranked;
  const least = ranked.at(-1);
  if (most === undefined || least === undefined) return undefined;
  if (most === least) return `${most.record.name}: ${rate(most.part, most.whole)}.`;
  const said = `${most.record.name} most often: ${rate(most.part, most.whole)}; ${least.record.name} least often: ${rate(least.part, least.whole)}.`;
  return isCertain(most, least) ? said : `${said} The ranges overlap, so this may be chance.`;
}

function isCertain(a: Ranked, b: Ranked): boolean {
  const [high, low] = [wilson(a.part, a.whole), wilson(b.part, b.whole)];
  return high !== undefined && low !== undefined && high.low > low.high;
}
