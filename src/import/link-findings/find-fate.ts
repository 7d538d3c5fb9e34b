import type { Observation, Section } from "#model/assessment.ts";
import type { DropReason, Ruling } from "#model/cluster.ts";
import type { Decision } from "#model/decision.ts";
import type { Finding } from "#model/finding.ts";
import type { ReviewerId } from "#model/ids.ts";
import type { Retro } from "#model/retro.ts";
import type { Portrait } from "./compare.ts";
import { type Account, reasonIn, type RouteTarget } from "./read-account.ts";
import { rankRemarks, type Remark, RemarkShelf } from "./rank-remarks.ts";
import type { Vocabulary } from "./text-profile.ts";

/** Where the report may say what became of a finding that it does not print. */
export interface Traces {
  readonly observations: readonly Observation[];
  readonly sections: readonly Section[];
  readonly decisions: readonly Decision[];
  readonly retro: Retro | undefined;
  readonly vocabulary: Vocabulary;
  readonly portraitOf: (finding: Finding) => Portrait;
}

/** A route or a drop; never a keep. */
export type Fate = Exclude<Ruling, { readonly kind: "keep" }>;

const SILENCE: Fate = { kind: "drop", reason: "not-stated", because: "the report does not say what became of it" };

/** How alike a remark must be to count: of the reviewer by name, and of nobody in particular. */
const NAMED = 0.2;
const UNNAMED = 0.38;

/** Finds out what became of findings that fed no cluster. The report's own account comes first, silence last. */
export function fateFinder(traces: Traces): (finding: Finding, account: Account | undefined) => Fate {
  const { declined, struck, taken } = shelve(traces);
  const retro = new Map(traces.retro?.paragraphs.map(({ reviewer }) => [reviewer, shelveRetro(reviewer, traces)]));
  return (finding, account) => {
    const portrait = traces.portraitOf(finding);
    const judged = fromRetro(retro.get(finding.reviewer), portrait);
    return (
      fromAccount(account) ??
      fromAuthor(finding) ??
      fromDeclined(declined, portrait) ??
      fromStruck(struck, portrait) ??
      // «False positive» settles it; «low risk» may be said of a point that the report takes up all the same.
      (judged?.reason === "refuted" ? judged : undefined) ??
      fromReport(taken, finding, portrait) ??
      judged ??
      SILENCE
    );
  };
}

interface Taken extends Remark {
  readonly to: RouteTarget;
  readonly credits: readonly string[] | undefined;
}

interface Shelves {
  readonly declined: RemarkShelf<Remark>;
  readonly struck: RemarkShelf<Remark>;
  /** Remarks that may carry the point of a finding: observations, and the items of the assessments. */
  readonly taken: RemarkShelf<Taken>;
}

function shelve({ observations, sections, decisions, vocabulary }: Traces): Shelves {
  const declined = decisions.filter(({ source }) => source === "earlier-rounds");
  const struck: Remark[] = [];
  const taken: Taken[] = observations.map(({ text, credits }) => ({ text, to: "design", credits }));
  for (const { key, text } of sections) {
    for (const item of itemsOf(text)) {
      if (item.startsWith("~~")) struck.push({ text: item });
      else if (key !== undefined && key !== "summary" && key !== "design")
        taken.push({ text: item, to: key, credits: undefined });
    }
  }
  return {
    declined: new RemarkShelf(
      declined.map(({ about, reason }) => ({ text: `${about.text}\n${reason ?? ""}` })),
      vocabulary,
    ),
    struck: new RemarkShelf(struck, vocabulary),
    taken: new RemarkShelf(taken, vocabulary),
  };
}

function fromAccount(account: Account | undefined): Fate | undefined {
  if (account === undefined) return undefined;
  const because = `the reconciliation says: ${shorten(account.text)}`;
  if (account.fate.kind === "dropped") return { kind: "drop", reason: account.fate.reason, because };
  return account.fate.kind === "routed" ? { kind: "route", to: account.fate.to, because } : undefined;
}

function fromAuthor({ withdrawn }: Finding): Fate | undefined {
  return withdrawn === true
    ? { kind: "drop", reason: "withdrawn", because: "its author takes it back in the text" }
    : undefined;
}

