import type { FindingText } from "#likeness/finding-profile.ts";

/** The number of likeliest wordings compared in full, and of those about the same file. */
const LIKELIEST = 16;
/** A finding's words are looked up from the rarest on, until this many wordings were found. */
const MAX_LOOKUPS = 2_000;

/**
 * Finds which known wordings are worth comparing with a new finding: those that share the most weight of words with
 * it, and those about a file of the same name. The same rule at every size. Built once.
 */
export class Candidates {
  readonly #wordings: readonly FindingText[];
  readonly #holders = new Map<string, number[]>();
  readonly #inFile = new Map<string, number[]>();

  constructor(wordings: readonly FindingText[]) {
    this.#wordings = wordings;
    for (const [at, each] of wordings.entries()) {
      for (const term of new Set(each.text)) put(this.#holders, term, at);
      for (const name of filesOf(each)) put(this.#inFile, name, at);
    }
  }

  /** The indexes of the wordings. */
  of(finding: FindingText): readonly number[] {
    const weights = this.#weigh(finding);
    const best = (list: Iterable<number>, tie: (at: number) => number): number[] =>
      [...list]
        .map((at) => ({ at, weight: weights.get(at) ?? 0, tie: tie(at) }))
        .sort((a, b) => b.weight - a.weight || a.tie - b.tie || a.at - b.at)
        .slice(0, LIKELIEST)
        .map(({ at }) => at);
    const here = new Set(filesOf(finding).flatMap((name) => this.#inFile.get(name) ?? []));
    const line = lineOf(finding);
    const distance = (at: number): number => Math.abs(lineOf(this.#wordings[at]!) - line);
    return [...new Set([...best(weights.keys(), () => 0), ...best(here, distance)])];
  }

  /** By shared words, the rare ones first. */
  #weigh({ text }: FindingText): ReadonlyMap<number, number> {
    const weights = new Map<number, number>();
    const lists = [...new Set(text)].map((term) => this.#holders.get(term) ?? []);
    let left = MAX_LOOKUPS;
    for (const list of lists.toSorted((a, b) => a.length - b.length)) {
      left -= list.length;
      if (left < 0) break;
      const rarity = Math.log(1 + this.#wordings.length / list.length);
      for (const at of list) weights.set(at, (weights.get(at) ?? 0) + rarity * rarity);
    }
    return weights;
  }
}

/** The names of its files, without folders: reviewers shorten paths, and files move. */
function filesOf({ places }: FindingText): string[] {
  return [...new Set(places.map(({ path }) => path.slice(path.lastIndexOf("/") + 1)))];
}

function lineOf({ places }: FindingText): number {
  return places[0]?.start ?? 0;
}

function put(lists: Map<string, number[]>, key: string, at: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [at]);
  else list.push(at);
}
