import type { Severity } from "#model/severity.ts";
import type { Planted } from "./plants.ts";

/** How a reviewer writes its findings down. All of them say the same; only the first is the form that was asked for. */
export const FORMS: Readonly<Record<string, (found: readonly Planted[]) => string>> = {
  asked: sections(({ severity, title, ...at }, label) =>
    [`${label}. **${title}** — \`${place(at)}\` (${severity}, regression)`, "", fence(at.quote), "", WHY].join("\n"),
  ),
  "bullet list": sections((one) => `- ${one.title} in \`${place(one)}\`. ${WHY}`),
  "numbered list": sections((one, _, at) => `${at + 1}. ${one.title} in \`${place(one)}\`. ${WHY}`),
  "star list, bold title": sections((one) => `* **${one.title}** (${place(one)}): ${WHY}`),
  table: sections(
    (one) => `| ${one.title} | \`${place(one)}\` | ${WHY} |`,
    "| Issue | Location | Why |\n|---|---|---|",
  ),
  "heading with label": sections((one, label) => `#### ${label} ${one.title}\n\n\`${place(one)}\`\n\n${WHY}`),
  "heading without label": sections((one) => `#### ${one.title}\n\n\`${place(one)}\`\n\n${WHY}`),
  "label and colon": sections((one, label) => `${label}: ${one.title} (${place(one)}). ${WHY}`),
  "bold label": sections((one, label) => `**${label}** ${one.title}, ${place(one)}. ${WHY}`),
  "plain paragraphs": sections((one) => `${one.title} at ${place(one)}.\n\n${WHY}`),
  "paragraphs without a place": sections((one) => `${one.title}.\n\n${WHY}`),
  "task list": sections((one) => `- [ ] ${one.title} (\`${place(one)}\`): ${WHY}`),
  quoted: sections((one) => `> ${one.title} at \`${place(one)}\`. ${WHY}`),
  "removed in bold": sections(
    ({ severity, title, ...at }, label) =>
      `${label}. **${title}** — \`${place(at)}\` (${severity}, regression)\n\n**Removed session check**\n\n${WHY}`,
  ),
  "dropped in brackets": sections(
    ({ severity, title, ...at }, label) =>
      `${label}. **${title}** — \`${place(at)}\` (${severity}, regression)\n\n(Dropped connections are not retried.)\n\n${WHY}`,
  ),
  "emoji headings": headed(
    (severity) => `### ${{ critical: "🔴", important: "🟠", suggestion: "🟡" }[severity]} ${NAMES[severity]}`,
  ),
  "bold headings": headed((severity) => `**${NAMES[severity]}:**`),
  capitals: headed((severity) => `## ${NAMES[severity].toUpperCase()}`),
  "headings with counts": headed((severity) => `## ${NAMES[severity]} (1)`),
  "numbered headings": headed(
    (severity) => `## ${{ critical: 1, important: 2, suggestion: 3 }[severity]}. ${NAMES[severity]}`,
  ),
  "underlined headings": headed((severity) => `${NAMES[severity]}\n---------------`),
  "top headings": headed((severity) => `# ${NAMES[severity]}`),
  "deep headings": headed((severity) => `##### ${NAMES[severity]}`),
  "other words": headed(
    (severity) => `## ${{ critical: "Blockers", important: "Major issues", suggestion: "Nits" }[severity]}`,
  ),
  "severity words": headed(
    (severity) =>
      `## ${{ critical: "Critical severity", important: "High severity", suggestion: "Low severity" }[severity]}`,
  ),
  "json in a fence": (found) => `Here is my review.\n\n\`\`\`json\n${json(found)}\n\`\`\`\n`,
  "json alone": (found) => json(found),
  "tags in a list": (found) =>
    `## Findings\n\n${found.map((one) => `- [${one.severity}] ${one.title} (\`${place(one)}\`): ${WHY}`).join("\n")}\n`,
  "severity lines": (found) =>
    `## Findings\n\n${found.map((one) => `### ${one.title}\n\nSeverity: ${one.severity}\n\nLocation: \`${place(one)}\`\n\n${WHY}`).join("\n\n")}\n`,
  "prose alone": (found) =>
    found.map((one) => `I found a ${one.severity} problem: ${one.title} at \`${place(one)}\`. ${WHY}`).join("\n\n"),
  details: (found) => `<details>\n<summary>Review</summary>\n\n${asked(found)}\n</details>\n`,
  "two drafts": (found) => `${asked([])}\n\n${asked(found)}`,
  "findings after the end": (found) =>
    `${asked([])}\n\n## Addendum\n\n${found.map((one) => `- ${one.severity}: ${one.title} (\`${place(one)}\`). ${WHY}`).join("\n")}\n`,
};

const WHY = "Whoever uses this is affected at once, and no test would notice.";
const NAMES: Readonly<Record<Severity, string>> = {
  critical: "Critical Issues",
  important: "Important Issues",
  suggestion: "Suggestions",
};
const SEVERITIES = ["critical", "important", "suggestion"] as const;

type WriteOne = (one: Planted, label: string, at: number) => string;

/** The sections that were asked for, with findings in another form; `before` stands at the head of a section that has some. */
function sections(write: WriteOne, before = ""): (found: readonly Planted[]) => string {
  return (found) => {
    const parts = SEVERITIES.map((severity) => {
      const own = found.filter((one) => one.severity === severity);
      const items = own.map((one, at) => write(one, `${severity[0]?.toUpperCase()}${at + 1}`, at));
      const joined = items.join(before === "" ? "\n\n" : "\n");
      return `### ${NAMES[severity]}\n\n${own.length === 0 ? "None." : before === "" ? joined : `${before}\n${joined}`}`;
    });
    return [SUMMARY, "## Findings", ...parts, REST].join("\n\n");
  };
}

/** Other headings, with a list below the one that has findings. */
function headed(heading: (severity: Severity) => string): (found: readonly Planted[]) => string {
  return (found) => {
    const parts = SEVERITIES.flatMap((severity) => {
      const own = found.filter((one) => one.severity === severity);
      return own.length === 0
        ? []
        : [`${heading(severity)}\n\n${own.map((one) => `- ${one.title} (\`${place(one)}\`): ${WHY}`).join("\n")}`];
    });
    return [SUMMARY, ...parts, REST].join("\n\n");
  };
}

const SUMMARY = "## Executive Summary\n\nThe change adds a reduced price.";
const REST = "## Testing Assessment\n\nNot judged.\n\n## Coverage Summary\n\nAll patches were read.\n";

function asked(found: readonly Planted[]): string {
  return FORMS["asked"]?.(found) ?? "";
}

function json(found: readonly Planted[]): string {
  const findings = found.map(({ severity, title, path, line }) => ({
    severity,
    title,
    file: path,
    line,
    description: WHY,
  }));
  return JSON.stringify({ findings }, null, 2);
}

const place = ({ path, line }: Pick<Planted, "path" | "line">): string => `${path}:${line}`;
const fence = (code: string): string => `\`\`\`\n${code}\n\`\`\``;
