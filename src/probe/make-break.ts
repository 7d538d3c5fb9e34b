import type { BreakAuthor, BreakKind, Operator } from "#model/panel/probe.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { type ProbeFile, stillParses } from "./open-files.ts";
import { type LineEdit, applyEdits, editBetween } from "./patch/line-edits.ts";
import { formatPatch } from "./patch/format-patch.ts";
import type { PlannedBreak } from "./planned-break.ts";

/** What is decided of a break before its text is made. */
export interface BreakDraft {
  readonly kind: BreakKind;
  readonly operator?: Operator | undefined;
  readonly symbol: string | undefined;
  readonly text: string;
  readonly rank: number;
  readonly namedBy?: readonly BreakAuthor[] | undefined;
}

/** The break that turns the file into this text. Undefined: it changes nothing, or does not parse. */
export function makeBreak(file: ProbeFile, contents: string, draft: BreakDraft): PlannedBreak | undefined {
  const edit = editBetween(file.head, contents);
  return edit === undefined ? undefined : makeFromEdits(file, [edit], draft);
}

/** The break that consists of these edits. */
export function makeFromEdits(
  file: ProbeFile,
  edits: readonly LineEdit[],
  { rank, ...draft }: BreakDraft,
): PlannedBreak | undefined {
  const contents = applyEdits(file.head, edits);
  const [first] = edits;
  const last = edits.at(-1);
  if (first === undefined || last === undefined || contents === file.head || !stillParses(file, contents))
    return undefined;
  const line = Math.max(1, first.start);
  return {
    rank,
    contents,
    break: omitUndefined({
      ...draft,
      path: file.path,
      line,
      endLine: Math.max(line, last.start + last.removed - 1),
      diff: formatPatch(file.path, file.head, edits),
    }),
  };
}
