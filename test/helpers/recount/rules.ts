/** A stretch of rendered text with a number in it, and where it stands. */
export interface Phrase {
  /** The kind of page and the region: `index round`, `terminal verdict`. */
  readonly where: string;
  /** What the region is about: the id of a review or a reviewer. */
  readonly key: string;
  /** The heading of its column or its term, and that of its row. */
  readonly column: string;
  readonly row: string;
  /** How many items the region lists, where it lists some. */
  readonly items: number;
  readonly text: string;
}

/**
 * Recomputes the numbers of phrases like this: its groups, in order, must be what `expect` says. A rule that cannot
 * tell (undefined) leaves the phrase to the next one.
 */
export interface Rule {
  readonly where: string;
  readonly pattern: RegExp;
  readonly expect: (match: RegExpExecArray, phrase: Phrase) => readonly (string | number | undefined)[] | undefined;
}

export interface Recount {
  readonly pages: number;
  readonly numbers: number;
  readonly contradictions: readonly string[];
}

/** Checks every number of the phrases. A number that no rule knows is a contradiction too: it needs a rule. */
export function recount(page: string, phrases: readonly Phrase[], rules: readonly Rule[]): Recount {
  let numbers = 0;
  const contradictions: string[] = [];
  for (const phrase of phrases) {
    let rest = phrase.text;
    for (const { where, pattern, expect } of rules) {
      if (!phrase.where.startsWith(where)) continue;
      rest = rest.replaceAll(new RegExp(pattern.source, `${pattern.flags.replace("g", "")}g`), (...parts) => {
        const match = matchOf(parts);
        const printed = match.slice(1).filter((group) => group !== undefined);
        const expected = expect(match, phrase);
        if (expected === undefined) return match[0];
        numbers += printed.filter((group) => /\d/.test(group)).length;
        const wanted = expected.filter((value) => value !== undefined).map(String);
        if (printed.join(" ") !== wanted.join(" "))
          contradictions.push(
            `${page}: ${describe(phrase)}: "${match[0]}" says ${printed.join(" ")}, the record ${wanted.join(" ")}`,
          );
        return match[0].replaceAll(/\d/g, "·");
      });
    }
    if (/\d/.test(rest))
      contradictions.push(`${page}: ${describe(phrase)}: no rule for "${rest.trim().slice(0, 160)}"`);
  }
  return { pages: 1, numbers, contradictions };
}

/** Adds up what was found on several pages. */
export function addRecounts(all: readonly Recount[]): Recount {
  return {
    pages: all.reduce((sum, { pages }) => sum + pages, 0),
    numbers: all.reduce((sum, { numbers }) => sum + numbers, 0),
    contradictions: all.flatMap(({ contradictions }) => contradictions),
  };
}

const describe = ({ where, key, column, row }: Phrase): string =>
  [where, key, column, row].filter((part) => part !== "").join(", ");

/** The arguments of a replacer as the match that they are about. */
function matchOf(parts: readonly unknown[]): RegExpExecArray {
  const at = parts.findIndex((part) => typeof part === "number");
  return parts.slice(0, at) as unknown as RegExpExecArray;
}

/** `17 raised`, `2 suggestions`: words, each with the number that must stand before it. */
export function words(where: string, values: (phrase: Phrase) => Readonly<Record<string, number>> | undefined): Rule {
  return {
    where,
    pattern: /(\d[\d,]*) ([a-z][a-z ]*[a-z])/,
    expect: (match, phrase) => {
      const known = values(phrase);
      const text = match[2] ?? "";
      const word = Object.keys(known ?? {}).find((one) => text === one || text.startsWith(`${one} `));
      if (known === undefined || word === undefined) return undefined;
      return [commas(known[word] ?? 0), text];
    },
  };
}

/** Text in which digits count nothing: dates, times, names of findings. */
export function uncounted(where: string, pattern: RegExp): Rule {
  return { where, pattern, expect: () => [] };
}

/** A pattern for exactly this text. */
export const literal = (text: string): RegExp => new RegExp(text.replaceAll(/[^\w]/g, "\\$&"));

export const commas = (value: number): string => String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");

/** `91 %`; below 1 and above 99 it is never none or all. */
export function percent(part: number, whole: number): string {
  const share = Math.round((100 * part) / whole);
  if (share === 0 && part > 0) return "<1 %";
  return share === 100 && part < whole ? ">99 %" : `${share} %`;
}

/** `24 min`, `1 h 27 min`, `45 s`; below ten seconds with a decimal: `0.4 s`, at least `0.1 s`. */
export function rough(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  if (seconds > 0 && tenths < 100) return `${Math.max(1, tenths) / 10} s`;
  if (Math.round(seconds) < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
