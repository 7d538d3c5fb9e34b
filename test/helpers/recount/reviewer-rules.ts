import { addCounts, type Counts, type Facts, type OwnFacts, SEVERITIES } from "./facts.ts";
import { literal, percent, type Phrase, rough, type Rule, uncounted } from "./rules.ts";

/** One reviewer over all reviews of changes. */
export interface TrackRecord {
  readonly id: string;
  readonly name: string;
  readonly parts: readonly { readonly own: OwnFacts; readonly facts: Facts }[];
}

/** The reviewers of all reviews of changes. */
export function reviewersOf(changes: readonly Facts[]): TrackRecord[] {
  const ids = [...new Set(changes.flatMap(({ own }) => own.map(({ id }) => id)))];
  const byTime = changes.toSorted((a, b) => (a.review.id < b.review.id ? -1 : 1));
  return ids.map((id) => {
    const parts = byTime.flatMap((facts) => {
      const own = facts.own.find((one) => one.id === id);
      return own === undefined ? [] : [{ own, facts }];
    });
    return { id, name: parts.at(-1)?.own.name ?? id, parts };
  });
}

interface Tally {
  readonly reviews: number;
  readonly failed: number;
  readonly known: number;
  readonly raised: number;
  readonly kept: number;
  readonly moved: number;
  readonly dropped: number;
  readonly refuted: number;
  readonly lower: number;
  readonly higher: number;
  readonly beside: number;
  readonly alone: Counts;
  readonly seconds: readonly number[];
  readonly fates: ReadonlyMap<string, number>;
}

function tallyOf(parts: TrackRecord["parts"]): Tally {
  const known = parts.filter(({ own }) => own.isKnown);
  const add = (pick: (own: OwnFacts) => number, of = known): number =>
    of.reduce((total, { own }) => total + pick(own), 0);
  const rank = (severity: string): number => SEVERITIES.findIndex((one) => one === severity);
  const fates = new Map<string, number>();
  for (const { own } of known) for (const [fate, count] of own.fates) fates.set(fate, (fates.get(fate) ?? 0) + count);
  const changed = (by: number): number =>
    [...fates].reduce((total, [fate, count]) => {
      const [from = "", to = ""] = fate.split(" ");
      return rank(to) >= 0 && Math.sign(rank(to) - rank(from)) === by ? total + count : total;
    }, 0);
  const beside = known.filter(
    ({ own, facts }) => own.outcome !== "failed" && facts.own.filter(({ outcome }) => outcome !== "failed").length > 1,
  );
  return {
    reviews: parts.length,
    failed: parts.filter(({ own }) => own.outcome === "failed").length,
    known: known.length,
    raised: add(({ raised }) => raised.all),
    kept: add(({ kept }) => kept.all),
    moved: add(({ moved }) => moved),
    dropped: add(({ dropped }) => dropped),
    refuted: add(({ refuted }) => refuted),
    lower: changed(1),
    higher: changed(-1),
    beside: add(({ kept }) => kept.all, beside),
    alone: addCounts(beside.map(({ own }) => own.alone)),
    seconds: parts.flatMap(({ own }) => own.seconds ?? []),
    fates,
  };
}

function median(values: readonly number[], part = 0.5): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const [low = 0, high = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place - Math.floor(place));
}

