import type { OpenedChange } from "#adapters/git/open-change.ts";
import { withoutHtmlComments } from "#grammar/comments/prose.ts";
import { suggestionsIn } from "#grammar/comments/suggestions.ts";
import type { Location, LineSpan } from "#model/location.ts";
import type { Conversation } from "#model/pull/conversation.ts";
import type { Actor, PullRequest, PullThread } from "#model/pull/pull-request.ts";
import type { CodeAt, FollowedLines } from "#model/history/code-facts.ts";
import { cleanComment } from "#reviewers/comments/clean-comment.ts";
import { KNOWN_BOTS } from "#reviewers/comments/known-bots.ts";
import type { ThreadFacts } from "#steps/find-feedback/open-threads.ts";
import { findFeedback } from "#steps/find-feedback/find-feedback.ts";

export type ThreadCode = Pick<OpenedChange, "code" | "codeSince">;

/** What a round keeps of its pull request: its open feedback, and whether the code there has changed since. */
export async function buildConversation(pull: PullRequest, opened: ThreadCode): Promise<Conversation> {
  const { readAt, isDraft, state, labels, base, head, issues, checks, limits } = pull;
  const { feedback, resolved, statedLimits, unlisted } = findFeedback(pull, await factsOf(pull, opened), cleanBody);
  const from = head.repository === base.repository ? undefined : head.repository;
  const rest = unlisted === 0 ? [] : [`${unlisted} more open comments and threads are not listed`];
  return {
    readAt,
    isDraft,
    state,
    labels,
    into: base.branch,
    baseTip: base.commit,
    from,
    issues: issues.map(({ name, title, url }) => ({ name, title, url })),
    feedback,
    resolved,
    statedLimits,
    checks,
    limits: [...limits, ...rest],
  };
}

/** Bots add prompts, logs and footers to their comments; people only hidden HTML comments. */
const cleanBody = (body: string, { isBot }: Actor): string =>
  isBot ? cleanComment(body, KNOWN_BOTS) : withoutHtmlComments(body);

/** Following a thread through git takes time. */
const MAX_FOLLOWED = 300;

async function factsOf({ threads }: PullRequest, opened: ThreadCode): Promise<ReadonlyMap<PullThread, ThreadFacts>> {
  const facts = new Map<PullThread, ThreadFacts>();
  for (const thread of threads.filter(({ isResolved }) => isResolved !== true).slice(0, MAX_FOLLOWED)) {
    const followed = await follow(thread, opened);
    const isSuggestionTaken = await hasSuggestion(thread, followed, opened.code);
    facts.set(thread, { ...stateOf(followed), isSuggestionTaken: isSuggestionTaken || undefined });
  }
  return facts;
}

/** Follows the lines of a thread from its original commit. Impossible for lines of the code before the change. */
async function follow(thread: PullThread, { codeSince }: ThreadCode): Promise<FollowedLines | undefined> {
  const { originalCommit, path, side } = thread;
  if (originalCommit === undefined || side === "LEFT") return undefined;
  const between = await codeSince(originalCommit);
  return "missing" in between ? undefined : between.follow(path, linesOf(thread));
}

function linesOf({ originalLine: end, originalStartLine }: PullThread): LineSpan | undefined {
  return end === undefined ? undefined : { start: Math.min(originalStartLine ?? end, end), end };
}

function stateOf(followed: FollowedLines | undefined): ThreadFacts {
  if (followed === undefined) return { code: "unknown" };
  const { changed, removed, at, isFileGone, isChangedAround, commits, nearby } = followed;
  if (isFileGone || at === undefined) return { code: "gone", commits };
  if (changed + removed > 0) return { code: "changed", commits };
  return { code: "unchanged", isChangedAround, commits: isChangedAround ? nearby : [] };
}

const MIN_SUGGESTION_LENGTH = 8;

/** Whether the file now contains code that a comment suggests and that was not there before. */
async function hasSuggestion(
  { path, comments }: PullThread,
  followed: FollowedLines | undefined,
  now: CodeAt,
): Promise<boolean> {
  const before = squeeze(followed?.before ?? []);
  for (const lines of comments.flatMap(({ body }) => suggestionsIn(body))) {
    const wanted = squeeze(lines);
    // A single bracket occurs everywhere.
    if (wanted.length < MIN_SUGGESTION_LENGTH || before.includes(wanted)) continue;
    const places = await now.find(lines, [followed?.at?.path ?? path]);
    if (places.some((place) => isNear(place, followed?.at))) return true;
  }
  return false;
}

const squeeze = (lines: readonly string[]): string => lines.join("").replaceAll(/\s+/g, "");

const NEAR = 20;

function isNear(place: Location, wanted: Location | undefined): boolean {
  if (wanted?.start === undefined || wanted.end === undefined) return true;
  return (place.end ?? 0) >= wanted.start - NEAR && (place.start ?? 0) <= wanted.end + NEAR;
}
