import { type Problem, problems } from "./planted-problems.ts";
import type { Random } from "./random.ts";

/** How bad what was planted is. */
export type Planted = "critical" | "important" | "suggestion";

/** A review in a broken form, and what its author meant. */
export interface BrokenReview {
  readonly text: string;
  /** The severities below whose headings, or with whose names, something was said; empty: it says that nothing was found. */
  readonly planted: readonly Planted[];
  /** How it was written, for whoever looks into a failure. */
  readonly how: readonly string[];
}

/**
 * Writes a review as somebody would who does not keep to the form: sections in any dress, findings in any form, noise around
 * them. It knows what it planted and shares nothing with the reader.
 */
export function breakReview(random: Random): BrokenReview {
  const planted: Planted[] = [];
  const how: string[] = [];
  const dress = random.pick(DRESSES);
  how.push(dress.name);
  const sections = random.shuffle<Planted>(["critical", "important", "suggestion"]).map((severity) => {
    // A review that finds nothing is as usual as one that finds something.
    const isEmpty = random.chance(0.5);
    if (!isEmpty) planted.push(severity);
    const form = random.pick(FORMS);
    how.push(isEmpty ? `${severity}: nothing` : `${severity}: ${form.name}`);
    const own = random.chance(0.15) ? random.pick(DRESSES) : dress;
    const name = random.pick(own.isPlain === true ? PLAIN_NAMES[severity] : NAMES[severity]);
    const body = isEmpty ? random.pick(NOTHING) : form.write(problems(random), random);
    return `${own.write(name, random)}${random.pick(["\n\n", "\n"])}${body}`;
  });
  const parts = [...(random.chance(0.5) ? [random.pick(BEFORE)] : []), ...sections];
  if (random.chance(0.5)) parts.push(...random.shuffle(BEHIND).slice(0, 1 + random.int(3)));
  const [wrapping, wrap] = random.chance(0.2) ? random.pick(WRAPS) : (["as it is", (text: string) => text] as const);
  how.push(wrapping);
  return { text: wrap(`${parts.join(random.pick(["\n\n", "\n\n---\n\n", "\n\n\n"]))}\n`), planted, how };
}

/** A review that has no sections, only findings that say how bad they are. */
export function breakUnsectioned(random: Random): BrokenReview {
  const severity = random.pick<Planted>(["critical", "important", "suggestion"]);
  const form = random.pick(TAGGED_FORMS);
  const text = `${random.chance(0.5) ? "Here is what I found.\n\n" : ""}${form.write(problems(random), random.pick(TAGS[severity]))}\n`;
  return { text, planted: [severity], how: ["no sections", form.name] };
}

