import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { Journal } from "#adapters/store/journal.ts";
import type { Change } from "#model/change/change.ts";
import type { Finding } from "#model/finding.ts";
import type { SourceReader } from "#steps/ground-findings/grounding-source.ts";
import { bareSecrets, type Mask, openMask } from "#util/secrets/mask-secrets.ts";
import { maskAll } from "#util/secrets/mask-all.ts";

/** How a round masks the credentials in everything that it writes. */
export interface RoundMask {
  /** Values that the change shows to be credentials, masked wherever they stand. */
  readonly secrets: readonly string[];
  readonly mask: Mask;
}

/** Looks for credentials in the lines of the change: somebody may quote one without what it can be told by. */
export function createRoundMask({ diffs, messages }: Pick<Change, "diffs" | "messages">): RoundMask {
  const texts = diffs.map(({ hunks }) =>
    hunks.map(({ lines }) => lines.map(({ text }) => text).join("\n")).join("\n\0\n"),
  );
  const said = messages.map(({ subject, body }) => `${subject}\n${body}`);
  const secrets = [...new Set([...texts, ...said].flatMap(bareSecrets))];
  return { secrets, mask: openMask(secrets) };
}

/**
 * Credentials of the files that findings cite. Somebody may quote a line of a key that the change did not touch: what is said
 * of it is masked like the file, or it would leak, and not be found there.
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

/** Files as they are, by their names. */
export type Code = Pick<SourceReader, "resolvePath" | "readLines">;

/** The change with what it is called masked: branch, subjects, title. Its files keep their names, by which they are read. */
export function maskNames(opened: OpenedChange, mask: Mask): OpenedChange {
  const { files, hunks, ...names } = opened.change.scope;
  return { ...opened, change: { ...opened.change, scope: { ...maskAll(names, mask), files, hunks } } };
}

/** The journal, which writes nothing but what is masked. */
export function maskJournal(journal: Journal, mask: Mask): Journal {
  return { ...journal, append: (entry) => journal.append(maskAll(entry, mask)) };
}
