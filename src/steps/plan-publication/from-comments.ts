import type { PullRequest } from "#model/pull/pull-request.ts";
import type { ReportFinding } from "#model/report.ts";
import type { Review } from "#model/review.ts";

/** Whether a finding consists only of comments on this pull request, which everybody can read there already. */
export function isOnlyComments(
  { findings }: Review,
  { cluster, voices }: ReportFinding,
  { url }: PullRequest,
): boolean {
  if (voices.length === 0 || !voices.every(({ reviewer }) => isUninvited(reviewer))) return false;
  const bodies = cluster.members.map((member) => findings.find(({ id }) => id === member.finding)?.body ?? "");
  return bodies.length > 0 && bodies.every((body) => body.includes(`](${url}#`));
}

/** The address of the first comment on this pull request that raised it; undefined if there is none. */
export function sourceCommentOf(review: Review, finding: ReportFinding, pull: PullRequest): string | undefined {
  if (!isOnlyComments(review, finding, pull)) return undefined;
  const [member] = finding.cluster.members;
  const body = review.findings.find(({ id }) => id === member?.finding)?.body ?? "";
  const at = body.indexOf(`](${pull.url}#`);
  return at === -1 ? undefined : /^[^)\s]*/.exec(body.slice(at + 2, at + 2 + MAX_ADDRESS_LENGTH))?.[0];
}

const MAX_ADDRESS_LENGTH = 500;

/** A reviewer that was not invited: its findings come from comments or a file. */
export function isUninvited({ kind }: Pick<Review["reviewers"][number], "kind">): boolean {
  return kind === "import" || kind === "person";
}
