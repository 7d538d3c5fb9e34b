import { addCounts, type Counts, countBy, type Facts } from "./facts.ts";
import { reviewerRules, reviewersOf } from "./reviewer-rules.ts";
import { literal, type Phrase, rough, type Rule, uncounted, words } from "./rules.ts";

/** The rules of the index and the reviewers page, over all records of an archive. */
export function siteRules(all: readonly Facts[]): Rule[] {
  const changes = all.filter(({ review }) => review.kind === "change");
  const sum = (pick: (facts: Facts) => number): number => changes.reduce((total, facts) => total + pick(facts), 0);
  const total = accountValues({
    kept: addCounts(changes.map(({ kept }) => kept)),
    raised: sum(({ raised }) => raised),
    merged: sum(({ merged }) => merged),
    moved: sum(({ moved }) => moved),
    dropped: sum(({ dropped }) => dropped),
    unlinked: sum(({ unlinked }) => unlinked),
  });
  const withGaps = all.filter(({ review }) => review.gaps.length > 0).length;
  const of = ({ key }: Phrase): Facts | undefined => all.find(({ review }) => review.id === key);
  const architecture = all.length - changes.length;
  return [
    ...all.flatMap(({ review }) =>
      review.scope.repository === undefined ? [] : [uncounted("index archive", literal(review.scope.repository.name))],
    ),
    uncounted("index archive", DATES),
    uncounted("reviewers archive", DATES),
    words("index archive", () => ({
      reviews: all.length,
      review: all.length,
      ...bothNumbers("pull request", pullRequests(all)),
      ...bothNumbers("author", new Set(all.flatMap(({ review }) => review.scope.author?.login ?? [])).size),
    })),
    {
      where: "index account",
      pattern: /(\d+) reviews? with gaps/,
      expect: () => [withGaps],
    },
    words("index account", () => ({ ...total, ...bothNumbers("architecture review", architecture) })),
    { where: "index activity svg", pattern: /(\d+)(?! [A-Z]|\d| \d{4})/, expect: () => [busiest(changes, all)] },
    uncounted("index activity svg", /\d{1,2} [A-Z][a-z]{2}|[A-Z][a-z]{2} \d{4}/),
    { where: "index group", pattern: /(\d+)$/, expect: (_, { items }) => [items] },
    { where: "index series", pattern: /(\d+) rounds/, expect: (_, { items }) => [items] },
    {
      where: "index filters option",
      pattern: /\((\d+)\)$/,
      expect: (_, { column, row }) => [choice(all, column, row)],
    },
    uncounted("index filters option", /.*/),
    { where: "index filters", pattern: /^(\d+) reviews?$/, expect: () => [all.length] },
    { where: "index round", pattern: /^Round (\d+)$/, expect: (_, { key }) => [placeInSeries(all, key)] },
    {
      where: "index round",
      pattern: /^and (\d+) more$/,
      expect: (_, phrase) => [(of(phrase)?.own.length ?? 0) - 3],
    },
    words("index round", (phrase) => {
      const facts = of(phrase);
      return facts === undefined ? undefined : { ...severityValues(facts.kept), ...stateValues(facts) };
    }),
    ...factRules(of),
    {
      where: "reviewers archive",
      pattern: /^(\d+) reviewers? over (\d+) reviews? of changes(?:, without (\d+) architecture reviews?)?/,
      expect: () => [reviewersOf(changes).length, changes.length, architecture > 0 ? architecture : undefined],
    },
    ...reviewerRules(changes),
  ];
}

/** `13 Mar – 21 May 2026`, `3–5 May 2026`. */
const DATES = /\d{1,2}(?:[–-]\d{1,2})? [A-Z][a-z]{2}(?: \d{4})?/;

const bothNumbers = (noun: string, count: number): Record<string, number> => ({ [noun]: count, [`${noun}s`]: count });

export const severityValues = ({ critical, important, suggestion }: Counts): Record<string, number> => ({
  critical,
  important,
  ...bothNumbers("suggestion", suggestion),
});

