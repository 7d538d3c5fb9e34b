import { maskSecrets } from "#reviewers/analyzer/hazard-lint/neutral/secret-formats.ts";
import type { GroundingSource } from "#steps/ground-findings/grounding-source.ts";

/** The same source with credentials masked: what a review found as a leak must not leak again through its report. */
export function maskSource(source: GroundingSource): GroundingSource {
  const known = new Map<string, Promise<readonly string[] | undefined>>();
  const read = async (path: string): Promise<readonly string[] | undefined> => {
    const lines = await source.readLines(path);
    // Over the whole text, since a private key spans lines; masks keep every line where it was.
    return lines === undefined ? undefined : maskSecrets(lines.join("\n")).split("\n");
  };
  const readLines = (path: string): Promise<readonly string[] | undefined> => {
    const lines = known.get(path) ?? read(path);
    known.set(path, lines);
    return lines;
  };
  return {
    ...source,
    readLines,
    async isVerbatim(path) {
      if (!(await source.isVerbatim(path))) return false;
      const [plain, masked] = [await source.readLines(path), await readLines(path)];
      return plain?.join("\n") === masked?.join("\n");
    },
  };
}
