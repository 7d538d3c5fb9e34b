import { createHash } from "node:crypto";
import type { BundleFile, PatchPlace, Withheld } from "#model/agent/bundle.ts";
import { safeJson } from "#util/printable.ts";

/** The content of the manifest, for programs that check what was read. */
export interface ManifestInput {
  readonly part: number;
  readonly of: number;
  readonly files: readonly BundleFile[];
  readonly places: readonly PatchPlace[];
  readonly notGiven: readonly Withheld[];
}

/** The list of a bundle's files with their digests, and the place of each hunk in the patches. One entry per line. */
export function writeManifest({ part, of, files, places, notGiven }: ManifestInput): BundleFile {
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
