import { isGenerated } from "#util/text/generated.ts";
import { chooseShape } from "./languages/choose-shape.ts";
import type { Shape } from "./languages/shape.ts";
import type { NotBroken, ProbeInput } from "./planned-break.ts";
import { runningTokens } from "./syntax/running-tokens.ts";
import { type Parse, loadParser } from "./syntax/parser.ts";
import { type SyntaxNode, walk } from "./syntax/node.ts";

/** A changed file of source, parsed. */
export interface ProbeFile extends ProbeInput {
  /** The changed lines of the head that hold code: no comments, blank lines, imports or types. */
  readonly codeLines: ReadonlySet<number>;
  readonly shape: Shape;
  readonly root: SyntaxNode;
  readonly parse: Parse;
  /** Places that the parser did not understand, before any break. */
  readonly broken: number;
}

export interface OpenedFiles {
  readonly files: readonly ProbeFile[];
  readonly left: readonly NotBroken[];
}

/** Parses the changed files that can be broken, and says why the others cannot. Loads grammars; never throws. */
export async function openProbeFiles(inputs: readonly ProbeInput[]): Promise<OpenedFiles> {
  const parsers = new Map<string, Promise<Parse | undefined>>();
  const files: ProbeFile[] = [];
  const left: NotBroken[] = [];
  for (const input of inputs) {
    const why = reasonToLeave(input);
    const chosen = chooseShape(input.path);
    if (why !== undefined || chosen === undefined) {
      left.push({ path: input.path, why: why ?? "breaks are made in JavaScript, TypeScript, Python and Go only" });
      continue;
    }
    const loading = parsers.get(chosen.grammar) ?? loadParser(chosen.grammar);
    parsers.set(chosen.grammar, loading);
    const file = openFile(input, chosen.shape, await loading);
    if (typeof file === "string") left.push({ path: input.path, why: file });
    else files.push(file);
  }
  return { files, left };
}

const MAX_LENGTH = 500_000;
const LEFT_FOLDERS =
  /(?:^|\/)(?:examples?|samples?|demos?|docs?|docs_src|bench(?:es|mark|marks)?|perf|fixtures?|testdata|vendor|third_party|node_modules|dist|generated)\//i;

function reasonToLeave({ path, role, base, head, hunks }: ProbeInput): string | undefined {
  if (role !== "source") return `it is no source: ${role}`;
  if (LEFT_FOLDERS.test(path)) return "it is an example, a document, a benchmark, or code of others";
  if (
    /(?:^|\/)(?:[^/]*\.(?:config|stories|bench|test-d)\.[cm]?[jt]sx?|setup\.py|gulpfile\.js|gruntfile\.js)$/i.test(path)
  )
    return "it is configuration or a benchmark";
  if (hunks.length === 0) return "no line of it was changed";
  if (head.length > MAX_LENGTH) return "it is too long";
  // A change may add the mark to a file of its own. Nothing is concluded from a file that is left out.
  return isGenerated(base ?? head) ? "it is generated" : undefined;
}

function openFile(input: ProbeInput, shape: Shape, parse: Parse | undefined): ProbeFile | string {
  const root = parse?.(input.head);
  if (parse === undefined || root === undefined) return "its parser failed, or took too long";
  const changed = new Set(
    input.hunks.flatMap(({ lines }) =>
      lines.flatMap(({ kind, new: line }) => (kind === "added" && line ? [line] : [])),
    ),
  );
  return { ...input, shape, root, parse, broken: countBroken(root), codeLines: linesOf(root, shape, changed) };
}

/** The lines among these that hold code. */
function linesOf(root: SyntaxNode, shape: Shape, among: ReadonlySet<number>): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const { startLine, endLine } of runningTokens(root, shape)) {
    for (let line = startLine; line <= endLine; line++) if (among.has(line)) lines.add(line);
  }
  return lines;
}

export function countBroken(root: SyntaxNode): number {
  let count = 0;
  for (const { isBroken } of walk(root)) if (isBroken) count += 1;
  return count;
}

/** Whether a text that was made from the file is still of its language. */
export function stillParses({ parse, broken }: ProbeFile, contents: string): boolean {
  const root = parse(contents);
  return root !== undefined && countBroken(root) <= broken;
}