function fromDeclined(declined: RemarkShelf<Remark>, portrait: Portrait): Fate | undefined {
  const [best] = rankRemarks(declined, portrait);
  if (best === undefined || best.score < 0.3) return undefined;
  return {
    kind: "drop",
    reason: "declined-earlier",
    because: `declined in an earlier round: ${shorten(best.remark.text)}`,
  };
}

/** Struck out: it was put right before the report was finished. */
function fromStruck(struck: RemarkShelf<Remark>, portrait: Portrait): Fate | undefined {
  const [best] = rankRemarks(struck, portrait);
  if (best === undefined || best.score < 0.25) return undefined;
  return { kind: "drop", reason: "already-fixed", because: `the report strikes it out: ${shorten(best.remark.text)}` };
}

/** A remark of the report that carries the point. */
function fromReport(taken: RemarkShelf<Taken>, finding: Finding, portrait: Portrait): Fate | undefined {
  for (const { remark, score } of rankRemarks(taken, portrait)) {
    const named = remark.credits?.includes(finding.reviewer) ?? names(remark.text, finding);
    if (score < NAMED) return undefined;
    if (score < (named ? NAMED : UNNAMED)) continue;
    return {
      kind: "route",
      to: remark.to,
      because: `the report takes it up under ${remark.to}: ${shorten(remark.text)}`,
    };
  }
  return undefined;
}

interface RetroShelf {
  /** «Every finding is based on hallucinated code.» */
  readonly sweeping: string | undefined;
  readonly sentences: RemarkShelf<Remark & { readonly reason: DropReason | undefined }>;
}

function shelveRetro(reviewer: ReviewerId, { retro, vocabulary }: Traces): RetroShelf {
  const own = retro?.paragraphs.filter((paragraph) => paragraph.reviewer === reviewer) ?? [];
  const sentences = own.flatMap(({ text }) => sentencesOf(text));
  const sweeping = sentences.find(
    (sentence) => /\b(?:every|all(?: of its)?) findings?\b/i.test(sentence) && reasonIn(sentence) === "refuted",
  );
  const remarks = sentences.map((text, index) => ({ text, reason: reasonFor(sentences, index) }));
  return { sweeping, sentences: new RemarkShelf(remarks, vocabulary) };
}

function sentencesOf(text: string): string[] {
  return text
    .slice(0, 20_000)
    .split(/(?<=[.;])\s+(?=[A-Z(`*"])|\n+/)
    .filter((sentence) => sentence.trim() !== "");
}

/** What the retro says about this reviewer, where it names the point and calls it wrong, minor or none of its business. */
function fromRetro(retro: RetroShelf | undefined, portrait: Portrait): (Fate & { readonly kind: "drop" }) | undefined {
  if (retro === undefined) return undefined;
  for (const { remark, score } of rankRemarks(retro.sentences, portrait)) {
    if (score < NAMED) break;
    if (remark.reason === undefined) continue;
    return { kind: "drop", reason: remark.reason, because: `the retro says: ${shorten(remark.text)}` };
  }
  if (retro.sweeping === undefined) return undefined;
  return { kind: "drop", reason: "refuted", because: `the retro says: ${shorten(retro.sweeping)}` };
}

/** A sentence gives its own reason, or stands in a list below one that does: «Both are false positives:». */
function reasonFor(sentences: readonly string[], index: number): DropReason | undefined {
  const own = reasonIn(sentences[index] ?? "");
  if (own !== undefined || !isBullet(sentences[index])) return own;
  let above = index - 1;
  while (above >= 0 && isBullet(sentences[above])) above--;
  const opening = sentences[above]?.trim() ?? "";
  return opening.endsWith(":") ? reasonIn(opening) : undefined;
}

function isBullet(sentence: string | undefined): boolean {
  return /^\s*[-*+]\s/.test(sentence ?? "");
}

/** Bullets and paragraphs of a section. */
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

const LONGEST = 300;

function shorten(text: string): string {
  const line = text
    .slice(0, 4 * LONGEST)
    .replace(/\s+/g, " ")
    .trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`;
}
