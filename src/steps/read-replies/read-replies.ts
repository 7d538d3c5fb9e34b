import { hasMarker, latestName, parseMarker, withoutMarker } from "#grammar/marker.ts";
import type { ClusterId, ReviewId } from "#model/ids.ts";
import type { PullComment, PullRequest, PullThread } from "#model/pull/pull-request.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import type { Location } from "#model/location.ts";
import type { Severity } from "#model/severity.ts";
import { lookUp } from "#util/look-up.ts";
import { readReply, replyReason } from "./read-reply.ts";

/** A decision in one of our threads. */
export interface ThreadDecision {
  readonly review: ReviewId;
  readonly cluster: ClusterId;
  /** The name of the same problem in the latest round that we posted. */
  readonly latest?: { readonly review: ReviewId; readonly cluster: ClusterId };
  /** The fingerprint in our comment. */
  readonly key?: string;
  /** The problem as our comment states it. */
  readonly told?: OwnComment;
  readonly kind: StandingDecision["kind"];
  readonly reason?: string;
  /** A login. */
  readonly author: string;
  readonly date: string;
  readonly url: string;
}

/** A reply that would be a decision, and why it is not. */
export interface IgnoredReply {
  readonly author: string;
  readonly url: string;
  readonly why: string;
}

/** The decisions in the threads of a pull request. */
export interface ReadReplies {
  readonly decisions: readonly ThreadDecision[];
  readonly ignored: readonly IgnoredReply[];
}

/** Whether somebody may write to the repository; undefined if unknown. */
export type MayWrite = (login: string) => boolean | undefined;

/**
 * Reads what people decided in our threads: by the first words of a reply, or by closing the thread. Only those who
 * may write to the repository decide; other replies are listed as ignored.
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

/** Everybody whose rights `readReplies` needs, once each. */
export function decidersIn(pull: Pick<PullRequest, "threads" | "viewer">): string[] {
  const asked = new Set<string>();
  const mayWrite = (login: string): undefined => void asked.add(login);
  readReplies(pull, { mayWrite });
  return [...asked];
}

interface OwnThread {
  readonly thread: PullThread;
  readonly about: Pick<ThreadDecision, "review" | "cluster" | "latest" | "key" | "told">;
  /** The replies to our comment, oldest first. */
  readonly replies: readonly PullComment[];
}

/** A marker counts only if the platform says that the comment is ours. */
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

/** A user may post through our account, and we through another: a comment with our marker is never a person's. */
function isOfPerson(comment: PullComment): boolean {
  const { author, at } = comment;
  return !author.isBot && author.login !== NOBODY && !Number.isNaN(Date.parse(at)) && !hasMarker(comment);
}

const NOBODY = "ghost";

type Said = Pick<ThreadDecision, "kind" | "reason" | "author" | "date" | "url">;

/** The newest deciding reply of somebody who may decide. */
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

/** The meaning of closing a thread without a deciding reply: the code shows whether it was fixed or declined. */
function closedBy(
  { thread, replies }: OwnThread,
  { threads, viewer }: Pick<PullRequest, "threads" | "viewer">,
  mayWrite: MayWrite,
): Said | IgnoredReply | undefined {
  const { isResolved, resolvedBy: author, isOutdated, comments } = thread;
  if (isResolved !== true || author === undefined || author === NOBODY || isBot(author, threads)) return undefined;
  // We close threads ourselves when a problem is fixed: that is not a person's decision.
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

/** If a person who shares our account gave a reason, that person closed the thread: we leave such threads alone. */
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

/** A problem as our own comment states it, for when the review itself is not available. */
interface OwnComment {
  readonly severity: Severity;
  readonly title: string;
  readonly text: string;
  readonly location: Location;
  /** The commit that the comment was written on. */
  readonly head?: string;
}

/** Reads our comment back; undefined if it is not in our form. */
function parseOwnComment(thread: PullThread): OwnComment | undefined {
  const { path, originalLine: end, originalStartLine, originalCommit: head, comments } = thread;
  const [first = "", ...rest] = withoutMarker(comments[0]?.body ?? "").split("\n");
  const [, word = "", title = ""] = HEADING.exec(first) ?? [];
  const severity = lookUp(SEVERITIES, word);
  if (severity === undefined || title === "") return undefined;
  const location = end === undefined ? { path } : { path, start: Math.min(originalStartLine ?? end, end), end };
  return { severity, title: plain(title), text: plain(rest.join("\n")).trim(), location, head };
}

const HEADING = /^\*\*(Critical|Important|Suggestion)(?: [CIS]\d{1,4})?:\*\* (.{1,1000})$/;
const SEVERITIES: Readonly<Record<string, Severity>> = {
  Critical: "critical",
  Important: "important",
  Suggestion: "suggestion",
};

/** Without the characters that were inserted to keep the text inert. */
function plain(text: string): string {
  return text.replaceAll("\u200b", "").replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");
}
