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
  assignment: Pick<Assignment, "index" | "opened" | "evidence" | "gates" | "earlier" | "pull">,
  settings: BundleSettings,
): Promise<BundleSet> {
  const { index, opened, evidence, gates, earlier, pull } = assignment;
  const [instructions, own, rules, found, shown, known] = await Promise.all([
    readInstructions("review"),
    opened.trusted.read(OWN_INSTRUCTIONS),
    readRules(
      opened.trusted,
      index.change.scope.files.map(({ path }) => path),
    ),
    evidence(),
    gates(),
    earlier(),
  ]);
  const input: BundleInput = {
    change: index.change,
    roleOf: (path) => roleByPath(path, dialectOf(path, "")),
    instructions,
    evidence: found.map((finding) => ({ finding })),
    gates: shown,
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
