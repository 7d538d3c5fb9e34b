import type { BundleFile } from "#model/agent/bundle.ts";
import { plural, withCommas } from "#util/words.ts";

/** What the instructions of one bundle are written from. */
export interface InstructionsInput {
  readonly instructions: string;
  readonly ownInstructions?: string;
  /** Names of the bundle's other files: ours, without reviewed text. */
  readonly documents: readonly string[];
  readonly patches: number;
  readonly part: number;
  readonly of: number;
  readonly hasManifest?: boolean;
}

/** The instructions: those of the package, what lies in this bundle, and what the users of the repository add. */
export function writeInstructions(input: InstructionsInput): { file: BundleFile; leftOut: readonly string[] } {
  const { instructions, ownInstructions = "", documents, patches, part, of, hasManifest = false } = input;
  const own = cutOwn(ownInstructions.trim());
  const blocks = [
    instructions.trimEnd(),
    "## Your bundle",
    [
      ...documents.map((name) => `- \`${name}\``),
      `- \`review/patches/\`: ${patches === 0 ? "no patches" : `${plural(patches, "patch file")}. Read each one completely`}`,
      ...(hasManifest ? ["- `review/manifest.json`: a list for programs; you need not read it"] : []),
      "- `code/`: the reviewed commit",
    ].join("\n"),
    ...(of === 1 ? [] : [`This is part ${part} of ${of}. \`review/scope.md\` says what the other parts hold.`]),
    ...(own.text === "" ? [] : ["## Also, for this repository", own.text]),
    ...own.leftOut.map((sentence) => `(${sentence}.)`),
  ];
  return { file: { path: "review/INSTRUCTIONS.md", text: `${blocks.join("\n\n")}\n` }, leftOut: own.leftOut };
}

/** So much of a read tool's page is left beside our own instructions. */
const MAX_OWN = 20_000;

function cutOwn(text: string): { text: string; leftOut: readonly string[] } {
  if (Buffer.byteLength(text) <= MAX_OWN) return { text, leftOut: [] };
  const shown = Buffer.from(text)
    .subarray(0, MAX_OWN)
    .toString("utf8")
    .replace(/\uFFFD$/, "");
  const sentence = `the repository's own instructions are cut after ${withCommas(MAX_OWN)} of ${withCommas(Buffer.byteLength(text))} bytes`;
  return { text: shown.slice(0, Math.max(shown.lastIndexOf("\n"), 0)) || shown, leftOut: [sentence] };
}
