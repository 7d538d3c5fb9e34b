import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { Journal } from "#adapters/store/journal.ts";
import type { Change } from "#model/change/change.ts";
import { bareSecrets, type Mask, openMask } from "#util/secrets/mask-secrets.ts";
import { maskAll } from "#util/secrets/mask-all.ts";

/** How a round masks the credentials in everything that it writes. */
export interface RoundMask {
  /** Values that the change shows to be credentials, masked wherever they stand. */
  readonly secrets: readonly string[];
  readonly mask: Mask;
}

/** Looks for credentials in the lines of the change: somebody may quote one without what it can be told by. */
export function openRoundMask({ diffs, messages }: Pick<Change, "diffs" | "messages">): RoundMask {
  const texts = diffs.map(({ hunks }) =>
    hunks.map(({ lines }) => lines.map(({ text }) => text).join("\n")).join("\n\0\n"),
  );
  const said = messages.map(({ subject, body }) => `${subject}\n${body}`);
  const secrets = [...new Set([...texts, ...said].flatMap(bareSecrets))];
  return { secrets, mask: openMask(secrets) };
}

/** The change with what it is called masked: branch, subjects, title. Its files keep their names, by which they are read. */
export function maskNames(opened: OpenedChange, mask: Mask): OpenedChange {
  const { files, hunks, ...names } = opened.change.scope;
  return { ...opened, change: { ...opened.change, scope: { ...maskAll(names, mask), files, hunks } } };
}

/** The journal, which writes nothing but what is masked. */
export function maskJournal(journal: Journal, mask: Mask): Journal {
  return { ...journal, append: (entry) => journal.append(maskAll(entry, mask)) };
}
