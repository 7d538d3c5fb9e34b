import type { BrokenReview } from "./broken-review.ts";
import { problems } from "./planted-problems.ts";
import type { Random } from "./random.ts";

/** A review whose sections say "None.", and that says elsewhere that something is wrong: it was not understood, or is wrong. */
export function breakBehindNothing(random: Random): BrokenReview {
  const [problem] = problems(random);
  const { title = "", text = "", place = "" } = problem ?? {};
  const nothing = `## Executive Summary\n\nIt adds a queue.\n\n## Findings\n\n### Critical Issues\n\nNone.\n\n### Important Issues\n\nNone.\n\n### Suggestions\n\nNone.\n`;
  const claim = random.pick([
    `[CRITICAL] ${text}`,
    `This is a critical bug: ${text}`,
    `There is a serious problem in \`${place}\`: ${text}`,
    `C1: ${title} (${place})`,
    `P0: ${text}`,
    `🔴 ${text}`,
    `This must not be merged: ${text}`,
    `CVSS 9.8: ${text}`,
  ]);
  const [how, written] = random.pick<readonly [string, string]>([
    [
      "an unknown name behind 'None.'",
      `${nothing}\n**${random.pick(["Urgent", "Срочно", "Fix now", "Red flags"])}**\n\n- ${text}\n`,
    ],
    [
      "a draft with it, the review without",
      `${nothing.replace("Issues\n\nNone.", `Issues\n\n- ${text} (\`${place}\`)`)}\n\n${nothing}`,
    ],
    ["a claim before the review", `${claim}\n\n${nothing}`],
    ["a claim in the summary", nothing.replace("It adds a queue.", `It adds a queue. ${claim}`)],
    ["a claim in an assessment", `${nothing}\n## Testing Assessment\n\n${claim}\n`],
    [
      "a claim behind the coverage",
      `${nothing}\n## Coverage Summary\n\n- \`a.ts\` — Reviewed, no issues\n\n${claim}\n`,
    ],
    ["a claim in the verdict", `${nothing}\n## Verdict\n\n${claim}\n`],
    [
      "JSON in the summary",
      nothing.replace("queue.", `queue.\n\n\`\`\`json\n{"severity": "critical", "title": "x"}\n\`\`\``),
    ],
    ["things to do", `${nothing}\n## Next steps\n\n1. ${title}\n`],
  ]);
  return { text: written, planted: ["critical"], how: ["'None.', and elsewhere", how] };
}
