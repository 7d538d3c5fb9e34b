import type { PullThread } from "#model/pull/pull-request.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import type { ReviewCommentObject } from "./rest-objects.ts";
import { commentFromObject } from "./translate-objects.ts";

/**
 * Comments at lines, put together into threads: each reply names the comment that began its thread, which may be gone.
 * Whether a thread is resolved is not told by this interface.
 */
export function groupThreads(
  comments: readonly ReviewCommentObject[],
  viewer: string | undefined,
): readonly PullThread[] {
  const threads = new Map<number, ReviewCommentObject[]>();
  for (const comment of [...comments].sort((one, other) => one.id - other.id)) {
    const root = comment.in_reply_to_id ?? comment.id;
    const thread = threads.get(root);
    if (thread === undefined) threads.set(root, [comment]);
    else thread.push(comment);
  }
  return [...threads.values()].flatMap((thread) => {
    const [first] = thread;
    return first === undefined
      ? []
      : [{ ...placeOf(first), comments: thread.map((one) => commentFromObject(one, viewer)) }];
  });
}

function placeOf(first: ReviewCommentObject): Omit<PullThread, "comments"> {
  const isWholeFile = first.subject_type === "file";
  const lines = omitUndefined({
    line: first.line ?? undefined,
    startLine: first.start_line ?? undefined,
    originalLine: first.original_line ?? undefined,
    originalStartLine: first.original_start_line ?? undefined,
  });
  return {
    id: "",
    path: first.path,
    // Talk about a whole file has no lines, though the platform names one.
    ...(isWholeFile ? {} : { ...lines, isOutdated: lines.line === undefined }),
    originalCommit: first.original_commit_id ?? undefined,
    side: first.side,
    canResolve: false,
  };
}
