import { isMutationInfo } from "#grammar/body-parts.ts";
import { scanLines } from "#grammar/lines.ts";
import { type Location, mayBeSameFile } from "#model/location.ts";
import type { BreakAuthor } from "#model/panel/probe.ts";
import { oneLine, truncate } from "#util/words.ts";
import { dedupeBreaks } from "../dedupe.ts";
import { functionAtLines } from "../functions.ts";
import { makeFromEdits } from "../make-break.ts";
import { mutationsAt } from "../mutations/plan-mutations.ts";
import type { ProbeFile } from "../open-files.ts";
import type { NamedBreaks, PlannedBreak, ReviewerText, UnmadeBreak } from "../planned-break.ts";
import { editsOf } from "./apply-patch.ts";
import { findBreakSentences } from "./find-sentences.ts";
import { readPatch } from "./read-patch.ts";

const RANK = 5000;
// A reviewer that names more than this is not believed to have thought about each.
const MAX_NAMED = 100;
const MAX_AT_PLACE = 2;

/** The breaks that reviewers name: in blocks, or in sentences with a place. Equal ones are made once. */
export function planNamed(files: readonly ProbeFile[], texts: readonly ReviewerText[]): NamedBreaks {
  const made: PlannedBreak[] = [];
  const unmade: UnmadeBreak[] = [];
  for (const source of texts) {
    for (const outcome of [...planBlocks(files, source), ...planSentences(files, source)]) {
      if (Array.isArray(outcome)) made.push(...outcome);
      else unmade.push(outcome as UnmadeBreak);
    }
  }
  const distinct = dedupeBreaks(made);
  const planned = distinct.slice(0, MAX_NAMED).map((each, index) => ({ ...each, rank: RANK + index }));
  const left = distinct.slice(MAX_NAMED).map(({ break: { namedBy, text, path, line } }) => ({
    by: namedBy?.[0] as BreakAuthor,
    text,
    path,
    line,
    why: `more than ${MAX_NAMED} breaks were named`,
  }));
  return { planned, unmade: [...unmade, ...left] };
}

type Outcome = PlannedBreak[] | UnmadeBreak;

function planBlocks(files: readonly ProbeFile[], source: ReviewerText): Outcome[] {
  return mutationBlocks(source.text).map((block) => planBlock(files, source, block));
}

function planBlock(files: readonly ProbeFile[], { by, locations = [] }: ReviewerText, block: string): Outcome {
  const patches = readPatch(block).filter(({ hunks }) => hunks.length > 0);
  const [patch] = patches;
  const text = truncate(oneLine(block.split("\n").find((line) => /^[-+](?![-+])/.test(line)) ?? block), 200);
  const unmade = (why: string, path?: string, line?: number): UnmadeBreak => ({ by, text, path, line, why });
  if (patch === undefined) return unmade("the block holds no patch");
  const path = patch.path ?? locations[0]?.path;
  if (patches.length > 1) return unmade("the patch changes several files", path);
  const start = patch.hunks[0]?.start;
  const file = path === undefined ? undefined : files.find((each) => mayBeSameFile(each.path, path));
  if (file === undefined) {
    return unmade(path === undefined ? "the patch names no file" : "the file is no changed source", path, start);
  }
  const edits = editsOf(patch.hunks, file.head);
  if (typeof edits === "string") return unmade(edits, file.path, start);
  const line = edits[0]?.start ?? 1;
  const planned = makeFromEdits(file, edits, {
    kind: "named",
    symbol: functionAtLines(file, line, line)?.symbol,
    text: describe(patch.hunks.flatMap(({ lines }) => lines)),
    rank: RANK,
    namedBy: [by],
  });
  return planned === undefined
    ? unmade("the file does not parse with it, or stays the same", file.path, line)
    : [planned];
}

/** The contents of the fenced blocks that are meant as breaks. */
function mutationBlocks(markdown: string): string[] {
  const blocks: string[] = [];
  let lines: string[] | undefined;
  for (const { text, inFence, fence } of scanLines(markdown)) {
    if (fence?.open === true) lines = isMutationInfo(fence.info) ? [] : undefined;
    else if (inFence && fence === undefined) lines?.push(text);
    else if (lines !== undefined) {
      blocks.push(outdent(lines));
      lines = undefined;
    }
  }
  if (lines !== undefined) blocks.push(outdent(lines));
  return blocks;
}

/** A block in a list is indented. */
function outdent(lines: readonly string[]): string {
  const opening = lines.find((line) => /^\s*(?:diff --git|---|@@)/.test(line));
  const indent = opening === undefined ? 0 : opening.length - opening.trimStart().length;
  return lines.map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length))).join("\n");
}

function describe(lines: readonly { readonly sign: string; readonly text: string }[]): string {
  const code = (sign: string): string =>
    `\`${truncate(
      oneLine(
        lines
          .filter((line) => line.sign === sign)
          .map(({ text }) => text)
          .join(" "),
      ).replaceAll("`", "'"),
      80,
    )}\``;
  const [hasOld, hasNew] = [lines.some(({ sign }) => sign === "-"), lines.some(({ sign }) => sign === "+")];
  if (hasOld && hasNew) return `${code("-")} turned into ${code("+")}`;
  return hasOld ? `${code("-")} removed` : `${code("+")} added`;
}

function planSentences(files: readonly ProbeFile[], { by, text, locations = [] }: ReviewerText): Outcome[] {
  return findBreakSentences(text).map((sentence): Outcome => {
    const places = sentence.locations.length > 0 ? sentence.locations : locations;
    const planned = places.flatMap((place) => planAt(files, place, by));
    if (planned.length > 0) return planned;
    const [place] = places;
    const why =
      place === undefined
        ? "the sentence names no place"
        : place.start === undefined
          ? "the sentence names no line"
          : "nothing at that place can be broken for it: no changed line of code, or none that says anything";
    return { by, text: sentence.text, path: place?.path, line: place?.start, why };
  });
}

/** The mutations of a place that a reviewer names. */
function planAt(files: readonly ProbeFile[], { path, start, end }: Location, by: BreakAuthor): PlannedBreak[] {
  const file = files.find((each) => mayBeSameFile(each.path, path));
  if (file === undefined || start === undefined || end === undefined) return [];
  return mutationsAt(file, (line) => line >= start && line <= end, MAX_AT_PLACE).map((planned) => ({
    ...planned,
    break: { ...planned.break, kind: "named", namedBy: [by] },
  }));
}
