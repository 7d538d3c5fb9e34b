import type { Check, CheckHit, CheckPlace } from "#model/change/analyzer.ts";
import type { ChangeIndex, FileRole } from "#model/change/change-index.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { namesOf, placeOf, type TouchedFile } from "../line-check.ts";
import { loadPythonLinter, type PythonLinter } from "../python-linter.ts";

/** A Python name that nothing in the file defines. */
export const UNDEFINED_NAME: Check = {
  id: "hazard-lint/undefined-name",
  title: "Name is not defined",
  about:
    "An added line of Python uses a name that its file neither defines nor imports: a NameError when the line runs. Names of Python 2, names that the file lacked before, files with a star import, files that are mere fragments and files that told linters before to look away are left alone.",
  severity: "important",
  languages: ["python"],
  catches: `def total(orders):
    subtotal = sum(order.price for order in orders)
    return subtotal * (1 + tax_rate)`,
  ignores: `tax_rate = 0.2


def total(orders):
    subtotal = sum(order.price for order in orders)
    return subtotal * (1 + tax_rate)`,
};

/** Finds the undefined names on added lines that the base version of the file did not have. Loads the linter only for Python. */
export async function findUndefinedNames(
  index: ChangeIndex,
  files: readonly TouchedFile[],
  signal: AbortSignal,
): Promise<CheckHit[]> {
  const python = files.filter(({ path, language, role, view }) => {
    return language === "python" && isRun(path, role) && view.code.length <= MAX_SOURCE;
  });
  const linter = python.length === 0 ? undefined : await loadPythonLinter();
  if (linter === undefined) return [];
  const hits: CheckHit[] = [];
  for (const file of python) {
    signal.throwIfAborted();
    hits.push(...hitsFor(file, await undefinedIn(index, file, linter)));
  }
  return hits;
}

/** Longer files are data, and the linter would take seconds. */
const MAX_SOURCE = 400_000;

/** Python below a folder of tests that is no test itself is what a test is fed with. */
function isRun(path: string, role: FileRole): boolean {
  return role === "source" || (role === "test" && /(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest|tests?)\.py$/.test(path));
}

interface Unknown {
  readonly name: string;
  readonly line: number;
}

/** A file with more of them is a fragment: an example, a template, something that another program fills in. */
const MAX_NAMES = 4;

async function undefinedIn(index: ChangeIndex, file: TouchedFile, linter: PythonLinter): Promise<Unknown[]> {
  const { view } = file;
  const source = lineNumbers(view)
    .map((line) => view.verbatim(line))
    .join("\n");
  const all = unknownsOf(linter(source));
  const fresh = all.filter(({ name, line }) => {
    if (!file.added.has(line) || SET_ELSEWHERE.test(name) || isOnlyAnnotated(view.code, name)) return false;
    return !(name === "tags" && file.path.endsWith("conf.py"));
  });
  if (fresh.length === 0) return [];
  const before = index.change.diffs.find((diff) => diff.file.path === file.path)?.file.oldPath ?? file.path;
  const base = await index.base.tree.read(before);
  if (base === undefined) return namesIn(all).size > MAX_NAMES ? [] : fresh;
  const known = namesIn(unknownsOf(linter(base)));
  // What a file is, the change does not say: neither by more such names, nor by telling linters to look away.
  if (known.size > MAX_NAMES || WHOLE_FILE.test(base)) return [];
  return fresh.filter(({ name }) => !known.has(name));
}

const namesIn = (unknowns: readonly Unknown[]): ReadonlySet<string> => new Set(unknowns.map(({ name }) => name));

/** Tells linters to leave a whole file alone. */
const WHOLE_FILE = /^[ \t]*#[ \t]*(?:ruff|flake8)[ \t]*:[ \t]*noqa/im;

function unknownsOf(remarks: ReturnType<PythonLinter>): Unknown[] {
  return (remarks ?? []).flatMap(({ message, line }) => {
    const name = /`([^`]+)`/.exec(message)?.[1];
    // A name of thousands of characters is data.
    return name === undefined || name.length > 200 ? [] : [{ name, line }];
  });
}

/** Python 2 has these, translation and notebooks install the others; code for both asks before it uses them. */
const SET_ELSEWHERE =
  /^(?:unicode|xrange|basestring|long|raw_input|unichr|reduce|file|cmp|buffer|execfile|reload|apply|intern|_|__|ngettext|gettext|get_ipython|display|reveal_type|reveal_locals|profile|WindowsError|ExceptionGroup)$/;

/** A remark that silences another checker. It came with the line, so it is told and silences nothing here. */
const TOLD_OTHERS =
  /#(.{0,200}\b(?:noqa|type:\s*ignore|(?:ruff|pyright|ty):\s*ignore|pylint:\s*disable|nosec).{0,80})/i;

/** `start: int` with the value given further down: the linter sees only the declaration. */
function isOnlyAnnotated(code: string, name: string): boolean {
  return new RegExp(`^[ \\t]+${name}[ \\t]*:[^=\\n]{1,200}$`, "m").test(code);
}

/** What the author tells other checkers of stands apart from what nobody speaks of. */
function hitsFor(file: TouchedFile, unknowns: readonly Unknown[]): CheckHit[] {
  const { path, view } = file;
  const whole = lineNumbers(view).find((line) => WHOLE_FILE.test(view.verbatim(line)));
  const told = new Map(
    unknowns.flatMap((unknown) => {
      const line = TOLD_OTHERS.test(view.verbatim(unknown.line)) ? unknown.line : whole;
      return line === undefined ? [] : [[unknown, line] as const];
    }),
  );
  const [line] = told.values();
  const reason = maskSecrets(TOLD_OTHERS.exec(view.verbatim(line ?? 0))?.[1]?.trim() ?? "");
  const untold = unknowns.filter((unknown) => !told.has(unknown));
  return [
    ...hitFor(file, untold),
    ...hitFor(file, [...told.keys()]).map((hit) => ({ ...hit, silencedBy: omitUndefined({ path, line, reason }) })),
  ];
}

const lineNumbers = ({ lineCount }: TouchedFile["view"]): number[] =>
  Array.from({ length: lineCount }, (_, at) => at + 1);

function hitFor(file: TouchedFile, unknowns: readonly Unknown[]): CheckHit[] {
  const [first, ...others] = unknowns.map(({ name, line }): CheckPlace => {
    return placeOf(file, { start: line, note: `\`${name}\`` });
  });
  if (first === undefined) return [];
  const names = namesOf(unknowns.map(({ name, line }) => ({ start: line, name })));
  const one = new Set(unknowns.map(({ name }) => name)).size === 1;
  return [
    {
      check: UNDEFINED_NAME.id,
      severity: UNDEFINED_NAME.severity,
      class: "regression",
      title: `${names} ${one ? "is" : "are"} not defined in ${file.path}`,
      explanation: `Nothing in the file defines or imports ${one ? "this name" : "these names"}, and Python has none of the kind built in. The line raises a NameError when it runs.`,
      fix: "Import or define it, or put the spelling right.",
      places: [first, ...others],
      weight: 0.9,
    },
  ];
}
