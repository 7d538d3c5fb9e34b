import type { BundleFile } from "#model/agent/bundle.ts";
import type { Change } from "#model/change/change.ts";
import type { Finding } from "#model/finding.ts";
import { formatLocations, mayBeSameFile } from "#model/location.ts";
import { DEFAULT_BUDGET } from "./bundle-input.ts";
import { inlineCode, type Document, fencedBlocks, writeDocument } from "./documents/document.ts";
import { sliceChange } from "./slice-change.ts";
import { writeInstructions } from "./write-instructions.ts";
import { writePatches } from "./write-patches.ts";

/** What a verifier gets: the claim and its place, without the reasoning. */
export interface VerifierClaim extends Pick<Finding, "title" | "locations" | "places"> {
  /** What happens, in a sentence or two. */
  readonly effect: readonly string[];
}

/** The input for the files of a verifier. */
export interface ClaimInput {
  readonly change: Change;
  readonly claim: VerifierClaim;
  /** The instructions for verifiers, from the package. */
  readonly instructions: string;
  readonly ownInstructions?: string;
  /** Characters of patches. */
  readonly budget?: number;
}

/** The files for a verifier: instructions, the claim, and the patches of the files that it cites. */
export function buildClaim({ change, claim, instructions, ownInstructions, budget }: ClaimInput): BundleFile[] {
  const isCited = (path: string): boolean => claim.locations.some((location) => mayBeSameFile(location.path, path));
  const diffs = change.diffs.filter(({ file }) => isCited(file.path));
  const room = budget ?? DEFAULT_BUDGET;
  const slices = sliceChange({ change: { ...change, diffs }, roleOf: () => "source" }, room);
  let free = room;
  // The rest can be read in the code; the claim names its lines.
  const patches = writePatches(slices.filter(({ characters }) => (free -= characters) >= 0));
  const written = writeDocument(claimDocument(claim));
  const { file } = writeInstructions({
    instructions,
    ownInstructions,
    documents: written.files.map(({ path }) => path),
    patches: patches.files.length,
    part: 1,
    of: 1,
  });
  return [file, ...written.files, ...patches.files];
}

function claimDocument({ title, effect, locations, places }: VerifierClaim): Document {
  const where = [...formatLocations(locations), ...places].map((place) => `- ${inlineCode(place)}`);
  return {
    name: "claim",
    about: "A claim about the code, to be confirmed or refuted.",
    unit: "parts of the claim",
    blocks: [
      ...fencedBlocks("## The claim", [title, ...effect].join("\n")),
      ...(where.length === 0 ? [] : ["## Where", ...where]),
    ],
  };
}
