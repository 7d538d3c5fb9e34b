import { readInstructions } from "#adapters/files/package-folder.ts";
import { dialectOf } from "#util/text/lexer/dialect.ts";
import { roleByPath } from "#change-index/facts/role.ts";
import type { BundleSet } from "#model/agent/bundle.ts";
import { buildBundles } from "#steps/build-context/build-bundles.ts";
import type { BundleInput, BundleSettings } from "#steps/build-context/bundle-input.ts";
import type { Assignment } from "../panel.ts";
import { readRules, rulesForBundles } from "../rules/read-rules.ts";

/** Builds bundles from the change, the findings of the built-in reviewers, and the repository's rules. */
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
    earlier: known.length === 0 ? undefined : known,
    ownInstructions: own,
    pullRequest: pull,
  };
  return buildBundles(input);
}

/** Read from the trusted commit: a change must not instruct its own reviewers. */
const OWN_INSTRUCTIONS = ".deep-review/instructions.md";
