import type { RuledCluster } from "#model/cluster.ts";
import type { Rung } from "#model/panel/evidence-ladder.ts";
import type { Decision } from "#model/decision.ts";
import { clusterId } from "#model/ids.ts";
import type { Review } from "#model/review.ts";
import { decisionId } from "#model/history/decision-id.ts";
import { seriesName } from "#model/history/series-name.ts";
import type { DecidedProblem, StandingDecision } from "#model/history/standing-decision.ts";
import { makeIdentity } from "../match/identity/make-identity.ts";
import { indexEarlier } from "../match/earlier-index.ts";
import { FindingMatcher } from "../match/finding-matcher.ts";
import { mainWording, problemFromDecision, severityOfCluster, wordingsOf } from "./wordings.ts";

/** How strong the evidence for a cluster's problem was. */
export type RungOf = (review: Review, cluster: RuledCluster) => Rung;

/** A decision of a published report, and the findings of earlier reports that it names. */
export interface ImportedDecision {
  readonly decision: StandingDecision;
  /** Rounds as the report counts them. */
  readonly names: readonly { readonly round: number; readonly cluster: string }[];
}

/**
 * The decisions about the findings of a published report: its Resolution, and those it lists as declined in earlier
 * rounds. Ids are derived from the report, so that importing it twice adds nothing. They hold for its pull request or
 * branch.
 */
export function importedDecisions(review: Review, rungOf: RungOf = rungByQuotes): ImportedDecision[] {
  const decided = review.decisions.filter(({ about }) => about.kind === "finding");
  const date = dateOf(review);
  if (date === undefined) return [];
  // In a series the names of dropped problems have gaps.
  let unnamed = Math.max(0, ...review.clusters.flatMap(({ id }) => /^X(\d+)/.exec(id)?.[1] ?? []).map(Number));
  return decided.flatMap((row) => {
    const kind = kindOf(row);
    if (kind === undefined) return [];
    const problem = clusterOf(row, review);
    const of = { review: review.id, cluster: problem?.id ?? clusterId(`X${++unnamed}`) };
    const series = seriesName(review.scope);
    const said = {
      kind,
      of,
      scope: series === undefined ? {} : { series },
      reason: row.reason,
      date,
      source: "import" as const,
    };
    const head = review.scope.head;
    const decision: StandingDecision = {
      version: 1,
      id: decisionId(said),
      ...said,
      problem: problem === undefined ? problemOfText(row.about.text) : problemOf(review, problem, rungOf),
      head,
    };
    return [{ decision, names: namesIn(row.action) }];
  });
}

function kindOf({ kind, source }: Decision): StandingDecision["kind"] | undefined {
  if (source === "earlier-rounds") return kind === "declined" ? kind : undefined;
  return kind === "declined" || kind === "accepted-risk" || kind === "fixed" || kind === "reopened" ? kind : undefined;
}

/** The cluster that a row is about: the one it names; else a re-raise of this round that was dropped because of it. */
function clusterOf({ about, source }: Decision, { id, clusters, findings }: Review): RuledCluster | undefined {
  if (about.cluster !== undefined) return clusters.find((cluster) => cluster.id === about.cluster);
  if (source !== "earlier-rounds") return undefined;
  const dropped = clusters.filter(isReRaise);
  if (dropped.length === 0) return undefined;
  const ref = { review: id, round: 0, cluster: clusterId("X1") };
  const matcher = new FindingMatcher(indexEarlier([problemFromDecision(problemOfText(about.text), ref)]), { findings });
  return dropped.find(({ members }) => matcher.match(members.map(({ finding }) => finding)) !== undefined);
}

/** Whether a cluster was dropped because its problem had been declined before. */
export function isReRaise({ ruling }: RuledCluster): boolean {
  return ruling.kind === "drop" && ruling.reason === "declined-earlier";
}

function problemOf(review: Review, cluster: RuledCluster, rungOf: RungOf): DecidedProblem {
  const words = mainWording(cluster, wordingsOf(review, cluster));
  if (words === undefined) return problemOfText(cluster.ruling.because);
  const { title, body, locations, quotes } = words;
  return {
    identity: cluster.identity ?? makeIdentity({ problem: words }),
    title,
    text: body.slice(0, MAX_TEXT),
    severity: severityOfCluster(cluster),
    class: words.class,
    rung: rungOf(review, cluster),
    locations: [...locations],
    symbols: [],
    quotes: [...quotes],
    code: review.excerpts
      .filter((excerpt) => excerpt.cluster === cluster.id)
      .map(({ path, lines }) => ({ path, lines: [...lines] })),
  };
}

const MAX_TEXT = 4_000;

/** A row without a cluster: only its words are known. */
function problemOfText(text: string): DecidedProblem {
  return {
    identity: makeIdentity({ problem: { title: text, locations: [], quotes: [] } }),
    title: text,
    text: "",
    severity: "suggestion",
    rung: "asserted",
    locations: [],
    symbols: [],
    quotes: [],
    code: [],
  };
}

/** The rung of a problem if nobody looked at the code. */
export function rungByQuotes(review: Review, cluster: RuledCluster): Rung {
  const words = mainWording(cluster, wordingsOf(review, cluster));
  return (words?.quotes.length ?? 0) > 0 ? "quoted" : "asserted";
}

/**
 * When the findings were worked off; else when the report was made. Reports state it to the day or the minute, without
 * a zone.
 */
function dateOf({ id, round, resolution }: Review): string | undefined {
  const addressed = resolution?.fields.find(({ key }) => /^addressed/i.test(key))?.value;
  for (const text of [addressed, round.date, id.replace(/^(\d{4})(\d{2})(\d{2})-.*$/, "$1-$2-$3")]) {
    const [, day, time = "00:00"] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}))?/.exec(text ?? "") ?? [];
    const date = new Date(`${day}T${time}:00Z`);
    if (!Number.isNaN(date.getTime())) return date.toISOString();
  }
  return undefined;
}

/** `declined Round 1 (R1 S11) and Round 2 (R2 raw S1)`: S11 of round 1. Raw ones are other ids. */
function namesIn(action: string): { readonly round: number; readonly cluster: string }[] {
  return [...action.matchAll(/\bR(?:ound )?(\d{1,3}) ([CIS]\d{1,3})\b/gi)].map(([, round, cluster = ""]) => ({
    round: Number(round),
    cluster: cluster.toUpperCase(),
  }));
}
