import type { RuledCluster } from "#model/cluster.ts";
import type { ClusterId } from "#model/ids.ts";
import type { Review } from "#model/review.ts";
import type { PreviousFinding } from "#model/history/lineage.ts";
import type { OurThread } from "./our-posts.ts";
import type { ProblemRef, PublicationInput } from "./publication-input.ts";

/** Which thread of ours is about which problem. */
export interface Matches {
  /** The thread of a finding of this round; the oldest if there are several. */
  readonly ofFinding: ReadonlyMap<ClusterId, OurThread>;
  /** Further threads of a finding that already has one. */
  readonly doubles: readonly { readonly own: OurThread; readonly of: ClusterId }[];
  /** Threads of problems that only earlier rounds had. */
  readonly ofEarlier: readonly { readonly own: OurThread; readonly previous: PreviousFinding }[];
  readonly unknown: readonly OurThread[];
}

/** The key of a problem when its names in the archive are lost. */
export function identityKey({ identity }: Pick<RuledCluster, "identity">): string | undefined {
  return identity?.exact ?? identity?.code;
}

/** Matches threads to problems: by every name that the problem ever had, then by its key. */
export function matchThreads(
  { report, ancestors }: Pick<PublicationInput, "report" | "ancestors">,
  threads: readonly OurThread[],
): Matches {
  const { review, kept } = report;
  const findings = kept.map(({ cluster }) => ({ cluster, names: namesOf(review, cluster, ancestors) }));
  const earlier = review.previous.map((previous) => ({ previous, names: earlierNames(previous, ancestors) }));
  const ofFinding = new Map<ClusterId, OurThread>();
  const doubles: { own: OurThread; of: ClusterId }[] = [];
  const ofEarlier: { own: OurThread; previous: PreviousFinding }[] = [];
  const rest: OurThread[] = [];
  for (const own of threads) {
    const known = findings.find(({ names }) => isNamed(own, names))?.cluster.id;
    // It was fixed when we closed it and has come back: that needs a new comment.
    if (known !== undefined && isClosedByUs(own)) continue;
    const previous = earlier.find(({ names }) => isNamed(own, names))?.previous;
    if (known !== undefined) {
      if (ofFinding.has(known)) doubles.push({ own, of: known });
      else ofFinding.set(known, own);
    } else if (previous !== undefined) ofEarlier.push({ own, previous });
    else rest.push(own);
  }
  const unknown = rest.filter((own) => {
    const same = findings.find(({ cluster }) => isSameKey(own, cluster) && !ofFinding.has(cluster.id));
    if (same !== undefined) ofFinding.set(same.cluster.id, own);
    return same === undefined;
  });
  return { ofFinding, doubles, ofEarlier, unknown };
}

/** Only if we post as a program: a person's account may have been used by the person to close it. */
function isClosedByUs({ thread: { isResolved, resolvedBy, comments } }: OurThread): boolean {
  const us = comments[0]?.author;
  return isResolved === true && us?.isBot === true && resolvedBy === us.login;
}

function isSameKey({ marker }: OurThread, cluster: RuledCluster): boolean {
  return marker.key !== undefined && marker.key === identityKey(cluster);
}

const isNamed = ({ refs }: OurThread, names: ReadonlySet<string>): boolean =>
  refs.some((ref) => names.has(nameOf(ref)));

const nameOf = ({ review, cluster }: ProblemRef): string => `${review}/${cluster}`;

type Ancestors = PublicationInput["ancestors"];

/** Every name of a problem of this round: its own, those in the record, and those of the archive. */
function namesOf(review: Review, { id, lineage }: RuledCluster, ancestors: Ancestors): ReadonlySet<string> {
  const own = { review: review.id, cluster: id };
  const names = new Set([own, ...ancestors(own)].map(nameOf));
  for (const previous of review.previous)
    if (previous.raisedAgain?.includes(id) === true)
      for (const name of earlierNames(previous, ancestors)) names.add(name);
  // A contradicted finding is another problem.
  const recognised = lineage?.kind === "contradicts" ? undefined : lineage?.recognised?.of;
  if (recognised !== undefined) for (const ref of [recognised, ...ancestors(recognised)]) names.add(nameOf(ref));
  return names;
}

function earlierNames({ of }: PreviousFinding, ancestors: Ancestors): ReadonlySet<string> {
  return new Set(of === undefined ? [] : [of, ...ancestors(of)].map(nameOf));
}
