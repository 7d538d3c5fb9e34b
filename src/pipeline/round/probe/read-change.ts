import type { FileEdit } from "#adapters/desk/edit-copy.ts";
import { roleByPath } from "#change-index/facts/role.ts";
import type { FileRole } from "#model/change/change-index.ts";
import type { FileDiff, Tree } from "#model/change/change.ts";
import { claimsFix, findNewTests } from "#probe/outcome/find-new-tests.ts";
import type { TestFile } from "#probe/runner/find-related.ts";
import { dialectOf } from "#util/text/lexer/dialect.ts";
import type { Assignment } from "../../panel.ts";
import type { ProbeChange, ProbePlan } from "./probe-plan.ts";

/** Reads what a probe needs to know of a change besides its breaks. */
export async function readChange(
  { opened, index }: Pick<Assignment, "opened" | "index">,
  { codeLines }: Pick<ProbePlan, "codeLines">,
): Promise<ProbeChange> {
  const { head, base } = opened;
  const texts = await Promise.all(
    [...codeLines.keys()].map(async (path) => [path, (await head.read(path)) ?? ""] as const),
  );
  const goMod = await head.read("go.mod");
  const { diffs, messages } = index.change;
  const sources = diffs.filter(({ file }) => roleOf(file.path) === "source");
  const oldSources = await Promise.all(sources.map((diff) => oldSource(diff, { head, base })));
  const unrestored = sources.filter((_, at) => oldSources[at] === undefined).map(({ file }) => file.path);
  const newTests = await Promise.all(diffs.map((diff) => newTestsOf(diff, { head, base })));
  return {
    tracked: new Set(head.files.map(({ path }) => path)),
    texts: new Map(texts),
    // Some of them would be a state that never was.
    oldSources: unrestored.length > 0 ? [] : oldSources.flatMap((edit) => edit ?? []),
    unrestored,
    changedTests: diffs.flatMap(({ file: { path, change } }) =>
      change !== "deleted" && roleOf(path) === "test" ? [path] : [],
    ),
    newTests: newTests.filter(({ names }) => names.length > 0),
    claimsFix: claimsFix(messages),
    isAdded: (path, line) => index.addedLines(path).has(line),
    readTests: () => readTests(head),
    packageJson: await head.read("package.json"),
    goModule: goMod === undefined ? undefined : /^module\s+(\S+)/m.exec(goMod)?.[1],
  };
}

const roleOf = (path: string): FileRole => roleByPath(path, dialectOf(path, ""));

/** A source as it was before the change; one that the change adds is to be missing. Undefined: it is no file with text. */
async function oldSource({ file }: FileDiff, { head, base }: Sides): Promise<FileEdit | undefined> {
  const { path, oldPath = path, change, mode } = file;
  if ([mode?.old, mode?.new].some((one) => one === LINK || one === SUBMODULE)) return undefined;
  if (change === "added") return (await head.read(path)) === undefined ? undefined : { path };
  const text = await base.read(oldPath);
  return text === undefined ? undefined : { path, text };
}

interface Sides {
  readonly head: Tree;
  readonly base: Tree;
}

/** Modes as git writes them. */
const LINK = "120000";
const SUBMODULE = "160000";

async function newTestsOf({ file }: FileDiff, { head, base }: Sides) {
  const { path, oldPath = path, change } = file;
  if (change === "deleted" || roleOf(path) !== "test") return { path, names: [] };
  return { path, names: findNewTests(path, (await head.read(path)) ?? "", await base.read(oldPath)) };
}

/** More than this is not searched for what it tests. */
const MAX_TESTS = 500;

async function readTests({ files, read }: Tree): Promise<TestFile[]> {
  const paths = files.map(({ path }) => path).filter((path) => roleOf(path) === "test");
  if (paths.length > MAX_TESTS) return [];
  const texts = await Promise.all(paths.map(async (path) => ({ path, text: await read(path) })));
  return texts.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }]));
}
