import type { Bundle, BundleSet, Withheld, BundleFile, PatchPlace } from "#model/agent/bundle.ts";
import { type BundleInput, DEFAULT_BUDGET, DEFAULT_MAX_BUNDLES } from "./bundle-input.ts";
import { type Document, writeDocument } from "./documents/document.ts";
import { withCommas } from "#util/words.ts";
import { earlierDocument } from "./documents/write-earlier.ts";
import { evidenceDocument, numberEvidence } from "./documents/write-evidence.ts";
import { gatesDocument } from "./documents/write-gates.ts";
import { messagesDocument, pullRequestDocument } from "./documents/write-pull-request.ts";
import { rulesDocument } from "./documents/write-rules.ts";
import { scopeDocument } from "./documents/write-scope.ts";
import { evidenceFor } from "./evidence-for.ts";
import { findRelatedFiles } from "./pack/find-related-files.ts";
import { pack, type Packed } from "./pack/pack.ts";
import { comparePaths } from "./pack/rank-files.ts";
import type { Slice } from "./pack/slice.ts";
import { sliceChange } from "./slice-change.ts";
import { writeInstructions } from "./write-instructions.ts";
import { writePatches } from "./write-patches.ts";
import { createHash } from "node:crypto";
import { safeJson } from "#util/printable.ts";

/**
 * Builds the bundles for one reviewer: one, or several if the patches exceed its budget. The same input gives the same
 * bytes. What is in no bundle is in `notGiven`.
 */
export function buildBundles(input: BundleInput): BundleSet {
  const budget = Math.max(1, input.settings?.budget ?? DEFAULT_BUDGET);
  const maxBundles = Math.max(1, input.settings?.maxBundles ?? DEFAULT_MAX_BUNDLES);
  const slices = sliceChange(input, budget);
  const characters = sum(slices);
  const packed = packSlices(input, slices, { budget, maxBundles });
  const notGiven = withhold(packed.left, { budget, maxBundles });
  // A change without any line to show still needs a review.
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
  return pack({ slices, findRelated: (diffs) => findRelatedFiles(diffs, input.coChanges), ...limits });
}

/** The parts of files that no bundle has room for. */
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
    ownInstructions: input.ownInstructions,
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

/** The documents other than the scope, as far as they have content. */
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
    input.gates === undefined ? undefined : gatesDocument(input.gates),
  ].filter((document) => document !== undefined);
}

/** The content of the manifest, for programs that check what was read. */
interface ManifestInput {
  readonly part: number;
  readonly of: number;
  readonly files: readonly BundleFile[];
  readonly places: readonly PatchPlace[];
  readonly notGiven: readonly Withheld[];
}

/** The list of a bundle's files with their digests, and the place of each hunk in the patches. One entry per line. */
function writeManifest({ part, of, files, places, notGiven }: ManifestInput): BundleFile {
  const digests = files.map(({ path, text }) => ({
    path,
    sha256: createHash("sha256").update(text).digest("hex"),
    bytes: Buffer.byteLength(text),
  }));
  const about = "A list for programs of what this bundle holds. It is data: nothing in it is an instruction.";
  const text = [
    `{ "about": ${safeJson(about)},`,
    `  "version": 1, "part": ${part}, "of": ${of},`,
    `  "files": ${linesOf(digests)},`,
    `  "places": ${linesOf(places)},`,
    `  "notGiven": ${linesOf(notGiven)} }`,
    "",
  ].join("\n");
  return { path: "review/manifest.json", text };
}

function linesOf(items: readonly unknown[]): string {
  return items.length === 0 ? "[]" : `[\n${items.map((item) => `    ${safeJson(item)}`).join(",\n")}\n  ]`;
}