/** The words of the sentence that accounts for everything raised. */
export function accountValues(
  facts: Pick<Facts, "kept" | "raised" | "merged" | "moved" | "dropped" | "unlinked">,
): Record<string, number> {
  const { raised, merged, moved, dropped, unlinked } = facts;
  return {
    kept: facts.kept.all,
    ...severityValues(facts.kept),
    raised,
    merged,
    moved,
    dropped,
    "without a raw finding": unlinked,
  };
}

export const stateValues = ({ states }: Facts): Record<string, number> => ({
  fixed: states.get("fixed") ?? 0,
  declined: states.get("declined") ?? 0,
  "accepted as a risk": states.get("accepted-risk") ?? 0,
  "accepted risk": states.get("accepted-risk") ?? 0,
  "not applicable": states.get("not-applicable") ?? 0,
  open: states.get("open") ?? 0,
});

function pullRequests(all: readonly Facts[]): number {
  const numbers = all.flatMap(({ review }) =>
    review.kind === "change" && review.scope.pullRequest !== undefined ? [review.scope.pullRequest.number] : [],
  );
  return new Set(numbers).size;
}

/** The place of a review among those of its pull request, by the time in its id. */
function placeInSeries(all: readonly Facts[], id: string): number | undefined {
  const own = all.find(({ review }) => review.id === id)?.review.scope;
  const branches = new Set(
    all.flatMap(({ review: { scope } }) =>
      scope.pullRequest !== undefined && scope.pullRequest.number === own?.pullRequest?.number
        ? (scope.branch ?? [])
        : [],
    ),
  );
  const number = own?.pullRequest?.number ?? numberOfBranch(all, own?.branch);
  const series = all
    .filter(({ review: { scope, kind } }) => {
      if (kind !== "change") return false;
      const theirs = scope.pullRequest?.number ?? numberOfBranch(all, scope.branch);
      return number === undefined ? theirs === undefined && scope.branch === own?.branch : theirs === number;
    })
    .map(({ review }) => review.id)
    .toSorted();
  return branches.size > 5 ? undefined : series.indexOf(id as never) + 1;
}

/** The pull request that names the branch. */
function numberOfBranch(all: readonly Facts[], branch: string | undefined): number | undefined {
  const bare = (name: string | undefined): string | undefined => name?.replace(/^[^/:]*:/, "");
  const named = all.flatMap(({ review: { scope } }) =>
    branch !== undefined && bare(scope.branch) === bare(branch) ? (scope.pullRequest?.number ?? []) : [],
  );
  return new Set(named).size === 1 ? named[0] : undefined;
}

/** The most kept findings in a week, or in a month where there are more than 26 weeks. */
function busiest(changes: readonly Facts[], all: readonly Facts[]): number {
  const day = (facts: Facts): number =>
    Date.parse(facts.review.id.replace(/^(\d{4})(\d\d)(\d\d).*$/, "$1-$2-$3T00:00:00Z")) / 86_400_000;
  const week = (facts: Facts): number => Math.floor((day(facts) + 3) / 7);
  const weeks = all.map(week);
  const isLong = Math.max(...weeks) - Math.min(...weeks) + 1 > 26;
  const sums = new Map<string, number>();
  for (const facts of changes) {
    const bucket = isLong ? facts.review.id.slice(0, 6) : String(week(facts));
    sums.set(bucket, (sums.get(bucket) ?? 0) + facts.kept.all);
  }
  return Math.max(1, ...sums.values());
}

