import type { Operator } from "#model/panel/probe.ts";
import { truncate, oneLine } from "#util/words.ts";
import type { ProbeFile } from "../open-files.ts";
import type { TextEdit } from "../patch/text-edit.ts";
import type { SyntaxNode } from "../syntax/node.ts";

/** A mutation that could be made. */
export interface Candidate {
  readonly operator: Operator;
  /** What is changed. Its first line is the line of the mutation, which the change must have written. */
  readonly anchor: SyntaxNode;
  readonly edit: TextEdit;
  readonly text: string;
  /** The most useful have the lowest. */
  readonly weight: number;
  /** What is removed with it: breaks in there would show the same. */
  readonly covers?: SyntaxNode | undefined;
  /** What no longer runs: if no test runs it, nobody needs the mutation to know. */
  readonly loses?: SyntaxNode | undefined;
}

/** Finds what can be done at one node. */
export type FindCandidates = (node: SyntaxNode, file: ProbeFile) => readonly Candidate[];

export const sourceOf = ({ head }: ProbeFile, { start, end }: SyntaxNode): string => head.slice(start, end);

const MAX_CODE = 70;

/** Code in a phrase. */
export function quoteCode(code: string): string {
  return `\`${truncate(oneLine(code).replaceAll("`", "'").replace(/;$/, ""), MAX_CODE)}\``;
}

export const quoteNode = (file: ProbeFile, node: SyntaxNode): string => quoteCode(sourceOf(file, node));
