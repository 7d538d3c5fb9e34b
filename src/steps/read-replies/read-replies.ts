import { bearsMarker, latestName, parseMarker } from "#grammar/marker.ts";
import type { ClusterId, ReviewId } from "#model/ids.ts";
import type { PullComment, PullRequest, PullThread } from "#model/pull/pull-request.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import { readReply, replyReason } from "./read-reply.ts";
import { type OwnComment, parseOwnComment } from "./parse-own-comment.ts";

/** What somebody decided in a thread of ours. */
export interface ThreadDecision {
  readonly review: ReviewId;
  readonly cluster: ClusterId;
  /** What the same problem was called in the latest round that we posted. */
  readonly latest?: { readonly review: ReviewId; readonly cluster: ClusterId };
  /** The fingerprint that our comment names. */
  readonly key?: string;
  /** The problem as our comment tells it. */
  readonly told?: OwnComment;
  readonly kind: StandingDecision["kind"];
  readonly reason?: string;
  /** A login. */
  readonly author: string;
  readonly date: string;
  readonly url: string;
}

/** What would have been a decision, and why it is none. */
export interface IgnoredReply {
  readonly author: string;
  readonly url: string;
  readonly why: string;
}

/** What the threads of a pull request decide. */
export interface ReadReplies {
  readonly decisions: readonly ThreadDecision[];
  readonly ignored: readonly IgnoredReply[];
}

/** Whether somebody may write to the repository; undefined: not known. */
export type MayWrite = (login: string) => boolean | undefined;

/**
 * Reads what people decided in the threads that we began: by the words that their reply begins with, or by closing the
 * thread. Only who may write to the repository decides; what others say is listed.
 */
export function readReplies(
  pull: Pick<PullRequest, "threads" | "viewer">,
  { mayWrite }: { mayWrite: MayWrite },
): ReadReplies {
  const decisions: ThreadDecision[] = [];
  const ignored: IgnoredReply[] = [];
  for (const thread of ownThreads(pull)) {
    const { said, others } = wordsIn(thread, mayWrite);
    ignored.push(...others);
    const closed = said === undefined ? closedBy(thread, pull, mayWrite) : undefined;
    if (closed !== undefined && "why" in closed) ignored.push(closed);
    else if (closed !== undefined) decisions.push({ ...thread.about, ...closed });
    if (said !== undefined) decisions.push({ ...thread.about, ...said });
  }
  return { decisions, ignored };
}

/** Everybody whose rights `readReplies` will ask for, each once. */
export function decidersIn(pull: Pick<PullRequest, "threads" | "viewer">): string[] {
  const asked = new Set<string>();
  const mayWrite = (login: string): undefined => void asked.add(login);
  readReplies(pull, { mayWrite });
  return [...asked];
}

interface OwnThread {
  readonly thread: PullThread;
  readonly about: Pick<ThreadDecision, "review" | "cluster" | "latest" | "key" | "told">;
  /** What people wrote below our comment, oldest first. */
  readonly replies: readonly PullComment[];
}

/** A marker counts only where the platform says that the comment is ours. */
function ownThreads({ threads }: Pick<PullRequest, "threads">): OwnThread[] {
  return threads.flatMap((thread) => {
    const [first, ...rest] = thread.comments;
    const marker = first?.isOurs === true ? parseMarker(first.body) : undefined;
    if (marker?.kind !== "finding") return [];
    const { review, id: cluster, key } = marker;
    const about = { review, cluster, latest: latestName(marker), key, told: parseOwnComment(thread) };
    return [{ thread, about, replies: rest.filter(isOfPerson) }];
  });
}

/** A user may speak through our account, and we through another: what has our marker is no person's word. */
function isOfPerson(comment: PullComment): boolean {
  const { author, at } = comment;
  return !author.isBot && author.login !== NOBODY && !Number.isNaN(Date.parse(at)) && !bearsMarker(comment);
}

const NOBODY = "ghost";

type Said = Pick<ThreadDecision, "kind" | "reason" | "author" | "date" | "url">;

/** The newest words that decide something, of somebody who may. */
function wordsIn({ replies }: OwnThread, mayWrite: MayWrite): { said: Said | undefined; others: IgnoredReply[] } {
  const others: IgnoredReply[] = [];
  let said: Said | undefined;
  for (const { author, body, at, url } of replies) {
    const reply = readReply(body);
    if (reply === undefined) continue;
    const refusal = refuse(author.login, mayWrite);
    const date = new Date(at).toISOString();
    if (refusal !== undefined) others.push({ author: author.login, url, why: refusal });
    else if (said === undefined || said.date <= date) said = { ...reply, author: author.login, date, url };
  }
  return { said, others };
}

/** What closing a thread without such words means: the code shows whether it was fixed or turned down. */
function closedBy(
  { thread, replies }: OwnThread,
  { threads, viewer }: Pick<PullRequest, "threads" | "viewer">,
  mayWrite: MayWrite,
): Said | IgnoredReply | undefined {
  const { isResolved, resolvedBy: author, isOutdated, comments } = thread;
  if (isResolved !== true || author === undefined || author === NOBODY || isBot(author, threads)) return undefined;
  // We close threads ourselves when a problem is fixed: that is no decision of a person.
  if (author === viewer && !givesReason(author, replies)) return undefined;
  const last = replies.findLast((reply) => mayWrite(reply.author.login) === true);
  const { at = "", url = "" } = last ?? comments.at(-1) ?? {};
  const refusal = refuse(author, mayWrite);
  if (refusal !== undefined) return { author, url, why: refusal };
  if (Number.isNaN(Date.parse(at))) return undefined;
  const base = { author, date: new Date(at).toISOString(), url };
  if (isOutdated === true) return { kind: "fixed", ...base };
  const reason = isOutdated === false && last !== undefined ? replyReason(last.body) : undefined;
  return { kind: "declined", ...base, reason };
}

/** Where a person whose account we speak as gave a reason, that person closed the thread: we leave such threads alone. */
function givesReason(login: string, replies: readonly PullComment[]): boolean {
  return replies.some(({ author, body }) => author.login === login && replyReason(body) !== undefined);
}

function isBot(login: string, threads: readonly PullThread[]): boolean {
  if (login.endsWith("[bot]")) return true;
  return threads.some(({ comments }) => comments.some(({ author }) => author.isBot && author.login === login));
}

function refuse(login: string, mayWrite: MayWrite): string | undefined {
  const may = mayWrite(login);
  if (may === true) return undefined;
  return may === false ? "may not write to the repository" : "it is not known whether they may write to the repository";
}