/** How many reviews a choice of the filters leaves. */
function choice(all: readonly Facts[], filter: string, value: string): number | undefined {
  if (filter === "reviewer") return all.filter(({ own }) => own.some(({ id }) => id === value)).length;
  if (filter === "verdict")
    return all.filter(({ review: { statedVerdict, verdict, kind } }) => {
      const stated = statedVerdict?.phrase ?? (kind === "architecture" ? "No verdict" : PHRASES[verdict.kind]);
      return stated?.slice(0, 55) === value.slice(0, 55);
    }).length;
  if (filter !== "author") return undefined;
  const authorsOf = (number: number | undefined): Set<string> =>
    new Set(
      all.flatMap(({ review: { scope } }) => (scope.pullRequest?.number === number ? (scope.author?.login ?? []) : [])),
    );
  return all.filter(({ review: { scope } }) => {
    const number = scope.pullRequest?.number ?? numberOfBranch(all, scope.branch);
    const some = authorsOf(number);
    const own = scope.author?.login ?? (number !== undefined && some.size === 1 ? [...some][0] : undefined);
    return own === value;
  }).length;
}

const PHRASES: Readonly<Record<string, string>> = {
  merge: "Merge",
  "merge-with-optional-fixes": "Merge with optional fixes",
  "merge-with-fixes": "Merge with fixes",
  rework: "Rework",
  incomplete: "Incomplete",
};

/** The line below a review of the index. */
function factRules(of: (phrase: Phrase) => Facts | undefined): Rule[] {
  const where = "index facts";
  const decided = (text: string, counts: ReadonlyMap<string, number>): (string | number)[] =>
    [...text.matchAll(/(\d+) ([a-z ]+)/g)].map(([, , word = ""]) => counts.get(word.replaceAll(" ", "-")) ?? 0);
  return [
    {
      where,
      pattern: /besides the findings: ((?:\d+ [a-z ]+?(?:, )?)+)(?= ·|$)/,
      expect: ([, text = ""], phrase) => {
        const counts = of(phrase)?.otherDecisions ?? new Map<string, number>();
        const wanted = decided(text, counts);
        const printed = [...text.matchAll(/\d+/g)].map(([number]) => number);
        return [printed.join() === wanted.join() ? text : wanted.join(", ")];
      },
    },
    {
      where,
      pattern: /earlier findings: ((?:\d+ [a-z ]+?(?:, )?)+)(?= ·|$)/,
      expect: ([, text = ""], phrase) => {
        const counts = countBy((of(phrase)?.review.previous ?? []).map(({ status }) => STATUS_WORDS[status] ?? status));
        const wanted = [...text.matchAll(/(\d+) ([a-z ]+)/g)].map(([, , word = ""]) => counts.get(word) ?? 0);
        const printed = [...text.matchAll(/\d+/g)].map(([number]) => Number(number));
        return [printed.join() === wanted.join() ? text : wanted.join(", ")];
      },
    },
    {
      where,
      pattern: /(\d+) latent, (\d+) by fixes, (\d+) in new code, (\d+) others?/,
      expect: (_, phrase) => {
        const kept = (of(phrase)?.review.clusters ?? []).filter(({ ruling }) => ruling.kind === "keep");
        const kinds = countBy(kept.map(({ lineage }) => lineage?.kind ?? ""));
        const known = ["latent", "introduced", "new-code"].map((kind) => kinds.get(kind) ?? 0);
        return [...known, kept.length - known.reduce((total, count) => total + count, 0)];
      },
    },
    {
      where,
      pattern: /printed as round (\d+)/,
      expect: (_, phrase) => [of(phrase)?.review.round.number],
    },
    {
      where,
      pattern: /(\d+) contested/,
      expect: (match) => [match[1]],
    },
    {
      where,
      pattern: /(\d+ h \d+ min|\d+ min|[\d.]+ s)(?= ·|$)/,
      expect: (_, phrase) => [rough(of(phrase)?.review.round.wallClockSeconds ?? -1)],
    },
    { where, pattern: /(\d+) gaps?/, expect: (_, phrase) => [of(phrase)?.review.gaps.length] },
    words(where, (phrase) => {
      const facts = of(phrase);
      return facts === undefined ? undefined : { moved: facts.moved, dropped: facts.dropped };
    }),
  ];
}

const STATUS_WORDS: Readonly<Record<string, string>> = {
  "partly-fixed": "partly fixed",
  gone: "gone with its code",
  "accepted-risk": "accepted as a risk",
};
