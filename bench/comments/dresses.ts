/** What a product puts around a finding, and words of it that are no part of the finding. */
type Dress = (text: string) => { readonly body: string; readonly words: readonly string[] };

/** The accounts that products comment with. */
export const LOGINS: Readonly<Record<string, string>> = {
  augment: "augmentcode",
  baz: "baz-reviewer",
  bugbot: "cursor",
  claude: "claude",
  coderabbit: "coderabbitai",
  copilot: "copilot-pull-request-reviewer",
  devin: "devin-ai-integration",
  gemini: "gemini-code-assist",
  graphite: "graphite-app",
  greptile: "greptile-apps",
  propel: "propel-code-bot",
  qodo: "qodo-code-review",
};

const fold = (title: string, text: string): string =>
  `<details>\n<summary>${title}</summary>\n\n\`\`\`\n${text}\n\`\`\`\n\n</details>`;

/** As they looked in 2026. */
export const DRESSES: Readonly<Record<string, Dress>> = {
  augment: (text) => ({
    body: `${text}\n\n**Severity: medium**\n\n<sub>🤖 Was this useful? React with 👍 or 👎</sub>`,
    words: ["Severity: medium", "Was this useful"],
  }),
  bugbot: (text) => ({
    body: `### ${text}\n\n**High Severity**\n\n<!-- DESCRIPTION START -->\n${text}\n<!-- DESCRIPTION END -->\n\n<!-- LOCATIONS START\nsrc/a.ts#L1-L2\nLOCATIONS END -->\n<p><a href="https://cursor.example/o"><img alt="Fix in Cursor" src="x.png"></a>&nbsp;<a href="https://cursor.example/w">Fix in Web</a></p>`,
    words: ["High Severity", "DESCRIPTION", "LOCATIONS", "Fix in"],
  }),
  coderabbit: (text) => ({
    body: `_⚠️ Potential issue_ | _🟠 Major_\n\n${fold("🧩 Analysis chain", "rg -n something")}\n\n${text}\n\n${fold("🤖 Prompt for AI Agents", "Verify each finding first.")}\n\n<!-- fingerprinting:phantom -->\n\n<!-- This is an auto-generated comment by CodeRabbit -->`,
    words: [
      "Potential issue",
      "Analysis chain",
      "rg -n something",
      "Verify each finding",
      "fingerprinting",
      "auto-generated",
    ],
  }),
  copilot: (text) => ({ body: `[nitpick] ${text}`, words: ["[nitpick]"] }),
  devin: (text) => ({
    body: `🔴 ${text}\n\n<a href="https://devin.example/r"><img alt="Open in Devin Review" src="x.svg"></a>\n\n---\n*Was this helpful? React with 👍 or 👎 to provide feedback.*`,
    words: ["🔴", "Open in Devin", "Was this helpful"],
  }),
  gemini: (text) => ({
    body: `![high](https://www.gstatic.com/codereviewagent/high-priority.svg)\n\n${text}`,
    words: ["gstatic", "![high]"],
  }),
  graphite: (text) => ({
    body: `${text}\n\n*Spotted by [Graphite Agent](https://graphite.example)*\n\n<sup>Is this helpful? React 👍 or 👎 to let us know.</sup>`,
    words: ["Spotted by", "Is this helpful"],
  }),
  greptile: (text) => ({
    body: `<a href="#"><img alt="P1" src="https://greptile.example/badges/p1.svg" align="top"></a> ${text}\n\n${fold("Prompt To Fix With AI", "This is a comment left during a code review.")}`,
    words: ["badges", "This is a comment left"],
  }),
  qodo: (text) => ({
    body: `<b>Action required</b>\n\n${text}\n\n${fold("<strong>Agent Prompt</strong>", "Fix all of it.")}`,
    words: ["Action required", "Fix all of it"],
  }),
};
