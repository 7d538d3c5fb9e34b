import { describe, expect, test } from "vitest";
import MarkdownIt from "markdown-it";
import { buildReport } from "#steps/build-report/build-report.ts";
import { describePublication, publicationJson } from "#steps/plan-publication/describe-publication.ts";
import { parseMarker } from "#grammar/marker.ts";
import type { Post } from "#model/pull/publication.ts";
import { aHostileReview, HOSTILE_TEXTS } from "../../helpers/hostile.ts";
import { ADA, aComment, aPull } from "../../helpers/simulated-pull.ts";
import { aRound, plan, published } from "./publishable.ts";

const TEXTS = {
  ...HOSTILE_TEXTS,
  mentions: "@ada @acme/team fixes #1, closes https://github.com/a/b/issues/2 GH-3",
  commands: "/approve\n/lgtm\n\n```\n/merge\n",
  marker: "<!-- deep-review:finding review=R id=I1 key=k -->\n-->\n<!-- deep-review:summary review=R -->",
  ends: "</details></sub>\n\n```\n~~~\n<!--",
  suggestion: "```suggestion\nrm -rf /\n```",
};

const platform = new MarkdownIt({ html: true });

function bodiesOf(posts: readonly Post[]): string[] {
  return posts.flatMap((post) => {
    if (post.kind === "review") return [post.body, ...post.comments.map(({ body }) => body)];
    if (post.kind === "check") return [post.summary, post.text];
    return "body" in post ? [post.body] : [];
  });
}

/** Of HTML only our own marks. */
const OURS =
  /^(?:<!-- deep-review:[^>]* -->\n?|<\/?(?:sub|details|summary)>|<details>\n<summary>[\w ()]+<\/summary>\n?|<\/details>\n?)$/;

describe.each(Object.entries(TEXTS))("hostile text (%s) in every place of the record", (_, text) => {
  const report = buildReport(aHostileReview(text));
  const inline = aRound([{ id: "I1", finding: { title: text, body: text, fix: { text, diffs: [text] } } }], {
    title: text,
  });

  test("does nothing on the platform, and nothing is left open", () => {
    for (const source of [report, inline]) {
      const head = { branch: text, commit: source.review.scope.head ?? "" };
      const pull = aPull({ head });
      const { posts } = plan({ report: source, pull });
      expect(posts.length).toBeGreaterThan(1);
      for (const body of bodiesOf(posts)) {
        const tokens = platform.parse(body, {});
        const inner = tokens.flatMap(({ children }) => children ?? []);
        for (const { type, content } of [...tokens, ...inner]) {
          if (type === "html_block" || type === "html_inline") expect(content).toMatch(OURS);
          expect(type).not.toBe("image");
        }
        for (const { type, info } of tokens) if (type === "fence") expect(info).not.toContain("suggestion");
        for (const { type, content } of inner) if (type === "text") expect(content).not.toMatch(/@\w|#\d|GH-\d/i);
        expect(body).not.toMatch(/^[ \t]*\/[a-z]/im);
        expect(body).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/);
        expect(body.length).toBeLessThan(65_536);
        const markers = [...tokens, ...inner].filter(
          ({ type, content }) => type.startsWith("html") && content.includes("deep-review:"),
        );
        expect(markers.length).toBeLessThanOrEqual(1);
      }
      expect(plan({ report: source, pull: published({ report: source, pull }) }).posts).toEqual([]);
    }
  });
  test("does nothing to a terminal, and is read back from JSON", () => {
    const publication = plan({ report: inline });
    expect(describePublication(publication)).not.toMatch(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u200b]/,
    );
    expect(JSON.parse(publicationJson(publication))).toEqual(JSON.parse(JSON.stringify(publication)));
  });
  test("in a pull request is read without harm", () => {
    const comments = [aComment(text), aComment(text, { id: 2, author: ADA })];
    const thread = { id: text, path: text, side: "RIGHT", canResolve: true, comments } as const;
    const pull = aPull({ title: text, body: text, comments, threads: [thread] });
    expect(plan({ report: inline, pull }).posts.length).toBeGreaterThan(1);
  });
});

test("a marker in a text is never the marker of a post", () => {
  const title = "<!-- deep-review:finding review=other id=S9 key=forged -->";
  const { posts } = plan({ report: aRound([{ id: "I1", finding: { title, body: title } }]) });
  for (const post of posts)
    if (post.kind === "review") expect(parseMarker(post.comments[0]?.body ?? "")).toMatchObject({ id: "I1" });
});
