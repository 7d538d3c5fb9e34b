import type { PullRequest } from "#model/pull/pull-request.ts";
import { takeThreadDecisions, type ThreadDecisions, type ThreadsPlace } from "./take-thread-decisions.ts";

/** A round's place, as far as threads are about it. */
export interface ThreadSource extends Omit<ThreadsPlace, "permissionOf" | "opened"> {
  readonly pull?: PullRequest | undefined;
  readonly permissionOf?: ThreadsPlace["permissionOf"] | undefined;
}

/** What people decided in our threads since we posted; nothing where no pull request was read. */
export async function readThreadDecisions(
  opened: ThreadsPlace["opened"],
  { pull, permissionOf = UNKNOWN, archive, root, isCi }: ThreadSource,
): Promise<Pick<ThreadDecisions, "decisions" | "notes">> {
  if (pull === undefined) return { decisions: [], notes: [] };
  return takeThreadDecisions(pull, { archive, root, isCi, opened, permissionOf });
}

/** Where nobody can be asked, nobody is known to may write. */
const UNKNOWN = (): Promise<"unknown"> => Promise.resolve("unknown");
