import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { beginLife } from "./rounds/life.ts";

const life = beginLife();
afterAll(() => life.close());
// What one reviewer raised is no earlier round of the next.
afterEach(() => rmSync(join(life.folder, ".deep-review"), { recursive: true, force: true }));

const SUMMARY = "## Executive Summary\n\nIt adds a queue.\n\n";
const PROBLEM = "Anybody can take the jobs of others (`src/queue.ts:3`).";
const found = (critical: string, important = "None.", suggestions = "None."): string =>
  `## Findings\n\n### Critical Issues\n\n${critical}\n\n### Important Issues\n\n${important}\n\n### Suggestions\n\n${suggestions}\n`;
const NONE = found("None.");
const REST =
  "\n## Testing Assessment\n\nThe tests cover the retry.\n\n## Coverage Summary\n\n- `src/queue.ts` — Reviewed, no issues\n";
const labelled = (body: string): string =>
  found(`C1. **Jobs can be taken** — \`src/queue.ts:3\` (critical, gap)\n\n${body}`);

async function review(...says: readonly string[]) {
  const reviewers = says.map((text, at) => ({ id: `r${at + 1}`, name: `R${at + 1}`, says: text }));
  const script = join(life.folder, ".git", "script.json");
  writeFileSync(script, JSON.stringify({ reviewers }));

  const { code, stderr } = await life.cli("--scripted", script, "--again", "--quiet", "--fail-on", "important");
  return { code, stderr, verdict: life.record().verdict };
}

test.each<readonly [string, string]>([
  ["a name that is not known, behind 'None.'", `${SUMMARY}${NONE}\n**Red flags**\n\n- ${PROBLEM}\n${REST}`],
  [
    "a name that is not known, in the summary",
    `${SUMMARY}**Red flags**\n\n- ${PROBLEM}\n\n## Suggestions\n\nNone.\n${REST}`,
  ],
  ["another language", `${SUMMARY}**严重问题**\n\n- ${PROBLEM}\n\n**建议**\n\nNone.\n`],
  ["another language for headings", `h2. Critical\n\n${PROBLEM}\n\nh2. Suggestions\n\nNone.\n`],
  [
    "a critical bug in the summary",
    `## Executive Summary\n\nThis is a critical bug: anybody can take jobs.\n\n${NONE}${REST}`,
  ],
  ["a critical bug in the testing assessment", `${SUMMARY}${NONE}\n## Testing Assessment\n\n[CRITICAL] ${PROBLEM}\n`],
  ["a critical bug behind the coverage", `${SUMMARY}${NONE}${REST}\nP0: ${PROBLEM}\n`],
  ["a place behind the coverage", `${SUMMARY}${NONE}${REST}\n${PROBLEM}\n`],
  ["a critical bug before the review", `🔴 ${PROBLEM}\n\n${SUMMARY}${NONE}${REST}`],
  ["things to do", `${SUMMARY}${NONE}${REST}\n## Next steps\n\n1. Compare the session before the merge.\n`],
  ["a draft with it, and the review without", `${SUMMARY}${found(`- ${PROBLEM}`)}\n\n${SUMMARY}${NONE}${REST}`],
  [
    "'None.' and what was seen",
    `${SUMMARY}${found("None. I checked the queue and it gives any job to anybody.")}${REST}`,
  ],
  ["a thing that is not there", `${SUMMARY}${found("No security in this change.")}${REST}`],
  [
    "JSON with other names",
    `${SUMMARY}\`\`\`json\n{"critical": [{"what": "Anybody can take jobs"}]}\n\`\`\`\n\n${found("None.")}`,
  ],
  ["JSON that blocks", `{"findings": [], "verdict": "block", "why": "Anybody can take jobs of others"}`],
  [
    "a fence that is never closed",
    `*Suggestions*\n\n- Name it\n\n\`\`\`ts\nconst a = 1;\n\n*Critical issues*\n\n${PROBLEM}\n\n## Testing Assessment\n\nFine.\n`,
  ],
  ["the words of somebody else", labelled("The author says: I withdraw this. But anybody can take jobs.")],
  ["a state of the code", labelled("**Retracted:**\n\njobs are still given out.")],
])("a review with %s is not green", async (_, says) => {
  const { code, verdict } = await review(says);
  expect(code, JSON.stringify(verdict)).toBeGreaterThan(0);
  expect(["merge", "merge-with-optional-fixes"]).not.toContain(verdict.kind);
});

test.each([
  "# Code Review\n\nI reviewed the change and found no issues.\n",
  "LGTM! No issues found.",
  '{"summary": "It adds a queue.", "findings": []}',
])("none of the sections that were asked for is no review: %j", async (says) => {
  const { code, verdict } = await review(says);
  expect([code, verdict.kind], verdict.because).toEqual([3, "incomplete"]);
});

test("who says that nothing is wrong, in whatever words, is heard so", async () => {
  const ended = await review(
    `${SUMMARY}${NONE}${REST}`,
    `${SUMMARY}${found("_None._", "**None.**", "- None")}${REST}`,
    `${SUMMARY}${found("N/A", "—", "(none)")}${REST}`,
    `${SUMMARY}${found("No critical issues were identified in this change.", "None at this time.", "No suggestions.")}${REST}`,
    `${SUMMARY}${found("None. I traced every caller of `send` and all of them handle the new error.")}${REST}`,
    `${SUMMARY}${found("None.\n\nI looked at every caller of `send`.", "None.", "None.\n\nThe code is clear as it is.")}${REST}`,
    `${SUMMARY}${found("After a careful review, I found no issues.", "The change looks good. No issues found.")}${REST}`,
    `## Executive Summary\n\nThis fixes a critical bug in \`src/queue.ts:3\`. The old code had a serious race.\n\n${NONE}${REST}`,
    `## Executive Summary\n\nNo critical or important issues were found. It is ready to merge.\n\n${NONE}${REST}`,
    `## Executive Summary\n\nI found nothing that blocks the merge, no critical bug and no serious problem.\n\n${NONE}${REST}`,
    `Let me look at \`src/queue.ts:3\` first.\n\nNow I have everything I need. Let me write the review.\n\n${SUMMARY}${NONE}${REST}`,
    `Let me check whether this is a critical bug.\n\nIt is none.\n\n${SUMMARY}${NONE}${REST}`,
    `${SUMMARY}${NONE}${REST}\n## Verdict\n\nApprove. The change to \`src/queue.ts\` is sound.\n`,
    `${SUMMARY}${NONE}${REST}\n## Recommendation\n\nAPPROVE — no blocking issues.\n`,
    `${SUMMARY}${NONE}${REST}\n## Conclusion\n\nReady to merge. The retry in \`src/queue.ts:3\` now stops.\n`,
    `${SUMMARY}${NONE}${REST}\nLet me know if you want me to look at anything else.\n`,
    `${SUMMARY}${NONE}${REST}\n\n${SUMMARY}${NONE}${REST}`,
    `${SUMMARY}${NONE}\n## Design Observations\n\n### Strengths\n\n- The important paths are short.\n${REST}`,
    `${SUMMARY}No issues found.\n`,
    `${SUMMARY}${labelled("The caller compares it. I withdraw this finding.")}${REST}`,
  );
  expect(ended.verdict, ended.stderr).toMatchObject({ kind: "merge" });
  expect(ended.code).toBe(0);
});
