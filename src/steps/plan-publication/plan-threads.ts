import type { PostedFindingMarker } from "#grammar/marker.ts";
import type { ClusterId } from "#model/ids.ts";
import type { InlineComment, Post, Publication } from "#model/pull/publication.ts";
import type { PullThread } from "#model/pull/pull-request.ts";
import type { ReportFinding } from "#model/report.ts";
import type { PreviousFinding } from "#model/history/lineage.ts";
import { identityKey, type Matches, matchThreads } from "./match-threads.ts";
import { LATEST, type OurPosts, type OurThread } from "./our-posts.ts";
import { type DiffPlace, placeFinding } from "./place-finding.ts";
import type { PublicationInput } from "./publication-input.ts";
import { isOnlyComments } from "./from-comments.ts";
import { type Suggestion, suggestFix } from "./suggest-fix.ts";
import { writeComment } from "./write/write-comment.ts";

/** The actions at the lines of the diff. */
export interface ThreadPlan {
  readonly comments: readonly InlineComment[];
  readonly edits: readonly Extract<Post, { kind: "edit" }>[];
  readonly resolves: readonly Extract<Post, { kind: "resolve" }>[];
  readonly removes: readonly Extract<Post, { kind: "remove" }>[];
  readonly withheld: Publication["withheld"];
  readonly left: Publication["left"];
  /** Findings that have a comment of their own, or get one. */
  readonly inline: ReadonlySet<ClusterId>;
  /** The addresses of existing threads: by finding of this round, or by the earlier one's name. */
  readonly addresses: ReadonlyMap<string, string>;
}

/** What the platform refused, in this run or in an earlier one of the same review and commit. */
export interface Refused {
  readonly comments: ReadonlySet<string>;
  readonly resolves: ReadonlySet<string>;
}

/** Plans comments for findings without one, edits of changed texts, and the end of what is fixed. */
export function planThreads(input: PublicationInput, ours: OurPosts, refused: Refused): ThreadPlan {
  const matches = matchThreads(input, ours.threads);
  const plan: Draft = {
    input,
    refused,
    comments: [],
    edits: [],
    resolves: [],
    removes: [],
    withheld: [],
    left: [],
    inline: new Set(),
    addresses: addressesOf(matches),
  };
  let free = input.options.maxComments - matches.ofFinding.size;
  for (const finding of input.report.kept) {
    const own = matches.ofFinding.get(finding.id);
    if (own !== undefined) updateThread(plan, finding, own);
    else if (addComment(plan, finding, free > 0)) free -= 1;
  }
  for (const { own, of } of matches.doubles) endDouble(plan, own, { of, kept: matches.ofFinding.get(of) });
  for (const { own, previous } of matches.ofEarlier) endThread(plan, own, previous);
  for (const own of matches.unknown) {
    leave(plan, own, { of: `${own.marker.review}.${own.marker.id}`, why: "this review does not know its problem" });
  }
  return plan;
}

function addressesOf({ ofFinding, ofEarlier }: Matches): ReadonlyMap<string, string> {
  return new Map([
    ...ofEarlier.map(({ own, previous }) => [previous.ref, addressOf(own)] as const),
    ...[...ofFinding].map(([id, own]) => [id, addressOf(own)] as const),
  ]);
}

const addressOf = ({ thread }: OurThread): string => thread.comments[0]?.url ?? "";

interface Draft extends ThreadPlan {
  readonly input: PublicationInput;
  readonly refused: Refused;
  readonly comments: InlineComment[];
  readonly edits: Extract<Post, { kind: "edit" }>[];
  readonly resolves: Extract<Post, { kind: "resolve" }>[];
  readonly removes: Extract<Post, { kind: "remove" }>[];
  readonly withheld: { of: ClusterId; why: string }[];
  readonly left: { thread: string; of: string; why: string }[];
  readonly inline: Set<ClusterId>;
}

/** `of` is the name by which a reader of this round knows the problem. */
function leave(
  { left }: Draft,
  { thread }: OurThread,
  { of, why }: { readonly of: string; readonly why: string },
): void {
  left.push({ thread: thread.id, of, why });
}

/** Adds a comment for a finding without one; false if it gets none. */
function addComment(plan: Draft, finding: ReportFinding, isRoom: boolean): boolean {
  const { input, refused } = plan;
  const withhold = (why: string): false => {
    plan.withheld.push({ of: finding.id, why });
    return false;
  };
  const against = whyDeclined(input, finding);
  if (against !== undefined) return withhold(against);
  if (isOnlyComments(input.report.review, finding, input.pull))
    return withhold("it was already raised in this pull request");
  if (finding.foldedInto !== undefined) return withhold(`${finding.foldedInto} says the same at other lines`);
  const placement = placeFinding(input, finding);
  if ("why" in placement) return withhold(placement.why);
  const closed = input.closed?.get("review");
  if (closed !== undefined) return withhold(closed);
  if (!input.options.parts.includes("review")) return withhold("comments were not asked for");
  if (refused.comments.has(finding.id)) return withhold("GitHub did not accept a comment at its lines");
  if (!isRoom) return withhold(`more than ${input.options.maxComments} findings would have a comment`);
  const suggestion = suggestFix(input.report.review, finding, placement.at);
  const body = writeComment({ finding, marker: markerOf(input, finding), suggestion, host: hostOf(input) });
  plan.comments.push({ of: finding.id, ...positionOf(suggestion?.at ?? placement.at), body });
  plan.inline.add(finding.id);
  return true;
}

