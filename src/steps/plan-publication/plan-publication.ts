import { formatMarker } from "#grammar/marker.ts";
import type { Post, Publication } from "#model/pull/publication.ts";
import type { PullCheck } from "#model/pull/pull-request.ts";
import { findOurPosts, headMark, type OurPosts } from "./our-posts.ts";
import { planThreads, type Refused, type ThreadPlan } from "./plan-threads.ts";
import type { PublicationInput } from "./publication-input.ts";
import { withoutDecided } from "./without-decided.ts";
import { CHECK_PREFIX } from "./write/words.ts";
import { writeCheck } from "./write/write-check.ts";
import { verdictOf, writeSummary } from "./write/write-summary.ts";
import { lookUp } from "#util/look-up.ts";

/**
 * Plans what must be written to a pull request so that it shows the review: only what is missing. The summary links to
 * existing comments, so plan it again after posting some. Planning again on the updated pull request leaves nothing to
 * do, except for the upload of SARIF, which cannot be seen there. There is no check run if the pull request has moved
 * on: its runs are not those of the reviewed commit.
 */
export function planPublication(input: PublicationInput): Publication {
  const { parts } = input.options;
  const ours = findOurPosts(input.pull);
  const refused = refusedOf(input, ours);
  const plan = planThreads(input, ours, refused);
  // A thread of a declined problem is still known; nothing else mentions it.
  const counted = { ...input, report: withoutDecided(input) };
  const posts: Post[] = [];
  if (parts.includes("review")) posts.push(...reviewOf(input, plan), ...plan.edits, ...plan.resolves, ...plan.removes);
  if (parts.includes("summary")) posts.push(...summaryOf(input, ours, writeSummary({ input: counted, plan, refused })));
  if (parts.includes("check")) posts.push(...checkOf(counted));
  if (parts.includes("sarif")) posts.push(...sarifOf(input));
  return { posts, withheld: plan.withheld, left: plan.left };
}

/** What was refused in this run, and what the summary records of an earlier run on the same commit. */
function refusedOf({ report: { review }, refusals }: PublicationInput, { summary }: OurPosts): Refused {
  const { marker } = summary ?? {};
  const isSame = marker?.review === review.id && (marker.more?.["head"] ?? "") === headMark(review);
  const remembered = (name: string): string[] => (isSame ? (lookUp(marker?.more, name) ?? "").split(",") : []);
  return {
    comments: new Set<string>([...refusals.comments.keys(), ...remembered("refused")]),
    resolves: new Set([...refusals.resolves.keys(), ...remembered("unresolved")].filter((id) => id !== "")),
  };
}

function reviewOf(input: PublicationInput, { comments }: ThreadPlan): Post[] {
  const { id, scope } = input.report.review;
  if (comments.length === 0 || scope.head === undefined) return [];
  const marker = formatMarker({ kind: "review", review: id, more: { head: headMark(input.report.review) } });
  const how = comments.length === 1 ? "one comment" : `${comments.length} comments`;
  const rest = input.options.parts.includes("summary") ? " All findings are in the summary." : "";
  const body = `${marker}\n**Deep Review: ${verdictOf(input)}**, with ${how} at the lines.${rest}`;
  return [{ kind: "review", commit: scope.head, body, comments }];
}

function summaryOf({ report }: PublicationInput, { summary, doubles }: OurPosts, body: string): Post[] {
  if (report.review.scope.head === undefined) return [];
  if (summary === undefined) return [{ kind: "summary", body }];
  const isSame = summary.comment.body.replaceAll("\r\n", "\n").trimEnd() === body.trimEnd();
  return [
    ...(isSame ? [] : [{ kind: "summary", comment: summary.comment.id, body } as const]),
    ...doubles.map(({ id }) => ({ kind: "remove", what: "summary", comment: id, of: "the summary" }) as const),
  ];
}

function checkOf(input: PublicationInput): Post[] {
  const { head } = input.report.review.scope;
  if (head === undefined || head !== input.pull.head.commit) return [];
  const check = writeCheck(input, head);
  const own = input.pull.checks.filter((run) => isOwnRun(run, check.name));
  if (own.some(({ externalId }) => externalId === check.externalId)) return [];
  const id = own.find((run) => run.id !== undefined)?.id;
  return [{ ...check, ...(id !== undefined && { id }) }];
}

const isOwnRun = ({ kind, name, externalId }: PullCheck, wanted: string): boolean =>
  kind === "check" && name === wanted && externalId?.startsWith(CHECK_PREFIX) === true;

function sarifOf({ report, pull }: PublicationInput): Post[] {
  const { head } = report.review.scope;
  if (head === undefined) return [];
  return [{ kind: "sarif", commit: head, ref: `refs/pull/${pull.address.number}/head`, category: "deep-review" }];
}
