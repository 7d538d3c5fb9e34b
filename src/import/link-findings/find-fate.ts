import { locationsInProse } from "#grammar/locations.ts";
import { containment } from "#likeness/text/lexicon.ts";
import { cosine, type TextVector } from "#likeness/text/tfidf.ts";
import type { Observation, Section } from "#model/assessment.ts";
import type { DropReason, Ruling } from "#model/cluster.ts";
import type { Decision } from "#model/decision.ts";
import type { Finding } from "#model/finding.ts";
import type { ReviewerId } from "#model/ids.ts";
import type { Location } from "#model/location.ts";
import type { Retro } from "#model/panel/retro.ts";
import { oneLine, truncate } from "#util/words.ts";
import { type Features, nearness, type WeighWords } from "./compare.ts";
import { type Account, dropReasonIn, type RouteTarget } from "./read-account.ts";

/** The parts of a report that may state what became of a finding it does not print. */
export interface Traces {
  readonly observations: readonly Observation[];
  readonly sections: readonly Section[];
  readonly decisions: readonly Decision[];
  readonly retro?: Retro | undefined;
  readonly weigh: WeighWords;
  readonly featuresOf: (finding: Finding) => Features;
}

/** A route or a drop; never a keep. */
export type Fate = Exclude<Ruling, { readonly kind: "keep" }>;

const NOT_STATED: Fate = { kind: "drop", reason: "not-stated", because: "the report does not say what became of it" };

/** The minimum likeness of a passage that names the reviewer, and of one that names nobody. */
const NAMED = 0.2;
const UNNAMED = 0.38;

/** Finds out what became of findings that are in no cluster. The report's own account comes first. */
export function fateFinder(traces: Traces): (finding: Finding, account: Account | undefined) => Fate {
  const { declined, struck, taken } = collect(traces);
  const retro = new Map(traces.retro?.paragraphs.map(({ reviewer }) => [reviewer, collectRetro(reviewer, traces)]));
  return (finding, account) => {
    const features = traces.featuresOf(finding);
    const judged = fromRetro(retro.get(finding.reviewer), features);
    return (
      fromAccount(account) ??
      fromAuthor(finding) ??
      fromDeclined(declined, features) ??
      fromStruck(struck, features) ??
      // "False positive" is final; "low risk" may describe a point that the report takes up all the same.
      (judged?.reason === "refuted" ? judged : undefined) ??
      fromReport(taken, finding, features) ??
      judged ??
      NOT_STATED
    );
  };
}

interface Taken extends Passage {
  readonly to: RouteTarget;
  readonly credits: readonly string[] | undefined;
}

interface Collected {
  readonly declined: Passages<Passage>;
  readonly struck: Passages<Passage>;
  /** Passages that may contain the point of a finding: observations, and the items of the assessments. */
  readonly taken: Passages<Taken>;
}

function collect({ observations, sections, decisions, weigh }: Traces): Collected {
  const declined = decisions.filter(({ source }) => source === "earlier-rounds");
  const struck: Passage[] = [];
  const taken: Taken[] = observations.map(({ text, credits }) => ({ text, to: "design", credits }));
  for (const { key, text } of sections) {
    for (const item of itemsOf(text)) {
      if (item.startsWith("~~")) struck.push({ text: item });
      else if (key !== undefined && key !== "summary" && key !== "design")
        taken.push({ text: item, to: key, credits: undefined });
    }
  }
  return {
    declined: new Passages(
      declined.map(({ about, reason }) => ({ text: `${about.text}\n${reason ?? ""}` })),
      weigh,
    ),
    struck: new Passages(struck, weigh),
    taken: new Passages(taken, weigh),
  };
}

function fromAccount(account: Account | undefined): Fate | undefined {
  if (account === undefined) return undefined;
  const because = `the reconciliation says: ${truncate(oneLine(account.text), MAX_QUOTED)}`;
  if (account.fate.kind === "dropped") return { kind: "drop", reason: account.fate.reason, because };
  return account.fate.kind === "routed" ? { kind: "route", to: account.fate.to, because } : undefined;
}

function fromAuthor({ withdrawn }: Finding): Fate | undefined {
  return withdrawn === true
    ? { kind: "drop", reason: "withdrawn", because: "its author takes it back in the text" }
    : undefined;
}

function fromDeclined(declined: Passages<Passage>, features: Features): Fate | undefined {
  const [best] = declined.rank(features);
  if (best === undefined || best.score < 0.3) return undefined;
  return {
    kind: "drop",
    reason: "declined-earlier",
    because: `declined in an earlier round: ${truncate(oneLine(best.passage.text), MAX_QUOTED)}`,
  };
}

/** Struck out: fixed before the report was finished. */
function fromStruck(struck: Passages<Passage>, features: Features): Fate | undefined {
  const [best] = struck.rank(features);
  if (best === undefined || best.score < 0.25) return undefined;
  return {
    kind: "drop",
    reason: "already-fixed",
    because: `the report strikes it out: ${truncate(oneLine(best.passage.text), MAX_QUOTED)}`,
  };
}

