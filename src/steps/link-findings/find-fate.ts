import type { Observation, Section } from "#model/assessment.ts";
import type { Ruling } from "#model/cluster.ts";
import type { Decision } from "#model/decision.ts";
import type { Finding } from "#model/finding.ts";
import type { Retro } from "#model/retro.ts";
import { readLocations } from "#grammar/locations.ts";
import { nearness, type Portrait } from "./compare.ts";
import { type Account, reasonIn, type RouteTarget } from "./read-account.ts";
import { containment, likeness, type Vocabulary } from "./text-profile.ts";

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

/** Finds what became of a finding that fed no cluster. The report's own account comes first, silence last. */
export function findFate(finding: Finding, account: Account | undefined, traces: Traces): Fate {
  return (
    fromAccount(account) ??
    fromAuthor(finding) ??
    fromDecisions(finding, traces) ??
    fromReport(finding, traces) ??
    fromRetro(finding, traces) ?? {
      kind: "drop",
      reason: "not-stated",
      because: "the report does not say what became of it",
    }
  );
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

function fromDecisions(finding: Finding, traces: Traces): Fate | undefined {
  const declined = traces.decisions.filter(({ source }) => source === "earlier-rounds");
  const [best] = rank(
    declined.map((decision) => ({ text: `${decision.about.text}\n${decision.reason ?? ""}`, decision })),
    finding,
    traces,
  );
  if (best === undefined || best.score < 0.3) return undefined;
  return {
    kind: "drop",
    reason: "declined-earlier",
    because: `declined in an earlier round: ${shorten(best.decision.about.text)}`,
  };
}

/** A remark of the report that carries the point: in its observations, or in one of its assessments. */
function fromReport(finding: Finding, traces: Traces): Fate | undefined {
  const remarks: { text: string; to: RouteTarget; credited: boolean }[] = traces.observations.map(
    ({ text, credits }) => ({
      text,
      to: "design",
      credited: credits.includes(finding.reviewer),
    }),
  );
  for (const { key, text } of traces.sections) {
    if (key === undefined || key === "summary" || key === "design") continue;
    for (const item of itemsOf(text)) remarks.push({ text: item, to: key, credited: names(item, finding) });
  }
  const ranked = rank(remarks, finding, traces).filter(({ score, credited }) => score >= (credited ? 0.2 : 0.38));
  const [best] = ranked;
  return best === undefined
    ? undefined
    : { kind: "route", to: best.to, because: `the report takes it up under ${best.to}: ${shorten(best.text)}` };
}

/** A sentence of the retro about this reviewer that names the point and calls it wrong, minor or none of its business. */
function fromRetro(finding: Finding, traces: Traces): Fate | undefined {
  const paragraphs = traces.retro?.paragraphs.filter(({ reviewer }) => reviewer === finding.reviewer) ?? [];
  const sentences = paragraphs.flatMap(({ text }) =>
    text.split(/(?<=[.;])\s+(?=[A-Z(`*"])|\n+/).map((sentence) => ({ text: sentence })),
  );
  for (const { text, score } of rank(sentences, finding, traces)) {
    const reason = reasonIn(text);
    if (score < 0.2) return undefined;
    if (reason !== undefined) return { kind: "drop", reason, because: `the retro says: ${shorten(text)}` };
  }
  return undefined;
}

function rank<T extends { readonly text: string }>(
  remarks: readonly T[],
  finding: Finding,
  traces: Traces,
): (T & { score: number })[] {
  const portrait = traces.portraitOf(finding);
  return remarks
    .map((remark) => {
      const profile = traces.vocabulary.profile(remark.text);
      const place = nearness(portrait.locations, readLocations(remark.text.slice(0, 4000)).locations);
      const words = 0.5 * containment(portrait.title, profile) + 0.5 * likeness(portrait.text, profile);
      return { ...remark, score: 0.8 * words + 0.2 * place };
    })
    .sort((a, b) => b.score - a.score);
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
  return new RegExp(`\\b${first}\\b`, "i").test(text);
}

const LONGEST = 300;

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`;
}
