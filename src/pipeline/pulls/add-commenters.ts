import type { Reviewer } from "#model/panel/reviewer.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import { ignoredCommenters } from "#reviewers/comments/read-comments.ts";
import { describeLeftOut } from "#reviewers/comments/write-comments.ts";
import { UserError } from "#util/errors.ts";
import { listSome } from "#util/words.ts";
import type { PanelMember } from "../panel.ts";
import { commentMembers, recallCommenter } from "./comment-members.ts";

/** The called panel, and whether to add the commenters of the pull request. */
export interface CalledMembers {
  readonly panel: readonly PanelMember[];
  readonly pull?: PullRequest;
  readonly withComments?: boolean;
}

/** Adds the commenters of the pull request to the panel, if requested. */
export function addCommenters({ panel, pull, withComments }: CalledMembers): readonly PanelMember[] {
  if (withComments !== true) return panel;
  if (pull !== undefined) return [...panel, ...commentMembers(pull, panel)];
  throw new UserError({
    what: "there are no comments to add to the panel",
    why: "this is not a review of a pull request",
    fix: "name a pull request, by number, address or --pr, or leave --with-comments out",
  });
}

export interface CommentingPanel extends Pick<CalledMembers, "pull" | "withComments"> {
  readonly panel: readonly Pick<Reviewer, "kind">[];
}

/** Lists commenters of whose comments none became a finding, if commenters were requested. */
export function describeLeftOutCommenters({ panel, pull, withComments }: CommentingPanel): string[] {
  const isWanted = withComments === true || panel.some(({ kind }) => kind === "person" || kind === "import");
  const ignored = pull === undefined || !isWanted ? [] : ignoredCommenters(pull);
  if (ignored.length === 0) return [];
  const named = ignored.map(({ name, left }) => `${name} (${describeLeftOut(left)})`);
  return [`heard on the pull request, but nothing of it taken onto the panel: ${listSome(named, MAX_NAMED)}`];
}

const MAX_NAMED = 10;

type Recall = (reviewer: Reviewer) => Promise<PanelMember | undefined>;

/** Builds a member of a resumed round again. A commenter comes from the pull request as it was read then. */
export function recallWith(pull: PullRequest | undefined, recall: Recall | undefined): Recall {
  return async (reviewer) => {
    const isCommenter = reviewer.kind === "person" || reviewer.kind === "import";
    const commenter = pull === undefined || !isCommenter ? undefined : recallCommenter(pull, reviewer);
    return commenter ?? recall?.(reviewer);
  };
}
