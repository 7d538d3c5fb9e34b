import { readInstructions } from "#adapters/files/package-folder.ts";
import { dialectOf } from "#util/text/lexer/dialect.ts";
import { roleByPath } from "#change-index/facts/role.ts";
import type { BundleSet } from "#model/agent/bundle.ts";
import { buildBundles } from "#steps/build-context/build-bundles.ts";
import type { BundleInput, BundleSettings } from "#steps/build-context/bundle-input.ts";
import type { Assignment } from "../panel.ts";
import { readRules, rulesForBundles } from "../rules/read-rules.ts";

/** Makes the bundles of one kind of reviewer: what the change is, what the built-in reviewers found, what the repository asks for. */
export async function makeBundles(
  { index, opened, evidence, earlier, pull }: Pick<Assignment, "index" | "opened" | "evidence" | "earlier" | "pull">,
  settings: BundleSettings,
): Promise<BundleSet> {
  const [instructions, own, rules, found, known] = await Promise.all([
    readInstructions("review"),
    opened.trusted.read(OWN_INSTRUCTIONS),
    readRules(
      opened.trusted,
      index.change.scope.files.map(({ path }) => path),
    ),
    evidence(),
    earlier(),
  ]);
  const input: BundleInput = {
    change: index.change,
    roleOf: (path) => roleByPath(path, dialectOf(path, "")),
    instructions,
    evidence: found.map((finding) => ({ finding })),
    rules: rulesForBundles(rules),
    settings,
    ...(known.length === 0 ? {} : { earlier: known }),
    ownInstructions: own,
    pullRequest: pull,
  };
  return buildBundles(input);
}

/** What a repository adds to the instructions. Read from the commit that is trusted: a change does not instruct its own reviewers. */
const OWN_INSTRUCTIONS = ".deep-review/instructions.md";