/** The rules of the reviewers page. */
export function reviewerRules(changes: readonly Facts[]): Rule[] {
  const records = reviewersOf(changes);
  const tallies = records.map((record) => ({ ...record, tally: tallyOf(record.parts) }));
  const named = (name: string): Tally | undefined => tallies.find((one) => one.name === name)?.tally;
  const row = ({ row: name }: Phrase): Tally | undefined => {
    const [who = "", what] = name.split(", ");
    const found = tallies.find((one) => one.name === who);
    if (found === undefined || what === undefined || SEVERITIES.some((one) => one === what)) return found?.tally;
    return tallyOf(found.parts.filter(({ own }) => (own.model ?? "model not stated") === what));
  };
  const pairs: Readonly<Record<string, (tally: Tally) => readonly [number, number]>> = {
    kept: ({ kept, raised }) => [kept, raised],
    unique: ({ alone, beside }) => [alone.all, beside],
  };
  const cells: Readonly<Record<string, (tally: Tally, phrase: Phrase) => string | number | undefined>> = {
    Reviews: ({ reviews }) => reviews,
    Raised: ({ raised, fates }, { key, row: name }) => {
      if (key !== "inflation") return raised;
      const severity = name.split(", ").at(-1) ?? "";
      return [...fates].reduce((total, [fate, count]) => (fate.startsWith(`${severity} `) ? total + count : total), 0);
    },
    Kept: ({ kept, beside }, { key }) => (key === "unique" ? beside : kept),
    Moved: ({ moved }) => moved,
    Dropped: ({ dropped, fates }, { key, row: name }) =>
      key === "inflation" ? (fates.get(`${name.split(", ").at(-1)} dropped`) ?? 0) : dropped,
    "Moved to another section": ({ fates }, { row: name }) => fates.get(`${name.split(", ").at(-1)} moved`) ?? 0,
    Critical: ({ alone, fates }, phrase) => endOf(phrase, "critical", alone, fates),
    Important: ({ alone, fates }, phrase) => endOf(phrase, "important", alone, fates),
    Suggestion: ({ alone, fates }, phrase) => endOf(phrase, "suggestion", alone, fates),
    Suggestions: ({ alone }) => alone.suggestion,
    Refuted: ({ refuted }) => refuted,
    "Kept rate": ({ kept, raised }) => percent(kept, raised),
    Alone: ({ alone }) => alone.all,
    "Share alone": ({ alone, beside }) => percent(alone.all, beside),
    "Reviews timed": ({ seconds }) => seconds.length,
    Fastest: ({ seconds }) => rough(median(seconds, 0)),
    Quarter: ({ seconds }) => rough(median(seconds, 0.25)),
    Median: ({ seconds }) => rough(median(seconds)),
    "Median time": ({ seconds }) => rough(median(seconds)),
    "Three quarters": ({ seconds }) => rough(median(seconds, 0.75)),
    Slowest: ({ seconds }) => rough(median(seconds, 1)),
  };
  const own = ({ key }: Phrase): Tally | undefined => tallies.find(({ id }) => id === key)?.tally;
  const rated = ({ known }: Tally, part: number, whole: number, what: string): string =>
    whole > 0 ? `${percent(part, whole)} ${part} of ${whole} ${what}` : known === 0 ? "unknown" : `– none ${what}`;
  const line: Readonly<Record<string, (tally: Tally) => string>> = {
    reviews: ({ reviews, failed }) => `${reviews}${failed > 0 ? ` ${failed} failed` : ""}`,
    raised: ({ raised, moved, dropped }) =>
      `${raised} ${[moved > 0 && `${moved} moved`, dropped > 0 && `${dropped} dropped`].filter(Boolean).join(", ")}`.trim(),
    kept: (tally) => rated(tally, tally.kept, tally.raised, "raised"),
    "found alone": (tally) =>
      rated(tally, tally.alone.all, tally.beside, tally.beside === tally.kept ? "kept" : "kept beside others"),
    refuted: (tally) => rated(tally, tally.refuted, tally.raised, "raised"),
    "rated too high": (tally) => rated(tally, tally.lower, tally.kept, "kept"),
    "median time": ({ seconds }) =>
      `${seconds.length === 0 ? "unknown" : rough(median(seconds))} ${seconds.length} review${seconds.length === 1 ? "" : "s"} timed`,
  };
  const figure = "reviewers figure";
  return [
    {
      where: "reviewers reviewer",
      pattern: /^(.*)$/,
      expect: (_, phrase) => {
        const tally = own(phrase);
        const wanted = tally === undefined ? undefined : line[phrase.column]?.(tally);
        return wanted === undefined ? undefined : [wanted];
      },
    },
    {
      where: figure,
      pattern: /^(.*)$/,
      expect: (_, phrase) => {
        const tally = row(phrase);
        const cell = phrase.column === "" ? undefined : cells[phrase.column];
        return tally === undefined || cell === undefined ? undefined : [cell(tally, phrase)];
      },
    },
    {
      where: `${figure} svg`,
      pattern: /^crit\. imp\. sugg\. moved dropped (.*)$/,
      expect: ([, text = ""], { column }) => {
        const tally = named(column);
        if (tally === undefined) return undefined;
        const wanted = SEVERITIES.map((severity) =>
          [
            severity,
            ...[...SEVERITIES, "moved", "dropped"].map((end) => tally.fates.get(`${severity} ${end}`) ?? 0),
          ].join(" "),
        ).join(" ");
        return [text === wanted ? text : wanted];
      },
    },
    {
      where: figure,
      pattern: /^(<1|>99|\d+) % (\d+) of (\d+)$/,
      expect: (_, phrase) => {
        const tally = named(phrase.row);
        const pair = tally && pairs[phrase.key]?.(tally);
        return pair && [percent(...pair).replace(" %", ""), ...pair];
      },
    },
    {
      where: figure,
      pattern: /^(\d+) alone (<1|>99|\d+) % of (\d+)$/,
      expect: (_, { row: name }) => {
        const tally = named(name);
        return tally && [tally.alone.all, percent(tally.alone.all, tally.beside).replace(" %", ""), tally.beside];
      },
    },
    {
      where: figure,
      pattern: /^(.*) median of (\d+)$/,
      expect: (_, { row: name }) => {
        const tally = named(name);
        return tally && [rough(median(tally.seconds)), tally.seconds.length];
      },
    },
    {
      where: figure,
      pattern: /(<1|>99|\d+) % \((\d+) of (\d+)\)/,
      expect: ([, , part, whole], { key }) => {
        const known = tallies.some(({ tally }) => {
          const some: readonly (readonly [number, number])[] =
            key === "inflation"
              ? [
                  [tally.lower, tally.kept],
                  [tally.higher, tally.kept],
                ]
              : [pairs[key]?.(tally) ?? [-1, -1]];
          return some.some(([a, b]) => a === Number(part) && b === Number(whole));
        });
        return known ? [percent(Number(part), Number(whole)).replace(" %", ""), part, whole] : ["nobody's"];
      },
    },
    {
      where: figure,
      pattern: /never \(0 of ([\d, and]+)\)/,
      expect: ([, list = ""]) => {
        const wholes = list.split(/, | and /).map(Number);
        return [
          wholes.every((whole) => tallies.some(({ tally }) => tally.raised === whole && tally.kept === 0))
            ? list
            : "nobody's",
        ];
      },
    },
    ...tallies.flatMap(({ name, tally }): Rule[] => [
      {
        where: figure,
        pattern: new RegExp(`(\\d+) by ${literal(name).source}(?![\\w-])`),
        expect: () => [tally.alone.critical + tally.alone.important],
      },
      {
        where: figure,
        pattern: new RegExp(`(?<![\\w-])${literal(name).source} (\\d+) of (\\d+)`),
        expect: (_, { key }) => [key === "durations" ? tally.seconds.length : tally.known, tally.reviews],
      },
    ]),
    {
      where: figure,
      pattern: /Of its (\d+) critical claims?, (\d+) stayed critical/,
      expect: (_, { text }) => {
        const tally = tallies.find(({ name }) => text.startsWith(`${name} rates`))?.tally;
        const claims = [...(tally?.fates ?? [])].filter(([fate]) => fate.startsWith("critical "));
        return [claims.reduce((total, [, count]) => total + count, 0), tally?.fates.get("critical critical") ?? 0];
      },
    },
    { where: figure, pattern: /All (\d+) reviews count/, expect: () => [changes.length] },
    {
      where: figure,
      pattern: /(\d+) reviewers? used more than one model/,
      expect: () => [records.filter(({ parts }) => new Set(parts.map(({ own: { model } }) => model)).size > 1).length],
    },
    {
      where: figure,
      pattern: /(more than|less than|took longest,|least,) (\d+ h \d+ min|\d+ min|[\d.]+ s)/,
      expect: ([, more = ""]) => {
        const middles = tallies
          .filter(({ tally }) => tally.seconds.length > 0)
          .map(({ tally }) => median(tally.seconds));
        return [more, rough(/more|longest/.test(more) ? Math.max(...middles) : Math.min(...middles))];
      },
    },
    {
      where: figure,
      pattern: /last to end in (\d+) of (\d+) reviews?/,
      expect: (_, { text }) => slowest(changes, tallies.find(({ name }) => text.includes(`${name} is the last`))?.id),
    },
    uncounted(figure, /95 %/),
  ];
}

function endOf(
  { key, row: name }: Phrase,
  severity: "critical" | "important" | "suggestion",
  alone: Counts,
  fates: ReadonlyMap<string, number>,
): number {
  return key === "inflation" ? (fates.get(`${name.split(", ").at(-1)} ${severity}`) ?? 0) : alone[severity];
}

/** In how many of the reviews that time everybody who took part a reviewer took longest. */
function slowest(changes: readonly Facts[], id: string | undefined): number[] {
  const panels = changes
    .map(({ own }) => own.filter(({ outcome }) => outcome !== "failed"))
    .filter((panel) => panel.length > 1 && panel.every(({ seconds }) => seconds !== undefined));
  const longest = panels.filter((panel) => {
    const top = Math.max(...panel.map(({ seconds = 0 }) => seconds));
    return panel.find(({ seconds }) => seconds === top)?.id === id;
  });
  return [longest.length, panels.length];
}
