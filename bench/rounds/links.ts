import judgedFile from "./judged.json" with { type: "json" };
import { MATCH_AT, SUPPRESS_AT } from "#steps/history/match/thresholds.ts";
import { labelsOf } from "./labels.ts";
import type { Observations, Seen } from "./observe.ts";
import type { CorpusSeries } from "./series.ts";

/** A link between rounds that a person read: right or not. */
export interface JudgedLink {
  readonly pullRequest: string;
  readonly confidence: number;
  readonly right: boolean;
}

const SAME = new Set<string>(judgedFile.same);
const DIFFERENT = new Set<string>(judgedFile.different);

/** The links that were read, and those that nobody has read. What asks for the reverse is no link: that is asked first. */
export function judgedLinks(
  { reported, contradicting }: Pick<Observations, "reported" | "contradicting">,
  series: readonly CorpusSeries[],
): { readonly links: readonly JudgedLink[]; readonly unread: readonly string[] } {
  const labels = new Map(
    series.flatMap((each) =>
      labelsOf(each).map((label) => [`${label.review.id} ${label.cluster.id}` as string, label] as const),
    ),
  );
  const links: JudgedLink[] = [];
  const unread: string[] = [];
  for (const { pullRequest, review, ids, recognition, problem } of reported) {
    if (recognition === undefined || recognition.confidence < READ_FROM) continue;
    if (contradicting.some((each) => each.review === review && each.ids[0] === ids[0])) continue;
    const { of, confidence } = recognition;
    const key = `${review} ${ids[0]} = ${of.review} ${of.cluster}`;
    const label = labels.get(`${review} ${ids[0]}`);
    const says = label?.earlier.some((one) =>
      problem!.sightings.some((sighting) => sighting.review === one.review.id && sighting.cluster === one.cluster.id),
    );
    const right = label === undefined ? judge(key) : label.kind === "same" && says === true;
    if (right === undefined) unread.push(`${key} (${recognition.tier} ${confidence})`);
    else links.push({ pullRequest, confidence, right });
  }
  return { links, unread };
}

const READ_FROM = 0.4;

function judge(key: string): boolean | undefined {
  return SAME.has(key) ? true : DIFFERENT.has(key) ? false : undefined;
}

/** Of the links from a confidence on: how many there are, and how many are right. */
export function precisionFrom(
  links: readonly JudgedLink[],
  threshold: number,
): { readonly of: number; readonly right: number } {
  const taken = links.filter(({ confidence }) => confidence >= threshold);
  return { of: taken.length, right: taken.filter(({ right }) => right).length };
}

/** The lowest threshold at which so large a share of the links is right. */
export function chooseThreshold(links: readonly JudgedLink[], share: number): number {
  for (let percent = 50; percent < 99; percent++) {
    const { of, right } = precisionFrom(links, percent / 100);
    if (of > 0 && right / of >= share) return percent / 100;
  }
  return 0.99;
}

/** What the two thresholds ask for. */
export const WANTED = { recognise: 0.85, suppress: 0.9 };

/** The thresholds that the other pull requests would have chosen. */
export function thresholdsWithout(
  links: readonly JudgedLink[],
  pullRequest: string,
): { readonly matchAt: number; readonly suppressAt: number } {
  const others = links.filter((link) => link.pullRequest !== pullRequest);
  return {
    matchAt: chooseThreshold(others, WANTED.recognise),
    suppressAt: chooseThreshold(others, WANTED.suppress),
  };
}

/** How the findings fared of which a report itself says which earlier one they are. */
export function scoreLabels(reported: readonly Seen[], series: readonly CorpusSeries[]) {
  const figures = { same: 0, right: 0, other: 0, none: 0, fix: 0, fixTakenForSame: 0 };
  for (const label of series.flatMap(labelsOf)) {
    const seen = reported.find(({ review, ids }) => review === label.review.id && ids[0] === label.cluster.id);
    const isSeen = (seen?.recognition?.confidence ?? 0) >= MATCH_AT;
    const isIt = label.earlier.some((one) =>
      seen?.problem?.sightings.some(({ review, cluster }) => review === one.review.id && cluster === one.cluster.id),
    );
    if (label.kind === "fix") {
      figures.fix++;
      if (isSeen && isIt) figures.fixTakenForSame++;
      continue;
    }
    figures.same++;
    figures[!isSeen ? "none" : isIt ? "right" : "other"]++;
  }
  return figures;
}

/** The thresholds that ship, for printing. */
export const SHIPPED_THRESHOLDS = { matchAt: MATCH_AT, suppressAt: SUPPRESS_AT };
