import type { Bundle, BundleSet, Withheld } from "#model/agent/bundle.ts";
import { withCommas } from "#util/words.ts";
import { type BundleInput, DEFAULT_BUDGET, DEFAULT_MAX_BUNDLES } from "./bundle-input.ts";
import { type Document, writeDocument } from "./documents/document.ts";
import { earlierDocument } from "./documents/write-earlier.ts";
import { evidenceDocument, numberEvidence } from "./documents/write-evidence.ts";
import { messagesDocument } from "./documents/write-messages.ts";
import { pullRequestDocument } from "./documents/write-pull-request.ts";
import { rulesDocument } from "./documents/write-rules.ts";
import { scopeDocument } from "./documents/write-scope.ts";
import { evidenceFor } from "./evidence-for.ts";
import { findRelatedFiles } from "./pack/find-related-files.ts";
import { pack, type Packed } from "./pack/pack.ts";
import { comparePaths } from "./pack/rank-files.ts";
import type { Slice } from "./pack/slice.ts";
import { sliceChange } from "./slice-change.ts";
import { writeInstructions } from "./write-instructions.ts";
import { writeManifest } from "./write-manifest.ts";
import { writePatches } from "./write-patches.ts";

/**
 * Makes the bundles that one reviewer gets: one, or several where the patches are more than it can hold. The same input
 * gives the same bytes. What stands in no bundle is in `notGiven`.
 */
export function buildBundles(input: BundleInput): BundleSet {
  const budget = Math.max(1, input.settings?.budget ?? DEFAULT_BUDGET);
  const maxBundles = Math.max(1, input.settings?.maxBundles ?? DEFAULT_MAX_BUNDLES);
  const slices = sliceChange(input, budget);
  const characters = sum(slices);
  const packed = packSlices(input, slices, { budget, maxBundles });
  const notGiven = withhold(packed.left, { budget, maxBundles });
  // A change without any line to show is still to be reviewed.
  const contents = packed.bundles.length === 0 ? [[]] : packed.bundles;
  const plan = { contents, notGiven, budget, characters };
  const bundles = contents.map((_, at) => writeBundle(input, plan, at));
  return { bundles, notGiven, budget, characters };
}

const sum = (slices: readonly Slice[]): number => slices.reduce((total, { characters }) => total + characters, 0);

interface Limits {
  readonly budget: number;
  readonly maxBundles: number;
}

function packSlices(input: BundleInput, slices: readonly Slice[], limits: Limits): Packed {
  if (slices.length > 0 && sum(slices) <= limits.budget) return { bundles: [slices], left: [] };
  return pack({ slices, findKin: (diffs) => findRelatedFiles(diffs, input.coChanges), ...limits });
}

/** What no bundle has room for, by file. */
function withhold(left: readonly Slice[], { budget, maxBundles }: Limits): Withheld[] {
  const byPath = new Map<string, Set<number>>();
  const cut = new Set<string>();
  for (const { diff, parts, of } of left) {
    const { path } = diff.file;
    const hunks = byPath.get(path) ?? new Set<number>();
    for (const { segments } of parts) for (const { hunk } of segments) hunks.add(hunk);
    byPath.set(path, hunks);
    if (of > 1) cut.add(path);
  }
  const full = `no room left in ${maxBundles === 1 ? "the bundle" : `${maxBundles} bundles`} of ${withCommas(budget)} characters`;
  return [...byPath]
    .sort(([one], [other]) => comparePaths(one, other))
    .map(([path, hunks]) => ({
      path,
      hunks: [...hunks].sort((one, other) => one - other),
      why: cut.has(path) ? `${full} for these hunks, or for all their lines` : full,
    }));
}

interface Plan {
  readonly contents: readonly (readonly Slice[])[];
  readonly notGiven: readonly Withheld[];
  readonly budget: number;
  readonly characters: number;
}

function writeBundle(input: BundleInput, plan: Plan, at: number): Bundle {
  const slices = plan.contents[at] ?? [];
  const [part, of] = [at + 1, plan.contents.length];
  const patches = writePatches(slices);
  const paths = pathsOf(slices);
  const scope = scopeDocument({
    change: input.change,
    roleOf: input.roleOf,
    blind: input.settings?.blind === true,
    part,
    of,
    budget: plan.budget,
    characters: sum(slices),
    total: plan.characters,
    own: patches.given,
    parts: plan.contents.map(pathsOf),
    notGiven: plan.notGiven,
  });
  const written = [scope, ...documentsFor(input, paths)].map((document) => writeDocument(document));
  const documents = written.flatMap(({ files }) => files);
  const instructions = writeInstructions({
    instructions: input.instructions,
    ...(input.ownInstructions !== undefined && { ownInstructions: input.ownInstructions }),
    documents: documents.map(({ path }) => path),
    patches: patches.files.length,
    part,
    of,
    hasManifest: true,
  });
  const files = [instructions.file, ...documents, ...patches.files];
  const { notGiven } = plan;
  return {
    part,
    of,
    files: [...files, writeManifest({ part, of, files, places: patches.places, notGiven })],
    places: patches.places,
    paths,
    characters: sum(slices),
    leftOut: [...instructions.leftOut, ...written.flatMap(({ leftOut }) => leftOut)],
  };
}

function pathsOf(slices: readonly Slice[]): string[] {
  return [...new Set(slices.map(({ diff }) => diff.file.path))].sort(comparePaths);
}

/** The documents beside the scope, as far as there is something to say. */
function documentsFor(input: BundleInput, paths: readonly string[]): Document[] {
  const { change, pullRequest, earlier = [], rules = [], settings } = input;
  const blind = settings?.blind === true;
  const evidence = evidenceFor(numberEvidence(input.evidence ?? []), { input, paths });
  return [
    blind ? undefined : messagesDocument(change),
    blind || pullRequest === undefined ? undefined : pullRequestDocument(pullRequest),
    rulesDocument(rules, paths),
    earlier.length === 0 ? undefined : earlierDocument(earlier, blind),
    evidence.length === 0 ? undefined : evidenceDocument(evidence),
  ].filter((document) => document !== undefined);
}
