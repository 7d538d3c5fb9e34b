import type { PullRequest } from "#model/pull/pull-request.ts";
import { takeThreadDecisions, type ThreadDecisions, type ThreadsPlace } from "./take-thread-decisions.ts";

/** What a round knows about threads. */
export interface ThreadSource extends Omit<ThreadsPlace, "permissionOf" | "opened"> {
  readonly pull?: PullRequest;
  readonly permissionOf?: ThreadsPlace["permissionOf"];
}

/** The decisions in our threads. Empty without a pull request. */
export async function readThreadDecisions(
  opened: ThreadsPlace["opened"],
  { pull, permissionOf = UNKNOWN, archive, root, isCi }: ThreadSource,
): Promise<Pick<ThreadDecisions, "decisions" | "notes">> {
  if (pull === undefined) return { decisions: [], notes: [] };
  return takeThreadDecisions(pull, { archive, root, isCi, opened, permissionOf });
}

/** Without a platform to ask, nobody is known to have write access. */
const UNKNOWN = (): Promise<"unknown"> => Promise.resolve("unknown");
