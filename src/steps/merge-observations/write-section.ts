import { writtenName } from "#grammar/report/reviewer-names.ts";
import { closeFences, splitLines } from "#grammar/lines.ts";
import type { Section, SectionKey, SectionRemark } from "#model/assessment.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";

const TITLES: Readonly<Record<Exclude<SectionKey, "summary">, string>> = {
  design: "Design Observations",
  testing: "Testing Assessment",
  documentation: "Documentation Assessment",
  commits: "Commit Structure",
  limitations: "Acknowledged Limitations",
  unresolved: "Unresolved Feedback",
};

/** A section as Markdown: a heading for each group, an item for each remark, with its reviewers in brackets. */
export function writeSection(
  key: Exclude<SectionKey, "summary">,
  remarks: readonly SectionRemark[],
  reviewers: readonly Reviewer[],
): Section {
  const blocks: string[] = [];
  let group = "";
  for (const remark of remarks) {
    if (remark.group !== group)
      blocks.push(`### ${remark.group === "Gaps" ? "Gaps, the riskiest first" : remark.group}`);
    group = remark.group;
    blocks.push(writeItem(remark, reviewers));
  }
  return { key, title: TITLES[key], text: blocks.join("\n\n"), remarks };
}

function writeItem({ text, credits, because }: SectionRemark, reviewers: readonly Reviewer[]): string {
  const names = credits.map((id) => {
    const reviewer = reviewers.find((one) => one.id === id);
    return reviewer === undefined ? id : writtenName(reviewer);
  });
  const [first = "", ...rest] = splitLines(closeFences(text));
  const who = `[${names.join(", ")}]${because === undefined ? "" : ` *(${because})*`}`;
  // After a single line; below a longer text, which may end with a fence or a list.
  if (rest.length === 0) return `- ${first} ${who}`;
  return [`- ${first}`, ...rest.map((line) => (line === "" ? "" : `  ${line}`)), "", `  ${who}`].join("\n");
}
