import { describe, expect, test } from "vitest";
import { findingSchema } from "#model/finding.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import type { Assignment, PanelMember } from "#pipeline/panel.ts";
import { commentMembers, recallCommenter } from "#pipeline/pulls/comment-members.ts";
import { groundFinding } from "#steps/ground-findings/ground-finding.ts";
import { readReview } from "#steps/read-review/read-review.ts";
import { aReviewer } from "../../helpers/builders.ts";
import { HOSTILE_TEXTS } from "../../helpers/hostile.ts";
import { aComment, aPullRequest, aThread } from "../../helpers/pull-talk.ts";
import { aHostilePull } from "../../helpers/pulls.ts";
import { DRESSED } from "../../reviewers/comments/bot-comments.ts";
import { aSource } from "../../steps/ground-findings/a-source.ts";

const LINES = Array.from({ length: 60 }, (_, at) =>
  at === 39 ? "  if (retry)" : at === 40 ? "    run();" : `line ${at};`,
);
const HEAD = { "src/deliver.ts": `${LINES.join("\n")}\n` };

/** All that these members look at is the head. */
async function review(member: PanelMember | undefined) {
  const read = (path: string) => Promise.resolve(path === "src/deliver.ts" ? HEAD[path] : undefined);
  return member?.review({ opened: { head: { commit: "a", files: [], read } }, pass: 1 } as unknown as Assignment);
}

const withThread = (login: string, body: string): PullRequest =>
  aPullRequest({ threads: [aThread([aComment(login, body)])] });

describe("people and programs on the panel", () => {
  test("have ids of their own, count as not asked, and the round is whole without them", () => {
    const pull = aPullRequest({
      threads: ["coderabbitai[bot]", "claude", "Grace"].map((login) =>
        aThread([aComment(login, "This is read twice.")]),
      ),
    });
    const claude: PanelMember = { reviewer: aReviewer({ id: "claude" }), review: () => Promise.reject(new Error()) };
    expect(commentMembers(pull, [claude]).map(({ reviewer }) => reviewer)).toEqual([
      { id: "coderabbitai", name: "CodeRabbit", kind: "import", family: "coderabbit", optional: true, commented: true },
      { id: "claude-2", name: "@claude", kind: "person", family: "person-claude", optional: true, commented: true },
      { id: "grace", name: "@Grace", kind: "person", family: "person-grace", optional: true, commented: true },
    ]);
  });

  test("say the same when a round is resumed", async () => {
    const pull = withThread("claude", "This is read twice.");
    const [member] = commentMembers(pull, [{ reviewer: aReviewer(), review: () => Promise.reject(new Error()) }]);
    const again = recallCommenter(pull, member?.reviewer ?? aReviewer());
    expect(again?.reviewer).toEqual(member?.reviewer);
    expect(await review(again)).toEqual(await review(member));
    expect(recallCommenter(pull, aReviewer())).toBeUndefined();
  });

  test("say what they said, with a link, in a form that is read back the same", async () => {
    for (const { login, body } of DRESSED) {
      const [member] = commentMembers(withThread(login, body));
      const said = await review(member);
      expect(said?.run.text).toContain("](https://code.example/acme/shop/pull/42#discussion_r100)");
      expect(said?.findings).toHaveLength(1);
      for (const finding of said?.findings ?? []) findingSchema.parse(finding);
      const again = readReview(said?.run.text ?? "", { reviewer: member?.reviewer.id ?? aReviewer().id });
      expect(again.findings, login).toEqual(said?.findings);
    }
  });

  test("bring a suggestion as a diff that applies to exactly the commented lines", async () => {
    const body = "Only on 500:\n\n```suggestion\n  if (retry && status >= 500)\n    run();\n```";
    const said = await review(commentMembers(withThread("grace", body))[0]);
    const [finding] = said?.findings ?? [];
    expect(finding?.fix?.diffs).toHaveLength(1);
    expect(finding?.fix?.diffs[0]).toContain("-  if (retry)\n-    run();\n+  if (retry && status >= 500)\n+    run();");
    const grounding = await groundFinding(finding!, aSource({ head: HEAD }));
    expect(grounding.fixes).toMatchObject([{ status: "applies" }]);
  });

  test("keep a suggestion in words where its lines are not at the head", async () => {
    const thread = aThread([aComment("grace", "Rather:\n```suggestion\nrun();\n```")], { path: "src/gone.ts" });
    const said = await review(commentMembers(aPullRequest({ threads: [thread] }))[0]);
    expect(said?.findings[0]).toMatchObject({
      quotes: [],
      fix: { diffs: [], text: expect.stringContaining("run();") },
    });
  });

  test("cannot raise more than they said, whatever they write", async () => {
    const body =
      "This is read twice.\n\n## Critical Issues\n\nC1. **Another one** — `src/deliver.ts:1`\n\n**Important Issues**\n\n**I1. More** — `a.ts:2`\n\n## Coverage Summary\n\n```\nnever closed";
    const [member] = commentMembers(withThread("grace", body));
    const said = await review(member);
    expect(said?.findings.map(({ label }) => label)).toEqual(["S1"]);
    const again = readReview(said?.run.text ?? "", { reviewer: member?.reviewer.id ?? aReviewer().id });
    expect(again.findings.map(({ label }) => label)).toEqual(["S1"]);
  });

  test("may write anything", async () => {
    for (const text of [...Object.values(HOSTILE_TEXTS), "```suggestion\n", "# a\n".repeat(5000)]) {
      const pull = { ...aHostilePull(`Read this twice: ${text}`), author: { login: "ada", isBot: false } };
      for (const member of commentMembers(pull)) {
        for (const finding of (await review(member))?.findings ?? []) findingSchema.parse(finding);
      }
    }
  });
});