/** Why people do not want to see a finding again; undefined if nobody said so. */
function whyDeclined({ decided }: PublicationInput, { id, cluster, decisions }: ReportFinding): string | undefined {
  const said = decided?.get(id);
  if (said !== undefined) return said;
  if (decisions.some(({ kind }) => kind === "declined" || kind === "accepted-risk")) return "people decided against it";
  return cluster.lineage?.kind === "re-raised" ? "people decided against it in an earlier round" : undefined;
}

const hostOf = ({ pull }: PublicationInput): string => pull.address.host;

function markerOf({ report }: PublicationInput, { id, cluster }: ReportFinding): PostedFindingMarker {
  const key = identityKey(cluster);
  return { kind: "finding", review: report.review.id, id, key };
}

function positionOf({ path, start, end, side }: DiffPlace): Omit<InlineComment, "of" | "body"> {
  return { path, line: end, side, ...(start < end && { startLine: start, startSide: side }) };
}

/** Updates the comment of a problem that is still there, unless people replied or closed it. */
function updateThread(plan: Draft, finding: ReportFinding, own: OurThread): void {
  const { input } = plan;
  const { thread, marker, repliedBy } = own;
  const of = finding.id;
  plan.inline.add(of);
  const against = whyDeclined(input, finding);
  if (against !== undefined) return leave(plan, own, { of, why: against });
  if (thread.isResolved === true) return leave(plan, own, { of, why: `resolved${by(thread.resolvedBy)}` });
  if (repliedBy !== undefined) return leave(plan, own, { of, why: `${repliedBy} replied` });
  const [first] = thread.comments;
  if (first === undefined) return;
  const body = writeComment({
    finding,
    marker: renewed(marker, markerOf(input, finding)),
    suggestion: suggestionFor(input, finding, own),
    host: hostOf(input),
  });
  if (plain(body) !== plain(first.body))
    plan.edits.push({ kind: "edit", comment: first.id, ...known(thread), of: finding.id, body });
}

const known = ({ id }: PullThread): { thread?: string } => (id === "" ? {} : { thread: id });

/**
 * Another thread of a problem. Identical comments come from concurrent runs; the later one is withdrawn while nobody
 * has replied. Two problems that became one keep their threads.
 */
function endDouble(
  plan: Draft,
  own: OurThread,
  { of, kept }: { readonly of: ClusterId; readonly kept: OurThread | undefined },
): void {
  const { thread, marker } = own;
  const [first, ...others] = thread.comments;
  const isSame = kept?.marker.review === marker.review && kept.marker.id === marker.id;
  if (first !== undefined && isSame && others.length === 0 && thread.isResolved !== true)
    plan.removes.push({ kind: "remove", what: "comment", comment: first.id, ...known(thread), of });
  else leave(plan, own, { of, why: "it has another thread" });
}

const by = (login: string | undefined): string => (login === undefined ? "" : ` by ${login}`);

/** The marker keeps its first name and adds the latest, so that either one identifies the problem. */
function renewed(made: PostedFindingMarker, now: PostedFindingMarker): PostedFindingMarker {
  const isSame = made.review === now.review && made.id === now.id;
  return {
    ...now,
    review: made.review,
    id: made.id,
    ...(isSame ? {} : { more: { [LATEST]: `${now.review}/${now.id}` } }),
  };
}

/** A suggestion replaces the lines of the thread: only offer it if these are still the lines of the fix. */
function suggestionFor(input: PublicationInput, finding: ReportFinding, { thread }: OurThread): Suggestion | undefined {
  const placement = placeFinding(input, finding);
  if ("why" in placement || thread.isOutdated === true || thread.line === undefined) return undefined;
  const suggestion = suggestFix(input.report.review, finding, placement.at);
  if (suggestion === undefined) return undefined;
  const { path, side, start, end } = suggestion.at;
  const isSameLines = thread.path === path && thread.side === side && thread.line === end;
  return isSameLines && (thread.startLine ?? thread.line) === start ? suggestion : undefined;
}

/** Platforms change line ends and drop trailing blanks. */
const plain = (body: string): string => body.replaceAll("\r\n", "\n").trimEnd();

/** A problem of an earlier round: its thread is closed once it is fixed, unless somebody else replied. */
function endThread(plan: Draft, own: OurThread, { ref: of, status }: PreviousFinding): void {
  const { thread, repliedBy } = own;
  if (status !== "fixed" && status !== "gone") return leave(plan, own, { of, why: STAYS[status] });
  // Already closed, as intended.
  if (thread.isResolved === true) return;
  const but = (why: string): void => leave(plan, own, { of, why: `${DONE[status]}, but ${why}` });
  if (repliedBy !== undefined) return but(`${repliedBy} replied`);
  if (plan.refused.resolves.has(thread.id)) return but("GitHub did not let us resolve it");
  if (!thread.canResolve || thread.id === "") return but("we may not resolve it");
  plan.resolves.push({ kind: "resolve", thread: thread.id, of, because: DONE[status] });
}

const DONE = { fixed: "fixed", gone: "gone with its code" } as const;

const STAYS: Readonly<Record<Exclude<PreviousFinding["status"], "fixed" | "gone">, string>> = {
  open: "still open",
  "partly-fixed": "partly fixed",
  unknown: "nobody could tell whether it is fixed",
  declined: "declined",
  "accepted-risk": "accepted as a risk",
};
