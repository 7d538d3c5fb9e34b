import type { FileTargets, HunkIndex } from "../hunk-index.ts";
import { createDiffReader } from "./diff-reader.ts";
import { matchBlocks } from "./match-blocks.ts";
import { readNumber } from "./read-number.ts";
import { isSameLine } from "./same-line.ts";

/** What is known about an output before reading it. */
export interface OutputSource {
  /** The file of the repository that the lines are from. */
  readonly path?: string;
  /** If a patch of the bundle was read: its files, and the target on each of its lines. */
  readonly patch?: { readonly files: readonly string[]; targetAt(line: number): number | undefined };
  /** The number of the first line, if the output is the file itself. */
  readonly start?: number;
  /** The output cannot switch to another file: what looks like it is content. */
  readonly isFixed: boolean;
  /** The changed file that a name in the output means. */
  readonly resolve: (name: string) => string | undefined;
}

export type SeeTarget = (target: number) => void;

/** Finds the changed lines that an output shows. Linear in its size; keeps none of it. */
export function scanOutput(output: string, source: OutputSource, { index, see }: { index: HunkIndex; see: SeeTarget }) {
  const lines = output.split("\n");
  const check = (side: ReadonlyMap<number, number> | undefined, number: number, text: string): void => {
    const target = side?.get(number);
    if (target !== undefined && isSameLine(index.texts[target] ?? "", text)) see(target);
  };
  // A page of a patch may begin in the middle of a hunk, without an `@@` line.
  const checkPatchLine = ({ number, text }: { readonly number: number; readonly text: string }): void => {
    const target = source.patch?.targetAt(number);
    const wanted = target === undefined ? undefined : index.texts[target];
    if (target !== undefined && wanted !== undefined && /^[+-]/.test(text) && isSameLine(wanted, text.slice(1))) {
      see(target);
    }
  };
  const added = (path: string | undefined): FileTargets["added"] | undefined => index.files.get(path ?? "")?.added;
  const diff = source.path !== undefined && source.isFixed ? undefined : createDiffReader({ index, source, check });
  let path = source.path;
  let understood = 0;
  for (const [at, line] of lines.entries()) {
    const numbered = readNumber(line);
    if (source.patch !== undefined) checkPatchLine(numbered ?? { number: (source.start ?? 1) + at, text: line });
    if (diff?.take(line) === true) {
      understood++;
      continue;
    }
    if (source.patch !== undefined) continue;
    if (numbered !== undefined) {
      understood++;
      check(added(path), numbered.number, numbered.text);
    }
    if (source.start !== undefined) check(added(source.path), source.start + at, line);
    if (source.isFixed) continue;
    const found = numbered === undefined ? readNamed(line, source.resolve) : undefined;
    if (found?.number !== undefined) {
      understood++;
      check(added(found.path), found.number, found.text);
    } else if (found !== undefined) path = found.path;
  }
  // Numbered lines have been judged by their numbers.
  if (source.patch === undefined && understood * 2 < lines.length) {
    matchBlocks(lines, source.isFixed ? source.path : undefined, { index, see });
  }
}

interface Named {
  readonly path: string;
  readonly number?: number;
  readonly text: string;
}

/** `src/mail.ts:12:text` and `src/mail.ts-12-text` of grep, or a heading that names a file. */
function readNamed(line: string, resolve: OutputSource["resolve"]): Named | undefined {
  if (line === "") return undefined;
  NUMBER.lastIndex = 0;
  for (let tries = 0; tries < 8; tries++) {
    const found = NUMBER.exec(line);
    if (found === null || found.index > MAX_NAME_LENGTH) break;
    const path = resolve(line.slice(0, found.index));
    if (path !== undefined) return { path, number: Number(found[1]), text: line.slice(NUMBER.lastIndex) };
    // The second separator may be the first of the next match.
    NUMBER.lastIndex--;
  }
  if (line.length > MAX_NAME_LENGTH) return undefined;
  const path = resolve(line.replace(/^[=#>*\s-]+/, "").replace(/[<=:*\s-]+$/, ""));
  return path === undefined ? undefined : { path, text: "" };
}

const MAX_NAME_LENGTH = 1000;
const NUMBER = /[:-](\d{1,7})[:-]/g;