/** A review in prose alone. What it means only a person can tell. */
export function breakIntoProse(random: Random): string {
  const said = problems(random).map(({ text, place }) => `${text}${random.chance(0.5) ? ` See \`${place}\`.` : ""}`);
  return [random.pick(["I looked at the change.", "# Review", "My thoughts:", "## Overview"]), ...said].join("\n\n");
}

const CRITICAL = [
  "Critical",
  "Critical Issues",
  "critical issues",
  "CRITICAL",
  "Critical (2)",
  "Critical Issues:",
  "Critical findings",
  "🔴 Critical",
  "🚨 CRITICAL ISSUES 🚨",
  "Blocker",
  "Blockers",
  "Must fix",
  "Must-fix issues",
  "P0",
  "Critical severity",
  "[Critical]",
  "1. Critical Issues",
  "Critical / Blocking",
  "Severity: Critical",
  "Kritische Probleme",
  "Crítico",
  "严重问题",
  "Cri\u200Btical",
  "Ｃｒｉｔｉｃａｌ",
  "Show-stoppers",
  "One critical issue",
];
const IMPORTANT = [
  "Important",
  "Important Issues",
  "IMPORTANT",
  "Important (1)",
  "🟠 Important",
  "High severity",
  "High Priority Issues",
  "Major",
  "Major issues:",
  "P1",
  "2. Important Issues",
  "Should fix",
  "Medium",
  "High",
  "⚠️ Important findings",
  "Wichtig",
  "Importante",
  "重要",
  "Significant issues",
  "Two Important Issues",
];
const SUGGESTION = [
  "Suggestions",
  "Suggestion",
  "Minor",
  "Nits",
  "Low",
  "Nitpicks",
  "🟡 Suggestions",
  "3. Suggestions",
  "Minor issues",
  "Nice to have",
  "Low severity",
  "SUGGESTIONS",
  "Optional improvements",
];
const NAMES: Readonly<Record<Planted, readonly string[]>> = {
  critical: CRITICAL,
  important: IMPORTANT,
  suggestion: SUGGESTION,
};
/** Without any mark the words must look like a heading. */
const PLAIN_NAMES: Readonly<Record<Planted, readonly string[]>> = {
  critical: ["CRITICAL", "Critical issues:", "🔴 Critical", "CRITICAL ISSUES", "1. Critical Issues", "Must fix:"],
  important: ["IMPORTANT", "Important issues:", "🟠 Important", "High severity:", "2. Important Issues", "MAJOR"],
  suggestion: ["SUGGESTIONS", "Minor issues:", "🟡 Suggestions", "Nits:", "3. Suggestions", "LOW"],
};

interface Dress {
  readonly name: string;
  readonly isPlain?: true;
  write(title: string, random: Random): string;
}

const DRESSES: readonly Dress[] = [
  { name: "##", write: (title) => `## ${title}` },
  { name: "###", write: (title) => `### ${title}` },
  { name: "any level", write: (title, random) => `${"#".repeat(1 + random.int(6))} ${title}` },
  { name: "closed ##", write: (title) => `## ${title} ##` },
  { name: "no space", write: (title) => `##${title}` },
  { name: "bold", write: (title) => `**${title}**` },
  { name: "bold with colon", write: (title) => `**${title}:**` },
  { name: "bold in a heading", write: (title) => `## **${title}**` },
  { name: "italic", write: (title) => `*${title}*` },
  { name: "underscores", write: (title) => `__${title}__` },
  { name: "setext =", write: (title) => `${title}\n${"=".repeat(title.length)}` },
  { name: "setext -", write: (title) => `${title}\n${"-".repeat(Math.max(3, title.length))}` },
  { name: "HTML", write: (title) => `<h2>${title}</h2>` },
  { name: "summary", write: (title) => `<details><summary>${title}</summary>` },
  { name: "list item", write: (title) => `- **${title}**` },
  { name: "AsciiDoc", write: (title) => `== ${title}` },
  { name: "closed ==", write: (title) => `=== ${title} ===` },
  { name: "Textile", write: (title) => `h2. ${title}` },
  { name: "plain", isPlain: true, write: (title) => title },
];

interface Form {
  readonly name: string;
  write(problems: readonly Problem[], random: Random): string;
}

const each =
  (write: (problem: Problem, number: number) => string, between = "\n"): Form["write"] =>
  (problems) =>
    problems.map((problem, at) => write(problem, at + 1)).join(between);

