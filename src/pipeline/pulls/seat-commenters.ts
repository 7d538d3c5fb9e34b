import type { Reviewer } from "#model/panel/reviewer.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import { UserError } from "#util/errors.ts";
import type { PanelMember } from "../panel.ts";
import { commentMembers, recallCommenter } from "./comment-members.ts";

/** Who was called, and whether those who commented on the pull request are to sit with them. */
export interface Called {
  readonly panel: readonly PanelMember[];
  readonly pull?: PullRequest | undefined;
  readonly withComments?: boolean | undefined;
}

/** The panel with those who commented on the pull request, where that is wanted. */
export function seatCommenters({ panel, pull, withComments }: Called): readonly PanelMember[] {
  if (withComments !== true) return panel;
  if (pull !== undefined) return [...panel, ...commentMembers(pull, panel)];
  throw new UserError({
    what: "there are no comments to take onto the panel",
    why: "this is a review of no pull request",
    fix: "name a pull request, by number, address or --pr, or leave --with-comments out",
  });
}

type Recall = (reviewer: Reviewer) => Promise<PanelMember | undefined>;

/** Calls somebody again for a round that is resumed: who commented has spoken, and is taken from what was read then. */
export function recallWith(pull: PullRequest | undefined, recall: Recall | undefined): Recall {
  return async (reviewer) => {
    const isCommenter = reviewer.kind === "person" || reviewer.kind === "import";
    const spoke = pull === undefined || !isCommenter ? undefined : recallCommenter(pull, reviewer);
    return spoke ?? recall?.(reviewer);
  };
}
