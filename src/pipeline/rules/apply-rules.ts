import { realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { runGit } from "#adapters/git/git.ts";
import { writeFileWhole } from "#adapters/store/write-file.ts";
import { type Applied, applyProposal } from "#steps/propose-rules/apply-proposal.ts";
import type { RuleProposal } from "#steps/propose-rules/proposal.ts";
import { UserError } from "#util/errors.ts";
import { OWN_RULES } from "./read-rules.ts";

/** The result of one proposal. */
export interface AppliedRule {
  readonly proposal: RuleProposal;
  readonly outcome: Applied["outcome"];
  /** Lines that begin with `-`, `+` or a space. Empty if nothing changed. */
  readonly diff: readonly string[];
}

/** Applies these proposals to the repository's own rule file. Creates the file if needed. */
export async function applyRules(
  { root, own }: { readonly root: string; readonly own: string },
  proposals: readonly RuleProposal[],
  today: string,
): Promise<AppliedRule[]> {
  let text = own;
  const done = proposals.map((proposal): AppliedRule => {
    const { text: after, outcome } = applyProposal(text, proposal, { file: OWN_RULES, today });
    const diff = diffLines(text, after);
    text = after;
    return { proposal, outcome, diff };
  });
  if (text !== own) {
    await requireOwnFolder(root);
    await writeFileWhole(join(root, OWN_RULES), text);
  }
  return done;
}

/** Whether git ignores the rule file, as it does in a new archive. */
export async function isIgnored(root: string): Promise<boolean> {
  const { code } = await runGit(root, ["check-ignore", "--quiet", "--", OWN_RULES]);
  return code === 0;
}

/** A link in the repository must not make us write elsewhere. */
async function requireOwnFolder(root: string): Promise<void> {
  const folder = join(root, ".deep-review");
  const real = await realpath(folder).catch(() => undefined);
  if (real === undefined || real.startsWith(`${await realpath(root)}${sep}`)) return;
  throw new UserError({
    what: `${OWN_RULES} cannot be written`,
    why: `a link leads to ${real}, outside the repository`,
    fix: "make .deep-review a folder of the repository",
  });
}

const CONTEXT = 2;

/** The changed lines with some context. A proposal changes one place. */
function diffLines(before: string, after: string): string[] {
  if (before === after) return [];
  const [old, now] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return [
    ...around(old.slice(Math.max(0, start - CONTEXT), start)),
    ...old.slice(start, old.length - end).map((line) => `- ${line}`),
    ...now.slice(start, now.length - end).map((line) => `+ ${line}`),
    ...around(old.slice(old.length - end, old.length - end + CONTEXT)),
  ];
}

const around = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);
const linesOf = (text: string): string[] => (text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/));
