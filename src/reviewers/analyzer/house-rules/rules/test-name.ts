import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import { conventionOf, hitFor, type Instance, isEnough, ratio, whereOf } from "../convention.ts";
import { extensionOf, folderOf, foldersUp, type NewFile, peersBelow } from "../peers.ts";

/** New tests that are named or placed in another way than the others. */
export const TEST_NAME: Check = {
  id: "house-rules/test-name",
  title: "Test is named or placed in another way",
  about:
    "A new test file is named in another form (`*_test.go`, `*.spec.ts`, `test_*.py`), or does not stand beside its source, while at least 95 % of 20 or more test files around it do. A runner may not even find it.",
  severity: "suggestion",
  catches: "src/orders.spec.ts: new\n63 of 64 test files below src/ are named *.test.ts",
  ignores: "src/orders.test.ts: new",
};

/** Finds new test files that do not fit. */
export async function findOddTests(index: ChangeIndex, files: readonly NewFile[]): Promise<CheckHit[]> {
  const hits: CheckHit[] = [];
  for (const file of files) {
    const form = file.isNew && file.facts.role === "test" ? formOf(file.path) : undefined;
    if (form === undefined) continue;
    const first = file.text.split("\n")[0]?.replace(/\r$/, "") ?? "";
    const place = { location: { path: file.path, start: 1, end: 1 }, quote: first };
    const named = mine(index, file.path, commonForm);
    if (named !== undefined && named.common !== form.pattern) {
      const { convention, common } = named;
      hits.push(
        await hitFor(index, {
          check: TEST_NAME,
          convention,
          place: { ...place, note: form.pattern },
          title: `${file.path} is named ${form.pattern} among tests named ${common}`,
          explanation: `${ratio(convention)} test files ${whereOf(convention)} are named ${common}; this new one is named ${form.pattern}.`,
          fix: `Name it ${common}, and see that the runner finds it.`,
        }),
      );
      continue;
    }
    const sources = new Set(index.head.tree.files.map(({ path }) => path));
    const source = sourceElsewhere(sources, file.path, form);
    const beside = source === undefined ? undefined : mine(index, file.path, besideSource);
    if (source === undefined || beside === undefined || beside.common !== "beside its source") continue;
    hits.push(
      await hitFor(index, {
        check: TEST_NAME,
        convention: beside.convention,
        place: { ...place, note: "not beside its source" },
        title: `${file.path} does not stand beside ${source}`,
        explanation: `${ratio(beside.convention)} test files ${whereOf(beside.convention)} stand in the folder of their source; this new one does not.`,
        fix: `Move it to \`${folderOf(source) || "."}\`.`,
      }),
    );
  }
  return hits;
}

interface Form {
  /** `*_test.go`. */
  readonly pattern: string;
  /** The name without what makes it a test. */
  readonly stem: string;
}

const FORMS: readonly (readonly [RegExp, string])[] = [
  [/^(.+)\.(test|spec)$/, "*.$2"],
  [/^(.+)_(test|spec)$/, "*_$2"],
  [/^(.+)-(test|spec)$/, "*-$2"],
  [/^test_(.+)$/, "test_*"],
  [/^(.+[a-z\d])(Tests?|Spec)$/, "*$2"],
];

/** The form of a test's name; undefined for helpers and for names that no form knows. */
function formOf(path: string): Form | undefined {
  const extension = extensionOf(path);
  const name = path
    .slice(folderOf(path).length)
    .replace(/^\//, "")
    .slice(0, -extension.length || undefined);
  for (const [pattern, shown] of FORMS) {
    const match = pattern.exec(name);
    if (match === null) continue;
    return { pattern: `${shown.replace("$2", match[2] ?? "")}${extension}`, stem: match[1] ?? "" };
  }
  return undefined;
}

type Trait = (index: ChangeIndex, path: string, form: Form) => string | undefined;

const commonForm: Trait = (_, __, form) => form.pattern;

const besideSource: Trait = (index, path, { stem }) => {
  const beside = `${folderOf(path) === "" ? "" : `${folderOf(path)}/`}${stem}${extensionOf(path)}`;
  return pathsOf(index).has(beside) ? "beside its source" : "elsewhere";
};

const known = new WeakMap<ChangeIndex, ReadonlySet<string>>();

function pathsOf(index: ChangeIndex): ReadonlySet<string> {
  const paths = known.get(index) ?? new Set(index.base.tree.files.map(({ path }) => path));
  known.set(index, paths);
  return paths;
}

function mine(index: ChangeIndex, path: string, trait: Trait) {
  for (const folder of foldersUp(path)) {
    const tests = peersBelow(index, folder, path).flatMap((peer) => {
      const form = formOf(peer);
      const value = form === undefined ? undefined : trait(index, peer, form);
      return value === undefined ? [] : [{ path: peer, value }];
    });
    const counts = new Map<string, number>();
    for (const { value } of tests) counts.set(value, (counts.get(value) ?? 0) + 1);
    const common = [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
    const instances: Instance[] = tests.map((test) => ({ path: test.path, line: 1, keeps: test.value === common }));
    if (common === undefined || !isEnough(instances)) continue;
    const convention = conventionOf(folder, instances);
    return convention === undefined ? undefined : { common, convention };
  }
  return undefined;
}

/** The one file in another folder that the test is named after; undefined when it stands beside one, or several fit. */
function sourceElsewhere(paths: ReadonlySet<string>, path: string, { stem }: Form): string | undefined {
  const name = `${stem}${extensionOf(path)}`;
  const sources = [...paths].filter((one) => one === name || one.endsWith(`/${name}`));
  const [only] = sources;
  return sources.length === 1 && only !== undefined && folderOf(only) !== folderOf(path) ? only : undefined;
}