/** A passage of the report that contains the point. */
function fromReport(taken: Passages<Taken>, finding: Finding, features: Features): Fate | undefined {
  for (const { passage, score } of taken.rank(features)) {
    const named = passage.credits?.includes(finding.reviewer) ?? names(passage.text, finding);
    if (score < NAMED) return undefined;
    if (score < (named ? NAMED : UNNAMED)) continue;
    return {
      kind: "route",
      to: passage.to,
      because: `the report takes it up under ${passage.to}: ${truncate(oneLine(passage.text), MAX_QUOTED)}`,
    };
  }
  return undefined;
}

interface RetroPassages {
  /** "Every finding is based on hallucinated code." */
  readonly sweeping: string | undefined;
  readonly sentences: Passages<Passage & { readonly reason: DropReason | undefined }>;
}

function collectRetro(reviewer: ReviewerId, { retro, weigh }: Traces): RetroPassages {
  const own = retro?.paragraphs.filter((paragraph) => paragraph.reviewer === reviewer) ?? [];
  const sentences = own.flatMap(({ text }) => sentencesOf(text));
  const sweeping = sentences.find(
    (sentence) => /\b(?:every|all(?: of its)?) findings?\b/i.test(sentence) && dropReasonIn(sentence) === "refuted",
  );
  const passages = sentences.map((text, index) => ({ text, reason: reasonFor(sentences, index) }));
  return { sweeping, sentences: new Passages(passages, weigh) };
}

function sentencesOf(text: string): string[] {
  return text
    .slice(0, 20_000)
    .split(/(?<=[.;])\s+(?=[A-Z(`*"])|\n+/)
    .filter((sentence) => sentence.trim() !== "");
}

/** What the retro says about this reviewer, if it names the point and calls it wrong, minor or out of scope. */
function fromRetro(
  retro: RetroPassages | undefined,
  features: Features,
): (Fate & { readonly kind: "drop" }) | undefined {
  if (retro === undefined) return undefined;
  for (const { passage, score } of retro.sentences.rank(features)) {
    if (score < NAMED) break;
    if (passage.reason === undefined) continue;
    return {
      kind: "drop",
      reason: passage.reason,
      because: `the retro says: ${truncate(oneLine(passage.text), MAX_QUOTED)}`,
    };
  }
  if (retro.sweeping === undefined) return undefined;
  return {
    kind: "drop",
    reason: "refuted",
    because: `the retro says: ${truncate(oneLine(retro.sweeping), MAX_QUOTED)}`,
  };
}

/** A sentence gives its own reason, or is in a list below one that does: "Both are false positives:". */
function reasonFor(sentences: readonly string[], index: number): DropReason | undefined {
  const own = dropReasonIn(sentences[index] ?? "");
  if (own !== undefined || !isBullet(sentences[index])) return own;
  let above = index - 1;
  while (above >= 0 && isBullet(sentences[above])) above--;
  const opening = sentences[above]?.trim() ?? "";
  return opening.endsWith(":") ? dropReasonIn(opening) : undefined;
}

function isBullet(sentence: string | undefined): boolean {
  return /^\s*[-*+]\s/.test(sentence ?? "");
}

function itemsOf(text: string): string[] {
  return text
    .slice(0, 100_000)
    .split(/\n\s*\n|\n(?=\s{0,3}(?:[-*+]|\d{1,2}[.)])\s)/)
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

function names(text: string, { reviewer }: Finding): boolean {
  const [first = reviewer] = reviewer.split(/[-_.]/);
  return text.toLowerCase().includes(first);
}

const MAX_QUOTED = 300;

/** A passage of the report that may be about a finding. */
interface Passage {
  readonly text: string;
}

/** Passages with their features, computed once. */
class Passages<T extends Passage> {
  readonly #items: readonly {
    readonly passage: T;
    readonly words: TextVector;
    readonly locations: readonly Location[];
  }[];

  constructor(passages: readonly T[], weigh: WeighWords) {
    this.#items = passages.slice(0, MAX_PASSAGES).map((passage) => ({
      passage,
      words: weigh(passage.text),
      locations: locationsInProse(passage.text),
    }));
  }

  /** Sorted by how likely they are about the problem, the likeliest first. */
  rank({ title, text, locations }: Features): { passage: T; score: number }[] {
    return this.#items
      .map((item) => {
        const alike = 0.5 * containment(title, item.words) + 0.5 * cosine(text, item.words);
        return { passage: item.passage, score: 0.8 * alike + 0.2 * nearness(locations, item.locations) };
      })
      .sort((a, b) => b.score - a.score);
  }
}

/** Real reports have a few dozen. */
const MAX_PASSAGES = 500;
