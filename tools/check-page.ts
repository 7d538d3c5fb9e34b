import { howToSwitchOff } from "#config/how-to-switch-off.ts";
import { type Analyzer, severitiesOf } from "#model/change/analyzer.ts";

/** The page of a built-in reviewer: every check with what it catches, what it does not, and how to switch it off. */
export function checkPage({ id, name, question, checks }: Analyzer): string {
  const parts = checks.map((check) =>
    [
      `## ${check.title}`,
      `\`${check.id}\` · ${severitiesOf(check)}${check.languages === undefined ? "" : ` · ${check.languages.join(", ")}`}`,
      check.about,
      `Catches:\n\n${fenced(check.catches)}`,
      `Does not catch:\n\n${fenced(check.ignores)}`,
      `Switch it off everywhere, for some files, or on one line:\n\n${fenced(Object.values(howToSwitchOff(check)).join("\n"))}`,
    ].join("\n\n"),
  );
  const config = JSON.stringify({ reviewers: { [id]: false } }, null, 2);
  return [
    `# ${name}`,
    `${question} Generated from the reviewer's own records by \`npm run checks\`.`,
    `Switch the whole reviewer off in \`deep-review.config.json\`:\n\n${fenced(config)}`,
    "Each check says how it alone is switched off. The report says how many hits were switched off, and by what.",
    ...parts,
    "",
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n");
}

function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = "`".repeat(longest + 1);
  return `${mark}text\n${text.trimEnd()}\n${mark}`;
}
