import type { Reviewer } from "#model/panel/reviewer.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import { untakenCommenters } from "#reviewers/comments/read-comments.ts";
import { describeLeftOut } from "#reviewers/comments/write-comments.ts";
import { UserError } from "#util/errors.ts";
import { listSome } from "#util/words.ts";
import type { PanelMember } from "../panel.ts";
import { commentMembers, recallCommenter } from "./comment-members.ts";

/** Who was called, and whether those who commented on the pull request are to sit with them. */
export interface CalledMembers {
  readonly panel: readonly PanelMember[];
  readonly pull?: PullRequest | undefined;
  readonly withComments?: boolean | undefined;
}

/** The panel with those who commented on the pull request, where that is wanted. */
export function addCommenters({ panel, pull, withComments }: CalledMembers): readonly PanelMember[] {
  if (withComments !== true) return panel;
  if (pull !== undefined) return [...panel, ...commentMembers(pull, panel)];
  throw new UserError({
    what: "there are no comments to take onto the panel",
    why: "this is a review of no pull request",
    fix: "name a pull request, by number, address or --pr, or leave --with-comments out",
  });
}

/** The panel of a round, and what it was called with. */
export interface CommentingPanel extends Pick<CalledMembers, "pull" | "withComments"> {
  readonly panel: readonly Pick<Reviewer, "kind">[];
}

/** Names who said something on the pull request of which nothing came onto the panel, where such were to sit there. */
export function describeLeftOutCommenters({ panel, pull, withComments }: CommentingPanel): string[] {
  const isWanted = withComments === true || panel.some(({ kind }) => kind === "person" || kind === "import");
  const untaken = pull === undefined || !isWanted ? [] : untakenCommenters(pull);
  if (untaken.length === 0) return [];
  const named = untaken.map(({ name, left }) => `${name} (${describeLeftOut(left)})`);
  return [`heard on the pull request, but nothing of it taken onto the panel: ${listSome(named, MAX_NAMED)}`];
}

const MAX_NAMED = 10;

type Recall = (reviewer: Reviewer) => Promise<PanelMember | undefined>;

/** Calls somebody again for a round that is resumed: who commented has spoken, and is taken from what was read then. */
export function recallWith(pull: PullRequest | undefined, recall: Recall | undefined): Recall {
  return async (reviewer) => {
    const isCommenter = reviewer.kind === "person" || reviewer.kind === "import";
    const spoke = pull === undefined || !isCommenter ? undefined : recallCommenter(pull, reviewer);
    return spoke ?? recall?.(reviewer);
  };
}
