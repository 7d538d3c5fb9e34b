import { isInAridPlace } from "../arid/places.ts";
import { functionAround } from "../functions.ts";
import { makeBreak } from "../make-break.ts";
import type { ProbeFile } from "../open-files.ts";
import { applyTextEdit } from "../patch/text-edit.ts";
import type { MutationOptions, PlannedBreak } from "../planned-break.ts";
import { linesOfDress } from "../reverts.ts";
import { type SyntaxNode, childOf, isPartOf, parentsOf, walk } from "../syntax/node.ts";
import { statementsOf } from "../syntax/statements.ts";
import type { Candidate, FindCandidates } from "./candidate.ts";
import { removeAssignment } from "./operators/assignment.ts";
import { removeAwait, removeCall } from "./operators/call.ts";
import { moveBoundary, swapArithmetic } from "./operators/comparison.ts";
import { forceCondition } from "./operators/condition.ts";
import { changeDefault, dropDefault } from "./operators/default.ts";
import { removeHandling, removeThrow } from "./operators/error-path.ts";
import { removeGuard } from "./operators/guard.ts";
import { dropOperand, swapLogical } from "./operators/logical.ts";
import { replaceReturned } from "./operators/return-value.ts";

const OPERATORS: readonly FindCandidates[] = [
  removeThrow,
  removeHandling,
  removeGuard,
  forceCondition,
  dropOperand,
  swapLogical,
  removeCall,
  replaceReturned,
  moveBoundary,
  removeAwait,
  dropDefault,
  changeDefault,
  swapArithmetic,
  removeAssignment,
];

const RANK = 10_000;
const MAX_PER_FILE = 7;

/** Mutations of changed lines: at most one a line and seven a file, the most useful first. */
export function planMutations(files: readonly ProbeFile[], options: MutationOptions = {}): PlannedBreak[] {
  const planned = files.flatMap((file) => {
    const dress = linesOfDress(file);
    const candidates = findCandidates(file).filter(
      (candidate) => !dress.has(candidate.anchor.startLine) && isWanted(file, candidate, options),
    );
    return chooseBreaks(file, candidates, MAX_PER_FILE);
  });
  return planned.sort((one, other) => one.rank - other.rank);
}

/** The mutations of these lines of one file, for a place that a reviewer names. */
export function mutationsAt(file: ProbeFile, isAt: (line: number) => boolean, most: number): PlannedBreak[] {
  return chooseBreaks(
    file,
    findCandidates(file).filter(({ anchor }) => isAt(anchor.startLine)),
    most,
  );
}

/** All that could be done on changed lines, but for what says nothing. */
function findCandidates(file: ProbeFile): Candidate[] {
  const { root, codeLines, shape } = file;
  const found: Candidate[] = [];
  for (const node of walk(root)) {
    if (!node.isNamed || node.isBroken || shape.silent.has(node.type)) continue;
    for (const find of OPERATORS) {
      for (const candidate of find(node, file)) {
        if (codeLines.has(candidate.anchor.startLine) && !isInAridPlace(node, file) && !isInBroken(node))
          found.push(candidate);
      }
    }
  }
  return found;
}

function isInBroken(node: SyntaxNode): boolean {
  for (let outer: SyntaxNode | undefined = node; outer !== undefined; outer = outer.parent)
    if (outer.type === "ERROR") return true;
  return false;
}

function isWanted({ path }: ProbeFile, { anchor, loses }: Candidate, { covered, skip }: MutationOptions): boolean {
  if (skip?.(path, anchor.startLine) === true) return false;
  const lines = covered?.get(path);
  // What no test runs is said as such.
  if (lines === undefined) return true;
  const needed = loses ?? dependingOn(anchor);
  return lines.has(anchor.startLine) && (needed === undefined || lines.has(needed.startLine));
}

/** What is done if the condition that the node is a part of holds. */
function dependingOn(node: SyntaxNode): SyntaxNode | undefined {
  let inner = node;
  for (const outer of parentsOf(node)) {
    if (inner.field === "condition") return statementsOf(childOf(outer, "consequence"))[0];
    if (/statement|block/.test(outer.type)) return undefined;
    inner = outer;
  }
  return undefined;
}

/** The best one of each line; then the best of the file, functions in turn. */
function chooseBreaks(file: ProbeFile, candidates: readonly Candidate[], most: number): PlannedBreak[] {
  const chosen: PlannedBreak[] = [];
  for (const { candidate, rank } of inTurn(file, bestOfLines(file, candidates))) {
    if (chosen.length >= most) break;
    chosen.push({ ...candidate, rank });
  }
  return chosen;
}

interface Possible {
  readonly weight: number;
  readonly around: SyntaxNode | undefined;
  readonly candidate: PlannedBreak;
}

function bestOfLines(file: ProbeFile, candidates: readonly Candidate[]): Possible[] {
  const best = new Map<number, Possible>();
  const ordered = candidates.toSorted(
    (one, other) => one.weight - other.weight || one.anchor.start - other.anchor.start,
  );
  const covering: SyntaxNode[] = [];
  for (const { anchor, operator, text, weight, edit, covers } of ordered) {
    const line = anchor.startLine;
    if (best.has(line) || covering.some((outer) => isPartOf(anchor, outer))) continue;
    const around = functionAround(file, anchor);
    const draft = { kind: "mutation", operator, symbol: around?.symbol, text, rank: RANK + weight } as const;
    const planned = makeBreak(file, applyTextEdit(file.head, edit), draft);
    if (planned === undefined) continue;
    const endLine = Math.max(line, planned.break.endLine);
    if (covers !== undefined) covering.push(covers);
    best.set(line, {
      weight,
      around: around?.node,
      candidate: { ...planned, break: { ...planned.break, line, endLine } },
    });
  }
  return [...best.values()];
}

// How much more useful the next break of a function must be than the first one of another.
const TURN = 5;

/** Ordered by use, with a malus for each that the function has already. */
function inTurn(file: ProbeFile, possible: readonly Possible[]): { candidate: PlannedBreak; rank: number }[] {
  const counts = new Map<SyntaxNode, number>();
  return possible
    .toSorted((one, other) => one.weight - other.weight)
    .map(({ weight, around = file.root, candidate }) => {
      const turn = counts.get(around) ?? 0;
      counts.set(around, turn + 1);
      return { candidate, rank: RANK + weight + turn * TURN };
    })
    .sort((one, other) => one.rank - other.rank);
}
