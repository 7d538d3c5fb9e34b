import { hasMarker } from "#grammar/marker.ts";
import type { Commit } from "#model/change/scope.ts";
import type { Location } from "#model/location.ts";
import type { Feedback } from "#model/pull/conversation.ts";
import type { PullComment, PullRequest, PullThread } from "#model/pull/pull-request.ts";
import { type Cleaner, type FoundFeedback, quoteOf, feedbackFrom } from "./found-feedback.ts";

/** What is known about the code of a thread since it was written. */
export interface ThreadFacts {
  readonly code: "changed" | "unchanged" | "gone" | "unknown";
  /** Neighbouring lines changed, though its own did not. */
  readonly isChangedAround?: boolean;
  /** Later commits that touched it, oldest first. */
  readonly commits?: readonly Commit[];
  /** Whether the suggested lines are in the reviewed commit. */
  readonly isSuggestionTaken?: boolean;
}

/** Unresolved threads of people and programs, but not ours. */
export function openThreads(
  { threads, author }: PullRequest,
  facts: ReadonlyMap<PullThread, ThreadFacts>,
  clean: Cleaner,
): FoundFeedback[] {
  return threads.flatMap((thread) => {
    const request = requestIn(thread, author.login);
    if (request === undefined || thread.isResolved === true) return [];
    const { state, because } = judge(thread, facts.get(thread) ?? { code: "unknown" });
    const isUnsure = thread.isResolved === undefined;
    const answer = thread.comments.slice(thread.comments.indexOf(request) + 1).findLast(isBy(author.login));
    const feedback: Feedback = {
      kind: "thread",
      ...feedbackFrom(request.author, request, clean),
      place: placeOf(thread),
      state,
      because: `${because}${isUnsure ? "; whether it is resolved is not known" : ""}`,
      ...(isUnsure && { isMaybeResolved: true }),
      ...(answer !== undefined && { reply: quoteOf(answer.author, answer, clean) }),
    };
    return [{ feedback, isDemand: false }];
  });
}

/** Comments of an account, except those that we posted through it. */
const isBy =
  (login: string) =>
  (comment: PullComment): boolean =>
    comment.author.login === login && !hasMarker(comment);

/** What a thread asks of the author: its first comment that is not the author's own. */
function requestIn({ comments }: PullThread, author: string): PullComment | undefined {
  const [first] = comments;
  if (first === undefined || hasMarker(first)) return undefined;
  return comments.find((comment) => comment.author.login !== author && !hasMarker(comment));
}

/** At the head. Lines of the code before the change, and removed lines, have no number there. */
function placeOf({ path, line, startLine, side }: PullThread): Location | undefined {
  if (path === "") return undefined;
  if (line === undefined || side === "LEFT") return { path };
  return { path, start: Math.min(startLine ?? line, line), end: line };
}

type Judged = Pick<Feedback, "state" | "because">;

function judge(thread: PullThread, { code, isChangedAround, commits = [], isSuggestionTaken }: ThreadFacts): Judged {
  if (isSuggestionTaken === true) return { state: "acted-on", because: "the suggested lines are in the code now" };
  const has = isAboutFile(thread) ? "the file has" : "its lines have";
  if (code === "gone") return { state: "acted-on", because: `${plural(thread)} gone since${describeCommits(commits)}` };
  if (code === "changed" && isAboutFile(thread))
    return {
      state: "unknown",
      because: `the file changed since${describeCommits(commits)}, but the comment names no line`,
    };
  if (code === "changed") return { state: "acted-on", because: `${has} changed since${describeCommits(commits)}` };
  if (code === "unchanged") {
    const beside = isChangedAround === true ? `, though lines beside them have${describeCommits(commits)}` : "";
    return { state: "not-acted-on", because: `${has} not changed since${beside}` };
  }
  return judgeBySign(thread);
}

/** The platform's own state of a thread is the weaker sign: it only considers the place in the diff. */
function judgeBySign({ isOutdated, side }: PullThread): Judged {
  const why = side === "LEFT" ? "it is about removed code" : "the commit that it was written on is not here";
  if (isOutdated === true) return { state: "acted-on", because: `the platform says that it is outdated; ${why}` };
  if (isOutdated === false)
    return { state: "not-acted-on", because: `the platform says that its lines are unchanged; ${why}` };
  return { state: "unknown", because: why };
}

const isAboutFile = ({ line, originalLine }: PullThread): boolean => line === undefined && originalLine === undefined;
const plural = (thread: PullThread): string => (isAboutFile(thread) ? "the file is" : "its lines are");

const MAX_COMMITS = 3;

function describeCommits(commits: readonly Commit[]): string {
  if (commits.length === 0) return "";
  const last = commits.slice(-MAX_COMMITS).map(({ id }) => id.slice(0, 7));
  return `, by ${commits.length > MAX_COMMITS ? "… " : ""}${last.join(", ")}`;
}
