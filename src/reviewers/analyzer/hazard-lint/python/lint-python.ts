import type { CheckHit, SayUnlooked } from "#model/change/analyzer.ts";
import type { ChangeIndex, FileRole } from "#model/change/change-index.ts";
import { messageOf } from "#util/errors.ts";
import type { TouchedFile } from "../line-check.ts";
import { loadPythonLinter, type PythonLinter, type PythonReading } from "./python-linter.ts";
import { brokenHit, PYTHON_SYNTAX } from "./python-syntax.ts";
import { isFragment, type LintedFile, UNDEFINED_NAME, unknownHits } from "./undefined-name.ts";

/** Runs the checks that need the Python linter, and says which files it could not read. Loads it only for Python. */
export async function lintPython(
  index: ChangeIndex,
  files: readonly TouchedFile[],
  { signal, unlooked }: { readonly signal: AbortSignal; readonly unlooked?: SayUnlooked | undefined },
): Promise<CheckHit[]> {
  const python = files.filter(({ path, language, role }) => language === "python" && isRun(path, role));
  if (python.length === 0) return [];
  const miss = (path: string, why: string): void => unlooked?.({ check: UNDEFINED_NAME.id, path, why });
  const linter = tryToLoad((why) => python.forEach(({ path }) => miss(path, why)));
  if (linter === undefined) return [];
  const hits: CheckHit[] = [];
  for (const file of python) {
    signal.throwIfAborted();
    const now = linter(sourceOf(file));
    if (now === undefined) miss(file.path, "the Python linter broke down");
    else hits.push(...(await judge(index, { file, now }, linter)));
  }
  return hits;
}

function tryToLoad(onFailure: (why: string) => void): PythonLinter | undefined {
  try {
    return loadPythonLinter();
  } catch (error) {
    onFailure(`the Python linter cannot be loaded (${(messageOf(error).split("\n")[0] ?? "").slice(0, 200)})`);
    return undefined;
  }
}

/** Python below a folder of tests that is no test itself is what a test is fed with. */
function isRun(path: string, role: FileRole): boolean {
  return role === "source" || (role === "test" && /(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest|tests?)\.py$/.test(path));
}

function sourceOf({ view }: TouchedFile): string {
  return Array.from({ length: view.lineCount }, (_, at) => view.verbatim(at + 1)).join("\n");
}

/** What a file lacked before is not news, and neither is a new one that is as odd as those that stood beside it. */
async function judge(index: ChangeIndex, linted: LintedFile, linter: PythonLinter): Promise<CheckHit[]> {
  const { file, now } = linted;
  if (now.broken === undefined && now.unknown.length === 0) return [];
  const path = index.change.diffs.find((diff) => diff.file.path === file.path)?.file.oldPath ?? file.path;
  const text = await index.base.tree.read(path);
  const before = text === undefined ? undefined : linter(text);
  const isOdd = (other: PythonReading): boolean =>
    (now.broken !== undefined && other.broken !== undefined) || (isFragment(now) && isFragment(other));
  const models = before === undefined ? await readNeighbours(index, path, linter) : [before];
  if (models.some(isOdd)) return [];
  return [...brokenHit(file, now), ...unknownHits({ file, now, before })];
}

/** So many files that stand beside a new one show what is usual there. */
const MAX_NEIGHBOURS = 20;

async function readNeighbours({ base }: ChangeIndex, path: string, linter: PythonLinter): Promise<PythonReading[]> {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const beside = base.tree.files
    .map((file) => file.path)
    .filter((other) => other.endsWith(".py") && other.startsWith(folder) && !other.slice(folder.length).includes("/"));
  const readings: PythonReading[] = [];
  for (const other of beside.slice(0, MAX_NEIGHBOURS)) {
    const text = await base.tree.read(other);
    const reading = text === undefined ? undefined : linter(text);
    if (reading !== undefined) readings.push(reading);
  }
  return readings;
}

/** The checks that `lintPython` runs. */
export const PYTHON_CHECKS = [UNDEFINED_NAME, PYTHON_SYNTAX] as const;
