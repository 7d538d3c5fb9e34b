import type { z } from "zod";
import type { Actor, PullCheck, PullComment, PullReview, PullThread } from "#model/pull/pull-request.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { actorOf, checkState, statusState } from "../actor.ts";
import type {
  checkRunObject,
  CommentObject,
  RestUser,
  ReviewObject,
  statusObject,
  ReviewCommentObject,
} from "./rest-objects.ts";

/** Somebody, as REST tells it. */
export function restActor(user: RestUser): Actor {
  return actorOf(user === null || user === undefined ? undefined : { login: user.login, kind: user.type });
}

/** A comment; `viewer` is the login that we speak as. */
export function commentFromObject(object: CommentObject, viewer: string | undefined): PullComment {
  const { id, user, body, created_at: at, html_url: url } = object;
  return { id, author: restActor(user), body, at, url, isOurs: isViewer(user, viewer) };
}

/** A review. */
export function reviewFromObject(object: ReviewObject, viewer: string | undefined): PullReview {
  return {
    id: object.id,
    author: restActor(object.user),
    state: object.state.toLowerCase().replace("_", "-") as PullReview["state"],
    body: object.body,
    commit: object.commit_id ?? undefined,
    at: object.submitted_at ?? undefined,
    url: object.html_url,
    isOurs: isViewer(object.user, viewer),
  };
}

/** A check run. Which workflow it belongs to is not told by this interface. */
export function translateCheckRun(object: z.infer<typeof checkRunObject>): PullCheck {
  return {
    kind: "check",
    name: object.name,
    state: checkState(object.status, object.conclusion ?? undefined),
    text: object.output?.title ?? undefined,
    url: object.html_url ?? undefined,
    id: object.id,
    externalId: object.external_id ?? undefined,
  };
}

/** A commit status. */
export function translateStatus(object: z.infer<typeof statusObject>): PullCheck {
  const { context: name, state, description, target_url } = object;
  const told = omitUndefined({ text: description ?? undefined, url: target_url ?? undefined });
  return { kind: "status", name, state: statusState(state), ...told };
}

function isViewer(user: RestUser, viewer: string | undefined): boolean {
  return viewer !== undefined && user?.login === viewer;
}

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
