import type { Review } from "#model/review.ts";

/** Counts by severity and in all. */
export interface Counts {
  readonly critical: number;
  readonly important: number;
  readonly suggestion: number;
  readonly all: number;
}

/** What the record says of one reviewer; all counts but the last two are of its raw findings. */
export interface OwnFacts {
  readonly id: string;
  readonly name: string;
  readonly model: string | undefined;
  readonly outcome: string;
  /** Its raw review is there. */
  readonly isKnown: boolean;
  readonly seconds: number | undefined;
  readonly raised: Counts;
  readonly kept: Counts;
  readonly moved: number;
  readonly dropped: number;
  readonly refuted: number;
  /** `important suggestion`: claimed, final; also `important moved`, `important dropped`. */
  readonly fates: ReadonlyMap<string, number>;
  /** In kept problems that nobody else stands behind. */
  readonly alone: Counts;
  /** Kept problems that it stands behind, and those that nobody else does. */
  readonly behind: Counts;
  readonly behindAlone: Counts;
}

/** What a record says, counted from its findings, clusters, runs and decisions and from nothing that was computed. */
export interface Facts {
  readonly review: Review;
  readonly raised: number;
  readonly kept: Counts;
  readonly moved: number;
  readonly dropped: number;
  readonly merged: number;
  readonly unlinked: number;
  readonly states: ReadonlyMap<string, number>;
  readonly otherDecisions: ReadonlyMap<string, number>;
  readonly panel: { readonly all: number; readonly completed: number; readonly failed: number };
  readonly commenters: number;
  readonly own: readonly OwnFacts[];
}

export const SEVERITIES = ["critical", "important", "suggestion"] as const;

export function countBy(words: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

export function countsOf(severities: readonly string[]): Counts {
  const by = countBy(severities);
  const of = (severity: string): number => by.get(severity) ?? 0;
  return {
    critical: of("critical"),
    important: of("important"),
    suggestion: of("suggestion"),
    all: severities.length,
  };
}

/** The sum of counts. */
export function addCounts(all: readonly Counts[]): Counts {
  const of = (key: keyof Counts): number => all.reduce((total, counts) => total + counts[key], 0);
  return { critical: of("critical"), important: of("important"), suggestion: of("suggestion"), all: of("all") };
}

export function factsOf(review: Review): Facts {
  const { findings, clusters, reviewers, runs, decisions } = review;
  const home = new Map<string, { readonly cluster: Review["clusters"][number]; readonly isDuplicate: boolean }>();
  for (const cluster of clusters)
    for (const { finding, share } of cluster.members)
      if (share !== "secondary") home.set(finding, { cluster, isDuplicate: share === "duplicate" });
  const withFinding = new Set([...home.values()].map(({ cluster }) => cluster.id));
  const kept = clusters.flatMap(({ ruling }) => (ruling.kind === "keep" ? [ruling.severity] : []));
  const keptIds = new Set<string>(clusters.flatMap(({ id, ruling }) => (ruling.kind === "keep" ? [id] : [])));
  const standing = new Map(
    clusters.map(({ id, credits, members }) => [
      id,
      new Set([
        ...credits.map(({ reviewer }) => reviewer as string),
        ...members.map(({ finding }) => whoRaised(finding)),
      ]),
    ]),
  );
  function whoRaised(finding: string): string {
    return findings.find(({ id }) => id === finding)?.reviewer ?? "";
  }
  const said = decisions.filter(({ source }) => source === "resolution");
  const states = [...keptIds].map((id) => {
    const kinds = said.filter(({ about }) => about.cluster === id).map(({ kind }) => kind);
    const last = kinds.filter((kind) => kind !== "commented" && kind !== "other").at(-1);
    return last === undefined || last === "reopened" ? "open" : last;
  });
  const outcomeOf = (id: string): string => {
    const outcomes = runs.filter(({ reviewer }) => reviewer === id).map(({ outcome }) => outcome);
    if (outcomes.includes("completed")) return "completed";
    return outcomes.length > 0 && outcomes.every((outcome) => outcome === "failed") ? "failed" : "unknown";
  };
  const panel = reviewers.filter(({ kind, commented }) => commented !== true && kind !== "person");
  const outcomes = panel.map(({ id }) => outcomeOf(id));
  return {
    review,
    raised: findings.length,
    kept: countsOf(kept),
    moved: clusters.filter(({ ruling }) => ruling.kind === "route").length,
    dropped: clusters.filter(({ ruling }) => ruling.kind === "drop").length,
    merged: findings.length - withFinding.size,
    unlinked: clusters.length - withFinding.size,
    states: countBy(states),
    otherDecisions: countBy(said.filter(({ about }) => !keptIds.has(about.cluster ?? "")).map(({ kind }) => kind)),
    panel: {
      all: panel.length,
      completed: outcomes.filter((outcome) => outcome === "completed").length,
      failed: outcomes.filter((outcome) => outcome === "failed").length,
    },
    commenters: reviewers.length - panel.length,
    own: reviewers.map(({ id, name, model }) => {
      const mine = findings.filter(({ reviewer }) => reviewer === id);
      const ends = mine.map((finding) => {
        const { cluster, isDuplicate = false } = home.get(finding.id) ?? {};
        const ruling = cluster?.ruling;
        const end =
          isDuplicate || ruling?.kind === "drop" ? "dropped" : ruling?.kind === "keep" ? ruling.severity : "moved";
        const isRefuted = !isDuplicate && ruling?.kind === "drop" && ruling.reason === "refuted";
        return { claimed: finding.severity, end, isRefuted, isAlone: standing.get(cluster?.id as never)?.size === 1 };
      });
      const isKept = ({ end }: { readonly end: string }): boolean => end !== "moved" && end !== "dropped";
      const ownRuns = runs.filter(({ reviewer }) => reviewer === id);
      const times = ownRuns.flatMap(({ durationSeconds }) => durationSeconds ?? []);
      const behind = clusters.filter((cluster) => keptIds.has(cluster.id) && standing.get(cluster.id)?.has(id));
      const severityOf = ({ ruling }: (typeof clusters)[number]): string =>
        ruling.kind === "keep" ? ruling.severity : "";
      return {
        id,
        name,
        model,
        outcome: outcomeOf(id),
        isKnown: mine.length > 0 || ownRuns.some((run) => run.outcome === "completed" && run.text !== undefined),
        seconds: times.length === 0 ? undefined : times.reduce((sum, time) => sum + time, 0),
        raised: countsOf(mine.map(({ severity }) => severity)),
        kept: countsOf(ends.filter(isKept).map(({ end }) => end)),
        moved: ends.filter(({ end }) => end === "moved").length,
        dropped: ends.filter(({ end }) => end === "dropped").length,
        refuted: ends.filter(({ isRefuted }) => isRefuted).length,
        fates: countBy(ends.map(({ claimed, end }) => `${claimed} ${end}`)),
        alone: countsOf(ends.filter((one) => isKept(one) && one.isAlone).map(({ end }) => end)),
        behind: countsOf(behind.map(severityOf)),
        behindAlone: countsOf(behind.filter((cluster) => standing.get(cluster.id)?.size === 1).map(severityOf)),
      };
    }),
  };
}
