import type { InlineComment, Post, Publication } from "#model/pull/publication.ts";
import { printable, safeJson } from "#util/printable.ts";
import { plural } from "#util/words.ts";

/** The output of a dry run: every post with its text, then what is not posted, and why. Safe for a terminal. */
export function describePublication({ posts, withheld, left }: Publication): string {
  const parts = [
    ...(posts.length === 0
      ? ["Nothing would be written: everything is already posted."]
      : posts.flatMap((post) => describePost(post, posts))),
    ...list(
      "Findings without a comment of their own:",
      withheld.map(({ of, why }) => `${of}: ${why}`),
    ),
    ...list(
      "Threads left as they are:",
      left.map(({ of, why }) => `${of}: ${why}`),
    ),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** The same for programs. */
export function publicationJson(publication: Publication): string {
  return `${safeJson(publication, 2)}\n`;
}

function list(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [[title, ...lines.map((line) => `  ${printable(line)}`)].join("\n")];
}

function describePost(post: Post, all: readonly Post[]): string[] {
  switch (post.kind) {
    case "review": {
      const count = plural(post.comments.length, "comment");
      return [entry(`Review with ${count}, on ${post.commit}`, post.body), ...post.comments.map(describeComment)];
    }
    case "edit":
      return [entry(`Edit of comment ${post.comment}, about ${post.of}`, post.body)];
    case "resolve":
      return [entry(`Resolve the thread of ${post.of}: ${post.because}`)];
    case "remove":
      return [entry(`Withdraw comment ${post.comment}, about ${post.of}: it was posted twice`)];
    case "summary":
      return [entry(describeSummary(post, all), post.body)];
    case "check":
      return describeCheck(post);
    case "sarif":
      return [entry(`SARIF for ${post.ref} at ${post.commit}, category ${post.category}`)];
  }
}

/** Comments have no address before they are posted. */
function describeSummary({ comment }: Extract<Post, { kind: "summary" }>, all: readonly Post[]): string {
  const what = comment === undefined ? "New summary" : `Edit of the summary ${comment}`;
  const isLinked = all.some((post) => post.kind === "review" && post.comments.length > 0);
  return isLinked ? `${what}; links to the new comments are put in when they are posted` : what;
}

function describeComment({ of, path, line, startLine, side, body }: InlineComment): string {
  const lines = startLine === undefined ? `${line}` : `${startLine}-${line}`;
  return entry(`Comment about ${of} at ${path}:${lines}${side === "LEFT" ? " (before the change)" : ""}`, body);
}

function describeCheck(post: Extract<Post, { kind: "check" }>): string[] {
  const what = post.id === undefined ? "New check" : `Update of check ${post.id}`;
  const annotations = post.annotations.map(
    ({ path, startLine, endLine, level, title }) => `${level} ${path}:${startLine}-${endLine} ${title}`,
  );
  const count = plural(annotations.length, "annotation");
  return [
    entry(
      `${what} "${post.name}" on ${post.commit}: ${post.conclusion}, ${count}`,
      [post.title, post.summary, post.text, ...annotations].join("\n"),
    ),
  ];
}

/** A heading, and indented below it the text that would be sent. */
function entry(heading: string, body?: string): string {
  const lines = body === undefined ? [] : printable(body, { keepNewlines: true }).split("\n");
  return [printable(heading), ...lines.map((line) => (line === "" ? "" : `  ${line}`))].join("\n");
}
