import type { GroundingSource } from "#steps/ground-findings/grounding-source.ts";
import type { Mask } from "#util/secrets/mask-secrets.ts";

type ReadLines = GroundingSource["readLines"];

/**
 * The same source with credentials masked: what a review found as a leak must not leak again through its report. What
 * reviewers say is masked in the same way before it is held against this, so that a quote of such a line is found.
 */
export function maskSource(source: GroundingSource, mask: Mask): GroundingSource {
  const readLines = maskReader((path) => source.readLines(path), mask);
  const readBaseLines = maskReader((path) => source.readBaseLines(path), mask);
  const plain = plainPaths(source, mask);
  const plainOf = (path: string): string => plain.get(path) ?? path;
  return {
    ...source,
    resolvePath: (path) => source.resolvePath(plainOf(path)),
    readLines: (path) => readLines(plainOf(path)),
    readBaseLines: (path) => readBaseLines(plainOf(path)),
    addedLines: (path) => source.addedLines(plainOf(path)),
    removedLines: (path) => source.removedLines(plainOf(path)),
    linesBesideRemoved: (path) => source.linesBesideRemoved(plainOf(path)),
    async isVerbatim(path) {
      if (!(await source.isVerbatim(plainOf(path)))) return false;
      const [raw, masked] = [await source.readLines(plainOf(path)), await readLines(plainOf(path))];
      return raw?.join("\n") === masked?.join("\n");
    },
  };
}

/** Reads lines and masks them; each file once. */
export function maskReader(read: ReadLines, mask: Mask): ReadLines {
  const known = new Map<string, Promise<readonly string[] | undefined>>();
  const readMasked: ReadLines = async (path) => {
    const lines = await read(path);
    // Over the whole text, since a private key spans lines; masks keep every line where it was.
    return lines === undefined ? undefined : mask(lines.join("\n")).split("\n");
  };
  return (path) => {
    const lines = known.get(path) ?? readMasked(path);
    known.set(path, lines);
    return lines;
  };
}

/** Files whose names hold a credential, by their masked names: reviewers' words and earlier records have only these. */
function plainPaths({ changedPaths, removedPaths }: GroundingSource, mask: Mask): ReadonlyMap<string, string> {
  const paths = [...changedPaths, ...removedPaths.keys()];
  return new Map(paths.map((path) => [mask(path), path] as const).filter(([masked, path]) => masked !== path));
}
