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

export function restActor(user: RestUser): Actor {
  return actorOf(user === null || user === undefined ? undefined : { login: user.login, kind: user.type });
}

/** Translates a comment; `viewer` is our own login. */
export function commentFromObject(object: CommentObject, viewer: string | undefined): PullComment {
  const { id, user, body, created_at: at, html_url: url } = object;
  return { id, author: restActor(user), body, at, url, isOurs: isViewer(user, viewer) };
}

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

/** Translates a check run. REST does not name its workflow. */
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

export function translateStatus(object: z.infer<typeof statusObject>): PullCheck {
  const { context: name, state, description, target_url } = object;
  const text = description ?? undefined;
  return { kind: "status", name, state: statusState(state), text, url: target_url ?? undefined };
}

function isViewer(user: RestUser, viewer: string | undefined): boolean {
  return viewer !== undefined && user?.login === viewer;
}

/**
 * Groups comments at lines into threads: each reply names the first comment of its thread, which may have been deleted.
 * REST does not report whether a thread is resolved.
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
    // A thread about a whole file has no lines, although GitHub names one.
    ...(isWholeFile ? {} : { ...lines, isOutdated: lines.line === undefined }),
    originalCommit: first.original_commit_id ?? undefined,
    side: first.side,
    canResolve: false,
  };
}
