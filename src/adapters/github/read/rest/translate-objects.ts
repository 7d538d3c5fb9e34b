import type { z } from "zod";
import type { Actor, PullCheck, PullComment, PullReview } from "#model/pull/pull-request.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { actorOf } from "../actor.ts";
import { checkState, statusState } from "../check-state.ts";
import type { checkRunObject, CommentObject, RestUser, ReviewObject, statusObject } from "./rest-objects.ts";

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
