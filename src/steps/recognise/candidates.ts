import type { Sketch } from "#likeness/portrait.ts";

/** So few wordings are all compared. */
const ALL_UP_TO = 60;
/** A term of a larger share of the wordings tells nothing about which one is meant. */
const COMMON_SHARE = 0.2;
/** So many of the likeliest wordings are compared in full. */
const LIKELIEST = 16;

/** Finds which known wordings are worth comparing with a new finding, by the rare terms they share. Built once. */
export class Candidates {
  readonly #size: number;
  readonly #holders = new Map<string, number[]>();

  constructor(wordings: readonly Sketch[]) {
    this.#size = wordings.length;
    if (wordings.length <= ALL_UP_TO) return;
    for (const [at, { text }] of wordings.entries()) {
      for (const term of new Set(text)) {
        const list = this.#holders.get(term);
        if (list === undefined) this.#holders.set(term, [at]);
        else list.push(at);
      }
    }
  }

  /** The wordings by their place in the list, the likeliest first. */
  of({ text }: Sketch): readonly number[] {
    if (this.#size <= ALL_UP_TO) return Array.from({ length: this.#size }, (_, at) => at);
    const shared = new Map<number, number>();
    for (const term of new Set(text)) {
      const list = this.#holders.get(term) ?? [];
      if (list.length > this.#size * COMMON_SHARE) continue;
      const rarity = Math.log(1 + this.#size / list.length);
      for (const at of list) shared.set(at, (shared.get(at) ?? 0) + rarity * rarity);
    }
    return [...shared]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, LIKELIEST)
      .map(([at]) => at);
  }
}
