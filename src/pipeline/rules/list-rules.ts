import { join } from "node:path";
import type { RuleSection } from "#model/agent/repository-rule.ts";
import type { Tree } from "#model/change/change.ts";
import { runGit } from "#adapters/git/git.ts";
import { openCommit } from "#adapters/git/objects/open-commit.ts";
import { readPlainFile } from "#adapters/store/read-plain-file.ts";
import type { StandingRule } from "#steps/propose-rules/proposal.ts";
import { UserError } from "#util/errors.ts";
import { findRepositoryRoot } from "../repository-root.ts";
import { OWN_RULES, readRules } from "./read-rules.ts";
import { staleRules } from "./stale-rules.ts";

/** The rules of a repository. */
export interface ListedRules {
  readonly root: string;
  readonly rules: readonly StandingRule[];
  /** The repository's own rule file in the working tree, or empty. */
  readonly own: string;
  /** Whether it differs from HEAD, which a review reads. */
  readonly isUncommitted: boolean;
}

/** Lists the rules of HEAD, with the repository's own file as it is in the working tree, and marks the stale ones. */
export async function listRules(folder: string): Promise<ListedRules> {
  const root = await findRepositoryRoot(folder);
  const own = await readPlainFile(join(root, OWN_RULES)).catch(() => undefined);
  const head = await openCommit(root, "HEAD");
  if (head === undefined) {
    throw new UserError({
      what: "there are no rules yet",
      why: `${root} has no commit`,
      fix: "commit something first: rules are read from commits",
    });
  }
  try {
    const committed = await head.tree.read(OWN_RULES);
    const sections = await readRules(own === undefined ? head.tree : withOwnRules(head.tree, own));
    const since = head.tree.commit;
    const stale = await staleRules({ folder: root, now: head, since }, sections);
    const gone = new Map(stale.map(({ item, gone: names }) => [item, names]));
    const days = await writtenDays(root, sections);
    const rules = sections.flatMap(({ name: file, items, paths }) =>
      items.map((item): StandingRule => {
        return { file, item, paths, written: item.mark?.added ?? days.get(file), gone: gone.get(item) };
      }),
    );
    return { root, rules, own: own ?? committed ?? "", isUncommitted: own !== undefined && own !== committed };
  } finally {
    await head.close();
  }
}

/** The tree with the rule file of the working tree. */
function withOwnRules(tree: Tree, own: string): Tree {
  const files = tree.files.some(({ path }) => path === OWN_RULES)
    ? tree.files
    : [...tree.files, { path: OWN_RULES, blob: "" }];
  return { ...tree, files, read: (path) => (path === OWN_RULES ? Promise.resolve(own) : tree.read(path)) };
}

/** The day of the last commit to each file. */
async function writtenDays(root: string, sections: readonly RuleSection[]): Promise<ReadonlyMap<string, string>> {
  const days = new Map<string, string>();
  for (const file of new Set(sections.map(({ name }) => name))) {
    const args = ["log", "-1", "--format=%cs", "--no-show-signature", "--end-of-options", "HEAD", "--"];
    const { code, stdout } = await runGit(root, [...args, `:(top,literal)${file}`]);
    const day = stdout.toString("utf8").trim();
    if (code === 0 && /^\d{4}-\d\d-\d\d$/.test(day)) days.set(file, day);
  }
  return days;
}
