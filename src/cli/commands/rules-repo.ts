import { resolve } from "node:path";
import { type ListedRules, listRules } from "#pipeline/rules/list-rules.ts";
import { printable } from "#util/printable.ts";
import { plural, truncate } from "#util/words.ts";
import { EXIT, type ExitCode, type Io, printJson } from "../io.ts";

/** What `deep-review rules repo` takes. */
export interface RulesRepoOptions {
  readonly json?: boolean;
  readonly repo?: string;
}

/** `deep-review rules repo`: lists the rules of the repository, with their files; marks stale and expired ones. */
export async function runRulesRepo(options: RulesRepoOptions, io: Io): Promise<ExitCode> {
  const listed = await listRules(resolve(io.cwd(), options.repo ?? "."));
  const today = new Date().toISOString().slice(0, 10);
  if (options.json !== true) io.stdout.write(page(listed, today));
  else {
    printJson(
      listed.rules.map((rule) => toJson(rule, today)),
      io,
    );
  }
  return EXIT.ok;
}

type Rule = ListedRules["rules"][number];

function toJson({ file, item, paths, written, gone }: Rule, today: string): object {
  const { text, start, end, mark } = item;
  return {
    file,
    start,
    end,
    paths,
    text,
    written,
    ...mark,
    gone,
    stale: gone !== undefined,
    expired: isOver(mark, today),
  };
}

function isOver(mark: Rule["item"]["mark"], today: string): boolean {
  return mark?.until !== undefined && mark.until < today;
}

function page({ rules, isUncommitted }: ListedRules, today: string): string {
  if (rules.length === 0) {
    return "No rules found in .deep-review/rules.md, deep-review-context.md, REVIEW.md, AGENTS.md or CLAUDE.md.\n";
  }
  const lines: string[] = [];
  let place = "";
  for (const rule of rules) {
    const { file, item, paths, gone = [] } = rule;
    const here = `${file}${paths === undefined ? "" : `, for ${paths.join(", ")}`}`;
    if (here !== place) lines.push(...(place === "" ? [] : [""]), here);
    place = here;
    lines.push(`${String(item.start).padStart(5)}  ${truncate(item.text, MAX_TEXT)}`);
    if (gone.length > 0) lines.push(`       stale: gone from the code: ${gone.join(", ")}`);
    if (item.mark?.until !== undefined) {
      lines.push(
        `       ${isOver(item.mark, today) ? "expired" : "until"} ${item.mark.until}; from ${item.mark.from ?? "unknown sources"}`,
      );
    }
  }
  const stale = rules.filter(({ gone }) => gone !== undefined).length;
  lines.push(
    "",
    `${plural(rules.length, "rule")}${stale === 0 ? "" : `, ${stale} stale`}. Reviews read them from the base branch.`,
  );
  if (isUncommitted) lines.push("Your .deep-review/rules.md differs from HEAD: reviews do not see your edits yet.");
  return `${lines.map((line) => printable(line)).join("\n")}\n`;
}

const MAX_TEXT = 160;
