import type { Publication, PublicationPart } from "#model/pull/publication.ts";
import { type Closed, hasPosted } from "#pipeline/publish/posted.ts";
import type { Published, PublishRequest } from "#pipeline/publish/publish-to-github.ts";
import type { Paint } from "#util/terminal.ts";
import { printable } from "#util/printable.ts";
import { capLines, listSome, plural } from "#util/words.ts";

/** The result of a publication: a line for each part, and below it what was not done and why. */
export function describePublished(published: Published, paint: Paint): string {
  const { pull, parts, isStopped, calls } = published;
  const lines = [
    `${hasPosted(published.posted) ? "Published to" : "Nothing new posted to"} ${printable(pull.url)}`,
    "",
  ];
  for (const part of parts) {
    const [first = "", ...more] = linesOf(part, published);
    lines.push(`  ${paint(["bold"], part.padEnd(NAME_WIDTH))}  ${first}`);
    for (const line of more) lines.push(`  ${" ".repeat(NAME_WIDTH)}  ${paint(["dim"], line)}`);
  }
  lines.push("", plural(calls, "API call"));
  if (isStopped) lines.push("Stopped. Run the same command again to post the rest; it repeats nothing.");
  return `${lines.join("\n")}\n`;
}

const NAME_WIDTH = 7;

/** The same as JSON. */
export function publishedJson(published: Published, { review, isDryRun }: PublishRequest) {
  const { pull, parts, plan, posted, isStopped, calls } = published;
  const { comments, edited, resolved, removed, summary, check, sarif, refusals, unedited, unremoved, closed } = posted;
  return {
    schema: 1,
    review: review.id,
    pullRequest: pull.url,
    head: review.scope.head,
    parts,
    isDryRun,
    isStopped,
    hasMoved: published.hasMoved,
    calls,
    limits: pull.limits,
    posted: {
      comments: [...comments],
      edited: [...edited],
      resolved: [...resolved],
      removed: [...removed],
      summary,
      check,
      sarif,
    },
    refused: {
      parts: [...closed].map(([part, { words }]) => ({ part, why: words })),
      comments: [...refusals.comments].map(([of, why]) => ({ of, why })),
      threads: [...refusals.resolves].map(([thread, why]) => ({ thread, why })),
      edits: [...unedited].map(([comment, why]) => ({ comment, why })),
      removals: [...unremoved].map(([comment, why]) => ({ comment, why })),
    },
    ...(isDryRun ? { posts: plan.posts } : {}),
    withheld: plan.withheld,
    left: leftOf(published),
  };
}

function linesOf(part: PublicationPart, published: Published): readonly string[] {
  const { posted } = published;
  const closed = posted.closed.get(part);
  if (closed !== undefined) return closedLines(part, closed, published);
  if (part === "review") return reviewLines(published);
  const state = posted[part];
  if (state !== undefined) return [STATES[state]];
  return [describeUnwritten(part, published)];
}

/** A part that GitHub refused, perhaps after some of it was posted. */
function closedLines(part: PublicationPart, { kind, words }: Closed, { posted }: Published): readonly string[] {
  const some = part === "review" ? posted.comments.size : 0;
  const fix = kind === "not-allowed" ? NEEDS[part] : LATER[kind];
  const state = some === 0 ? "not posted" : `${plural(some, "comment")} posted, the rest not`;
  return [`${state}: ${printable(words)}`, fix];
}

const LATER = {
  "not-now": "run the same command later to post what is missing",
  unread: "it will be posted once the whole pull request can be read",
} as const;

/** Why nothing was written: it was there, the user stopped before, or the pull request moved on. */
function describeUnwritten(part: PublicationPart, { plan, isStopped, hasMoved }: Published): string {
  if (part === "check" && hasMoved) return "skipped: the pull request has moved on to another commit";
  const isPlanned = plan.posts.some(
    ({ kind }) => kind === part || (part === "review" && (kind === "edit" || kind === "resolve")),
  );
  return isStopped && isPlanned ? "not posted yet" : "already there";
}

const STATES = { posted: "posted", edited: "edited", there: "already there" } as const;

/** The permissions that each part needs. */
const NEEDS: Readonly<Record<PublicationPart, string>> = {
  review: "the token must be allowed to write to pull requests",
  summary: "the token must be allowed to write to pull requests",
  check: "check runs need the token of a GitHub App, such as GITHUB_TOKEN in Actions with `checks: write`",
  sarif: "code scanning must be on, and the token must be allowed to write security events",
};

function reviewLines(published: Published): readonly string[] {
  const { plan, posted, parts } = published;
  const { comments, edited, resolved, removed, refusals, unedited, unremoved } = posted;
  const done = [
    { count: comments.size, noun: "comment", verb: "posted" },
    { count: edited.size, noun: "comment", verb: "edited" },
    { count: resolved.size, noun: "thread", verb: "resolved" },
    { count: removed.size, noun: "duplicate", verb: "removed" },
  ].flatMap(({ count, noun, verb }) => (count === 0 ? [] : [`${plural(count, noun)} ${verb}`]));
  const first = done.length > 0 ? done.join(", ") : describeUnwritten("review", published);
  const place = parts.includes("summary") ? "in the summary" : "not posted";
  return [
    first,
    ...listEach([...refusals.comments], ([of, why]) => `${of} refused, ${place}: ${printable(why)}`),
    ...listEach(
      [...unedited],
      ([comment, why]) => `the comment on ${ofComment(comment, plan)} could not be edited: ${printable(why)}`,
    ),
    ...listEach([...unremoved], ([comment, why]) => `duplicate ${comment} could not be removed: ${printable(why)}`),
    ...listEach(
      [...refusals.resolves],
      ([thread, why]) => `${nameOf(thread, plan)} could not be resolved: ${printable(why)}`,
    ),
    ...listEach(
      byReason(leftOf(published)),
      ({ names, why }) =>
        `left as ${names.length === 1 ? "it is" : "they are"}: ${listSome(names)} (${printable(why)})`,
    ),
    ...listEach(
      byReason(plan.withheld),
      ({ names, why }) =>
        `no comment of ${names.length === 1 ? "its" : "their"} own: ${listSome(names)} (${printable(why)})`,
    ),
  ];
}

/** Groups findings with the same reason: a line for each would come again with every publication. */
function byReason(items: readonly { readonly of: string; readonly why: string }[]) {
  const groups = new Map<string, string[]>();
  for (const { of, why } of items) groups.set(why, [...(groups.get(why) ?? []), printable(of)]);
  return [...groups].map(([why, names]) => ({ why, names }));
}

/** Threads that are left as they are: by the plan, or because somebody replied after it was made. */
function leftOf({ plan, posted: { late } }: Published): Publication["left"] {
  const planned = plan.left.filter(({ thread }) => !late.has(thread));
  return [...planned, ...[...late].map(([thread, { of, why }]) => ({ thread, of, why }))];
}

/** The problem that a thread is about. */
function nameOf(thread: string, { posts }: Publication): string {
  const post = posts.find((one) => one.kind === "resolve" && one.thread === thread);
  return post?.kind === "resolve" ? printable(post.of) : "a thread";
}

/** The finding that a comment is about; the number of the comment where it is no longer known. */
function ofComment(comment: number, { posts }: Publication): string {
  const post = posts.find((one) => one.kind === "edit" && one.comment === comment);
  return post?.kind === "edit" ? post.of : `the finding of ${comment}`;
}

function listEach<T>(items: readonly T[], describe: (item: T) => string): readonly string[] {
  return capLines(items.map(describe), 5, " like that");
}