const FORMS: readonly Form[] = [
  { name: "bullets", write: each(({ text, place }) => `- ${text} (\`${place}\`)`) },
  { name: "bullets without places", write: each(({ title }) => `* ${title}`) },
  { name: "bold bullets", write: each(({ title, text, place }) => `- **${title}** — \`${place}\`: ${text}`) },
  { name: "nested bullets", write: each(({ title, text, place }) => `- ${title}\n  - File: ${place}\n  - ${text}`) },
  { name: "check boxes", write: each(({ title, place }) => `- [ ] ${title} in ${place}`) },
  { name: "numbers", write: each(({ text, place }, at) => `${at}. ${text} ${place}`) },
  { name: "bold numbers", write: each(({ title, text }, at) => `${at}. **${title}**\n   ${text}`) },
  { name: "brackets", write: each(({ title, text }, at) => `${at}) ${title}: ${text}`) },
  { name: "letters and colons", write: each(({ title, place }, at) => `C${at}: ${title} ${place}`) },
  { name: "bold letters", write: each(({ title, text }, at) => `**C${at}** ${title}\n\n${text}`, "\n\n") },
  { name: "sub-headings", write: each(({ title, text, place }) => `#### ${title}\n\n${text} \`${place}\``, "\n\n") },
  { name: "labelled sub-headings", write: each(({ title, text }, at) => `#### C${at} ${title}\n\n${text}`, "\n\n") },
  { name: "paragraphs", write: each(({ text }) => text, "\n\n") },
  { name: "paragraphs with places", write: each(({ text, place }) => `In ${place}: ${text}`, "\n\n") },
  { name: "bold lines", write: each(({ title, text }) => `**${title}**\n\n${text}`, "\n\n") },
  {
    name: "fields",
    write: each(
      ({ title, text, place }) => `- **File:** ${place}\n- **Issue:** ${title}\n- **Details:** ${text}`,
      "\n\n",
    ),
  },
  { name: "quote", write: each(({ text }) => `> ${text}`, "\n>\n") },
  {
    name: "code and words",
    write: each(({ text, place }) => `\`${place}\`\n\n\`\`\`ts\nif (true) {}\n\`\`\`\n\n${text}`, "\n\n"),
  },
  { name: "only in a fence", write: each(({ title, text }) => `\`\`\`\n${title}: ${text}\n\`\`\``, "\n\n") },
  {
    name: "an announcement first",
    write: (problems) => `The following was found:\n\n${problems.map(({ text }) => `- ${text}`).join("\n")}`,
  },
  { name: '"None.", and more', write: (problems) => `None.\n\n${problems.map(({ text }) => text).join("\n\n")}` },
  { name: '"None", but', write: (problems) => `No critical issues found, but ${problems[0]?.text ?? ""}` },
  {
    name: "table",
    write: (problems) =>
      [
        "| File | Line | Issue |",
        "|---|---|---|",
        ...problems.map(({ title, place }) => `| ${place.split(":")[0]} | ${place.split(":")[1]} | ${title} |`),
      ].join("\n"),
  },
  {
    name: "table of words",
    write: (problems) =>
      [
        "| # | Where | What is wrong | Why |",
        "| --- | --- | --- | --- |",
        ...problems.map(({ title, text, place }, at) => `| ${at + 1} | \`${place}\` | ${title} | ${text} |`),
      ].join("\n"),
  },
  { name: "rows without a head", write: each(({ title, place }) => `| ${place} | ${title} |`) },
  {
    name: "JSON",
    write: (problems) =>
      `\`\`\`json\n${JSON.stringify(
        problems.map(({ title, text, place }) => ({ title, description: text, file: place.split(":")[0], line: 3 })),
        null,
        2,
      )}\n\`\`\``,
  },
  {
    name: "broken JSON",
    write: (problems) => `\`\`\`json\n{"findings": [{"title": "${problems[0]?.title ?? ""}",\n\`\`\``,
  },
  {
    name: "JSON with names of its own",
    write: (problems) =>
      `\`\`\`json\n${JSON.stringify({ critical: problems.map(({ text }) => ({ what: text })) })}\n\`\`\``,
  },
  {
    name: "words that sound like a withdrawal",
    write: each(
      ({ title, place }, at) =>
        `C${at}. **${title}** — \`${place}\`\n\nThe log says: I withdraw it, and then it crashes.\n\n**Retracted:**\n\nvotes count.`,
      "\n\n",
    ),
  },
  { name: "an open fence", write: each(({ title, text }) => `- ${title}\n\n\`\`\`ts\n// ${text}`, "\n\n") },
];

const NOTHING = [
  "None.",
  "None",
  "none",
  "None found.",
  "None identified.",
  "_None_",
  "**None.**",
  "- None",
  "- None.",
  "N/A",
  "n/a",
  "–",
  "—",
  "✅ None",
  "✅ None.",
  "No critical issues found.",
  "No issues found.",
  "No important issues were found.",
  "There are no critical issues.",
  "There were no issues identified in this change.",
  "Nothing to report.",
  "Nothing.",
  "No findings.",
  "None at this time.",
  "I found no issues.",
  "No blocking issues.",
  "None found in this change.",
  "None. I checked all callers of the changed functions.",
  "No issues found. All error paths are handled.",
  "(none)",
  "`None`",
  "> None.",
  "No further suggestions.",
  "1. None",
  "* No issues",
  "I reviewed all changed files and found no issues.",
  "After a careful review, I found no problems.",
  "The change looks good. No issues found.",
  "None. I traced every caller of `send` and all of them handle the new error.",
  "None.\n\nI looked at every caller of `send`.",
  "Nothing critical.",
  "_None._",
];

