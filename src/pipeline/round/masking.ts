import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { Journal } from "#adapters/store/journal.ts";
import type { Change } from "#model/change/change.ts";
import type { Finding } from "#model/finding.ts";
import type { GroundingSource, SourceReader } from "#steps/ground-findings/grounding-source.ts";
import { bareSecrets, type Mask, openMask } from "#util/secrets/mask-secrets.ts";
import { maskAll } from "#util/secrets/mask-all.ts";

/** How a round masks the credentials in everything that it writes. */
export interface RoundMask {
  /** Credentials found in the change. They are masked everywhere. */
  readonly secrets: readonly string[];
  readonly mask: Mask;
}

/** Looks for credentials in the change: a reviewer may quote the bare value, which alone cannot be recognized. */
export function createRoundMask({ diffs, messages }: Pick<Change, "diffs" | "messages">): RoundMask {
  const texts = diffs.map(({ hunks }) =>
    hunks.map(({ lines }) => lines.map(({ text }) => text).join("\n")).join("\n\0\n"),
  );
  const written = messages.map(({ subject, body }) => `${subject}\n${body}`);
  const secrets = [...new Set([...texts, ...written].flatMap(bareSecrets))];
  return { secrets, mask: openMask(secrets) };
}

/**
 * Credentials in the files that findings cite. A finding may quote a line of a key that the change did not touch. It is
 * masked like the file; otherwise the key would leak, and the quote would not be found in the masked file.
 */
export async function secretsCited(findings: readonly Finding[], code: Code): Promise<string[]> {
  const cited = new Set(findings.flatMap(({ locations }) => locations.map(({ path }) => path)));
  const found = new Set<string>();
  for (const path of cited) {
    const name = await code.resolvePath(path);
    const lines = name === undefined ? undefined : await code.readLines(name);
    for (const secret of lines === undefined ? [] : bareSecrets(lines.join("\n"))) found.add(secret);
  }
  return [...found];
}

/** The files, not masked. */
export type Code = Pick<SourceReader, "resolvePath" | "readLines">;

/** Masks the names of a change: branch, subjects, title. File names stay, because files are read by them. */
export function maskNames(opened: OpenedChange, mask: Mask): OpenedChange {
  const { files, hunks, ...names } = opened.change.scope;
  return { ...opened, change: { ...opened.change, scope: { ...maskAll(names, mask), files, hunks } } };
}

/** A journal that masks everything it writes. */
export function maskJournal(journal: Journal, mask: Mask): Journal {
  return { ...journal, append: (entry) => journal.append(maskAll(entry, mask)) };
}

type ReadLines = GroundingSource["readLines"];

/**
 * The same source with credentials masked, so that a leaked key does not leak again through the report. Reviews are masked
 * in the same way before they are compared with it, so that a quote of such a line is found.
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
    // Masks the whole text, because a private key spans lines. Line numbers stay the same.
    return lines === undefined ? undefined : mask(lines.join("\n")).split("\n");
  };
  return (path) => {
    const lines = known.get(path) ?? readMasked(path);
    known.set(path, lines);
    return lines;
  };
}

/** Files whose names contain a credential, by their masked names. Reviews and earlier records have only those. */
function plainPaths({ changedPaths, removedPaths }: GroundingSource, mask: Mask): ReadonlyMap<string, string> {
  const paths = [...changedPaths, ...removedPaths.keys()];
  return new Map(paths.map((path) => [mask(path), path] as const).filter(([masked, path]) => masked !== path));
}
