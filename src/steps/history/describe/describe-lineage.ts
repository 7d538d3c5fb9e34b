import type { RuledCluster, Ruling } from "#model/cluster.ts";
import type { ClusterId } from "#model/ids.ts";
import type { Review } from "#model/review.ts";
import { earlierName, type Lineage } from "#model/history/lineage.ts";
import type { ComesFrom } from "#model/history/report-history.ts";
import { authorName } from "#model/history/author-name.ts";
import type { CitedDecision } from "#model/history/standing-decision.ts";
import { joinAnd } from "#util/words.ts";

/** The origin of a cluster, in words. Undefined if its record has none. */
export function describeLineage(review: Review, { id, names, lineage, ruling }: RuledCluster): ComesFrom | undefined {
  if (lineage === undefined) return undefined;
  const decision = citedDecision(review, lineage.decision);
  const { recognised } = lineage;
  const text = `${textOf(review, lineage, decision)}${describeFormerNames(id, names)}`;
  const sides = sidesOf(lineage, decision, ruling);
  return {
    kind: lineage.kind,
    label: LINEAGE_LABELS[lineage.kind],
    text,
    because: sides.length > 0 || text.includes(unframed(lineage.because)) ? undefined : lineage.because,
    recognised:
      recognised === undefined
        ? undefined
        : `Matched to ${earlierName(recognised.of)}${describeGrade(recognised)}: ${recognised.because.replace(/^the same\b/, "same")}`,
    sides,
  };
}

/** The decision with this id, as far as the record describes it; only the name of its author. */
export function citedDecision({ series }: Review, id: string | undefined): CitedDecision | undefined {
  const found = id === undefined ? undefined : series?.decisions?.find((decision) => decision.id === id);
  if (found?.author === undefined) return found;
  const { author, ...others } = found;
  return { ...others, author: authorName(author) };
}

/** `declined on 2026-11-02 by Ada Berg: it is what the manual asks for; until 2027-01-31`. */
export function describeDecision({ kind, date, author, reason, until, source }: CitedDecision): string {
  const who = author === undefined ? "" : ` by ${author}`;
  const where = source === "import" ? ", as a published report says" : "";
  const why = reason === undefined ? "" : `: ${reason.replace(/[.\s]+$/, "")}`;
  return `${DECISION_WORDS[kind]} on ${date.slice(0, 10)}${who}${where}${why}${until === undefined ? "" : `; until ${until}`}`;
}

const LINEAGE_LABELS: Readonly<Record<Lineage["kind"], string>> = {
  latent: "latent",
  "new-code": "in new code",
  introduced: "by a fix",
  "carried-over": "carried over",
  moved: "moved",
  "re-raised": "re-raised",
  contradicts: "contradicts advice",
};

/** How sure the match is. An exact one needs no figure. */
function describeGrade({ tier, confidence }: NonNullable<Lineage["recognised"]>): string {
  if (tier === "exact") return "";
  return ` by ${tier === "coarse" ? "its code or place" : "what it says"} (${confidence.toFixed(2)})`;
}

const DECISION_WORDS: Readonly<Record<CitedDecision["kind"], string>> = {
  declined: "declined",
  "accepted-risk": "accepted as a risk",
  fixed: "marked as fixed",
  reopened: "reopened",
};

function textOf(review: Review, lineage: Lineage, decision: CitedDecision | undefined): string {
  const { kind, recognised, fixOf = [], commit } = lineage;
  const by = commit === undefined ? "" : `, in ${commit.id.slice(0, 7)} (${commit.subject})`;
  const name = recognised === undefined ? "an earlier finding" : earlierName(recognised.of);
  switch (kind) {
    case "latent":
    case "new-code":
      return `new; ${unframed(lineage.because)}`;
    case "introduced":
      return `introduced by ${fixOf.length === 0 ? "a fix" : `the fix of ${fixOf.map(earlierName).join(", ")}`}${by}`;
    case "carried-over":
      return `carried over from ${name}${roundsOf(review, lineage)}`;
    case "moved":
      return `carried over from ${name}${roundsOf(review, lineage)}; its code moved`;
    case "contradicts":
      return `contradicts the advice of ${name}`;
    case "re-raised":
      return `same as ${name}, which was ${decision?.kind === "accepted-risk" ? "accepted as a risk" : "declined"}`;
  }
}

/** The names under which earlier reports printed it, if they are other ones: `; called R1.X1 before`. */
function describeFormerNames(id: ClusterId, names: RuledCluster["names"] = []): string {
  const former = names.filter(({ cluster }) => cluster !== id).map(earlierName);
  return former.length === 0 ? "" : `; called ${joinAnd(former, MAX_NAMES)} before`;
}

const MAX_NAMES = 5;

/** Every round that raised it, if the record follows it. */
function roundsOf({ previous, series }: Review, { recognised }: Lineage): string {
  if (recognised === undefined) return "";
  const known = previous.find(({ of }) => of?.review === recognised.of.review && of.cluster === recognised.of.cluster);
  const own = (series?.entries.length ?? 0) + 1;
  const rounds = [...new Set([...(known?.rounds ?? [recognised.of.round]), own])].filter((round) => round > 0);
  return `, raised in rounds ${rounds.join(", ")}`;
}

/** The decision, and why the finding is shown nevertheless. For a dropped one the ruling itself may say so. */
function sidesOf(
  { decision: id, shownBecause }: Lineage,
  decision: CitedDecision | undefined,
  ruling: Ruling,
): ComesFrom["sides"] {
  if (id === undefined || (ruling.kind === "drop" && ruling.because.includes(id))) return [];
  const said = decision === undefined ? [] : [{ who: `Decision ${id}`, says: describeDecision(decision) }];
  return shownBecause === undefined ? said : [...said, { who: "Shown because", says: lowered(shownBecause) }];
}

/** `its lines are as in round 1` from a whole sentence. */
function unframed(sentence: string): string {
  return lowered(sentence).replace(/\.$/, "");
}

const lowered = (sentence: string): string => `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}`;