const BEFORE = [
  "I have the material I need. Let me write the review.",
  "# Code Review: PR #12\n\n| Field | Value |\n|---|---|\n| Branch | queue |",
  "## Executive Summary\n\nThis adds a queue and a retry.",
  "Here is the review.\n\n---",
  "## Summary\nIt adds a retry to `send`.",
];

const BEHIND = [
  "## Testing Assessment\n\nThe tests cover the happy path.",
  "## Coverage Summary\n\n- `src/auth.ts` — Reviewed, no issues\n- `src/queue.ts` — Trivial",
  "## Design Observations\n\n### Strengths\n\n- Clear names.",
  "## Documentation Assessment\n\nThe guide fits the code.",
  "## Commit Structure\n\nOne commit that does one thing.",
];

const WRAPS: readonly (readonly [string, (text: string) => string])[] = [
  ["CRLF", (text) => text.replaceAll("\n", "\r\n")],
  ["quoted", (text) => text.replaceAll(/^/gm, "> ")],
  ["indented", (text) => text.replaceAll(/^(?=.)/gm, "  ")],
  ["in a fence", (text) => `\`\`\`\`markdown\n${text}\`\`\`\``],
  [
    "in a fence behind words",
    (text) => `Here is the review:\n\n\`\`\`\`markdown\n${text}\`\`\`\`\n\nTell me what you think.`,
  ],
  ["no blank lines", (text) => text.replaceAll(/\n{2,}/g, "\n")],
  ["trailing spaces", (text) => text.replaceAll(/$/gm, "  ")],
  ["byte-order mark", (text) => `\uFEFF${text}`],
];

interface TaggedForm {
  readonly name: string;
  write(problems: readonly Problem[], tag: string): string;
}

const TAGS: Readonly<Record<Planted, readonly string[]>> = {
  critical: ["critical", "CRITICAL", "Blocker", "P0", "Must fix"],
  important: ["important", "High", "Major", "P1", "medium"],
  suggestion: ["suggestion", "minor", "Nit", "Low", "P3"],
};

const TAGGED_FORMS: readonly TaggedForm[] = [
  {
    name: "[tag]",
    write: (problems, tag) => problems.map(({ text, place }) => `- [${tag}] ${text} (${place})`).join("\n"),
  },
  { name: "**tag**:", write: (problems, tag) => problems.map(({ text }) => `**${tag}**: ${text}`).join("\n\n") },
  { name: "tag:", write: (problems, tag) => problems.map(({ text }) => `${tag}: ${text}`).join("\n\n") },
  {
    name: "heading with tag",
    write: (problems, tag) => problems.map(({ title, text }) => `### ${tag}: ${title}\n\n${text}`).join("\n\n"),
  },
  {
    name: "severity line",
    write: (problems, tag) =>
      problems.map(({ title, text }) => `### ${title}\n\nSeverity: ${tag}\n\n${text}`).join("\n\n"),
  },
  {
    name: "JSON",
    write: (problems, tag) =>
      JSON.stringify({
        findings: problems.map(({ title, text, place }) => ({ severity: tag, title, body: text, path: place })),
      }),
  },
  {
    name: "JSON by severity",
    write: (problems, tag) => `\`\`\`json\n${JSON.stringify({ [tag]: problems.map(({ text }) => text) })}\n\`\`\``,
  },
  {
    name: "table",
    write: (problems, tag) =>
      [
        "| Severity | Issue | File |",
        "|--|--|--|",
        ...problems.map(({ title, place }) => `| ${tag} | ${title} | ${place} |`),
      ].join("\n"),
  },
];
