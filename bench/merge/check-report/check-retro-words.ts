import { type Beside, besideOf } from "./check-retro-table.ts";
import { type Counts, type Facts, isKept, SEVERITIES } from "./facts.ts";
import type { Sheet } from "./read-sheet.ts";

/** Every number in the paragraphs on the reviewers, sentence by sentence. */
export function* checkRetroWords(sheet: Sheet, facts: readonly Facts[]): Generator<string> {
  if (sheet.said.length !== facts.length) yield `retro: ${sheet.said.length} paragraphs for ${facts.length} reviewers`;
  const kept = sheet.rulings.filter(isKept).length;
  for (const [at, own] of facts.entries()) {
    const paragraph = sheet.said[at] ?? "";
    if (!paragraph.startsWith(`${own.name} `)) yield `retro: a paragraph on ${own.name} is missing`;
    const beside = besideOf(sheet, own);
    const sentences = paragraph.slice(own.name.length + 1).split(/(?<=\.) /);
    const seen = new Set<Topic>();
    for (const sentence of sentences) {
      const topic = TOPICS.find(({ starts }) => starts.test(sentence));
      if (topic === undefined) yield `retro, ${own.name}: cannot read "${sentence}"`;
      else if (seen.has(topic)) yield `retro, ${own.name}: says twice "${sentence}"`;
      else {
        seen.add(topic);
        const wanted = topic.numbers({ own, beside, kept }).join(" ");
        const printed = numbersIn(sentence, topic);
        if (printed !== wanted) yield `retro, ${own.name}: "${sentence}" says ${printed}, by the rows ${wanted}`;
      }
    }
    for (const topic of TOPICS) {
      if (topic.isDue({ own, beside, kept }) && !seen.has(topic))
        yield `retro, ${own.name}: says nothing of ${topic.name}`;
    }
  }
}

interface Known {
  readonly own: Facts;
  readonly beside: Beside;
  /** Kept findings of the report. */
  readonly kept: number;
}

/** A kind of sentence: how it begins, which numbers and names it must hold in their order, and when it must be there. */
interface Topic {
  readonly name: string;
  readonly starts: RegExp;
  readonly numbers: (known: Known) => readonly (number | string)[];
  readonly isDue: (known: Known) => boolean;
  /** Its parts may stand in any order, with what each counts. */
  readonly isTally?: boolean;
}

const TOPICS: readonly Topic[] = [
  {
    name: "what it raised",
    starts: /^(?:failed|left|raised)\b/,
    numbers: ({ own }) => {
      if (!own.isKnown || own.all === 0) return own.isKnown ? ["no"] : [];
      const unique = own.kept - own.merged;
      return [
        own.all,
        ...(own.all > 1 || own.kept === 0 ? counts(own.raised) : []),
        own.kept === 0 ? "none" : own.kept,
        ...(unique > 0 && own.merged > 0 ? [unique] : []),
      ];
    },
    isDue: () => true,
  },
  {
    name: "what was rated otherwise",
    starts: /^(?:Of the kept ones|It kept its rating|All of them kept their rating)/,
    numbers: ({ own }) =>
      [...own.changes].map(([change, number]) => `${number} ${change.replace(" ", " became ")}`).toSorted(),
    isDue: ({ own }) => own.kept > 0,
    isTally: true,
  },
  {
    name: "what was left out",
    starts: /not among the findings/,
    numbers: ({ own }) => {
      const parts = [
        ...[...own.routed].map(([key, number]) => `${number} moved to ${key}`),
        ...[...own.dropped].map(([key, number]) => `${number} dropped as ${key}`),
      ];
      return [own.all - own.kept, own.all, ...parts.map((part) => part.replaceAll("-", " ")).toSorted()];
    },
    isDue: ({ own }) => own.all > own.kept,
    isTally: true,
  },
  {
    name: "what it contributed to",
    starts: /^It contributed to/,
    numbers: ({ own, kept }) => {
      const all = [...own.behind.values()].reduce((sum, number) => sum + number, 0);
      return [all === 0 ? "none" : all, kept, ...counts(own.behind)];
    },
    isDue: ({ kept, own }) => kept > 0 && own.all + own.behind.size > 0,
  },
  {
    name: "the files that it called clean",
    starts: /^Of \d+ files? that it called clean/,
    numbers: ({ beside: { misses = [], calledClean = "no" } }) => [
      calledClean,
      misses.length === 0 ? "none" : misses.length,
    ],
    isDue: ({ beside }) => (beside.calledClean ?? 0) > 0,
  },
  {
    name: "its places",
    starts: /^Of \d+ cited places?/,
    numbers: ({ beside: { places } }) => [places.checked, places.exist],
    isDue: ({ beside }) => beside.places.checked > 0,
  },
  {
    name: "its quotes",
    starts: /^Of \d+ quotes?/,
    numbers: ({ beside: { quotes } }) => [
      quotes.checked,
      quotes.stand,
      ...(quotes.elsewhere > 0 ? [quotes.elsewhere] : []),
    ],
    isDue: ({ beside }) => beside.quotes.checked > 0,
  },
  {
    name: "what it says it ran",
    starts: /^Of \d+ statements? that it ran something/,
    numbers: ({ beside: { runs } }) => [
      [...runs.values()].reduce((sum, number) => sum + number, 0),
      ...["in its log", "not in its log", "contradicted by its log", "log not available"].flatMap(
        (audit) => runs.get(audit) ?? [],
      ),
    ],
    isDue: ({ beside }) => beside.runs.size > 0,
  },
  {
    name: "the files that it never opened",
    starts: /^Of \d+ files? in its coverage summary/,
    numbers: ({ beside: { files = "no", unopened } }) => [files, unopened],
    isDue: ({ beside }) => beside.unopened > 0,
  },
];

/** The numbers of a list by severity, worst first. */
function counts(by: Counts): number[] {
  return SEVERITIES.flatMap((severity) => by.get(severity) ?? []);
}

function numbersIn(sentence: string, { isTally = false }: Topic): string {
  if (!isTally) return [...sentence.matchAll(/\b(?:\d+|none|no(?= findings))\b/g)].map(([word]) => word).join(" ");
  const [head = "", tail] = sentence.split(": ");
  const parts = (tail ?? head.replace(/^Of the kept ones, /, ""))
    .replace(/\.$/, "")
    .split(/, | and /)
    .filter((part) => /^\d/.test(part))
    .map((part) => part.replace(/\ba suggestion\b/, "suggestion").replaceAll("suggestions", "suggestion"));
  const lead = tail === undefined ? [] : [...head.matchAll(/\d+/g)].map(([number]) => number);
  return [...lead, ...parts.toSorted()].join(" ");
}
