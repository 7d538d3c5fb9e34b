import type { ChangeIndex } from "#model/change/change-index.ts";
import { type AddedFile, writtenFiles } from "../added-files.ts";
import { CodeText } from "./code-text.ts";

/** A changed file with its code and the lines that the change added. */
export interface AddedCode extends Pick<AddedFile, "path" | "removed"> {
  readonly file: CodeText;
  readonly isAdded: (line: number) => boolean;
}

/** The changed source files of Go. */
export async function addedGoCode(index: ChangeIndex, signal: AbortSignal): Promise<AddedCode[]> {
  const found: AddedCode[] = [];
  for (const { path, facts, added, removed } of await writtenFiles(index, signal)) {
    if (facts.role !== "source" || facts.language !== "go" || isExample(path)) continue;
    const file = await codeTextOf(index, path);
    const lines = new Set(added.map(({ line }) => line));
    if (file !== undefined) found.push({ path, removed, file, isAdded: (line) => lines.has(line) });
  }
  return found;
}

/** Code of others, and code that shows something or helps tests: nobody relies on its errors and deadlines. */
function isExample(path: string): boolean {
  return /(?:^|\/)(?:vendor|third_party|examples?|samples?|hack|scripts?|tools?|e2e|testutils?|testing|test[-_]?helpers?|integration|fakes?|mocks?|benchmarks?|demo)(?:\/|$)|(?:^|[/_.-])(?:test|testing|testutil|fake|mock|example)s?[\w-]*\.\w+$/i.test(
    path,
  );
}

/** The code of a file of the head. */
export async function codeTextOf(index: ChangeIndex, path: string): Promise<CodeText | undefined> {
  const files = known.get(index) ?? new Map<string, Promise<CodeText | undefined>>();
  known.set(index, files);
  const found = files.get(path) ?? readCode(index, path);
  files.set(path, found);
  // Changed files are asked for again, others rarely.
  if (files.size > MAX_KEPT) for (const [oldest] of [...files].slice(0, MAX_KEPT / 2)) files.delete(oldest);
  return found;
}

const MAX_KEPT = 200;
const known = new WeakMap<ChangeIndex, Map<string, Promise<CodeText | undefined>>>();

async function readCode(index: ChangeIndex, path: string): Promise<CodeText | undefined> {
  const text = await index.head.tree.read(path);
  return text === undefined ? undefined : new CodeText(path, text);
}
