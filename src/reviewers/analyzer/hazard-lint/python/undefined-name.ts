import type { Check, CheckHit, CheckPlace } from "#model/change/analyzer.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { namesOf, placeOf, type TouchedFile } from "../line-check.ts";
import type { PythonReading, UnknownName } from "./python-linter.ts";

/** A Python name that nothing in the file defines. */
export const UNDEFINED_NAME: Check = {
  id: "hazard-lint/undefined-name",
  title: "Name is not defined",
  about:
    "An added line of Python uses a name that its file neither defines nor imports: a NameError when the line runs. Names of Python 2, names that the file lacked before, files with a star import and files that were mere fragments before, or stand beside such, are left alone.",
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

/** What a Python file is at the head and what it was before. */
export interface LintedFile {
  readonly file: TouchedFile;
  readonly now: PythonReading;
  /** Absent for a new file. */
  readonly before?: PythonReading | undefined;
}

/** A file with more of them is a fragment: an example, a template, something that another program fills in. */
const MAX_NAMES = 4;

/** Whether a file lacks so many names that another program must fill them in. Ask that of what stood at the base. */
export function isFragment({ unknown }: PythonReading): boolean {
  return new Set(unknown.flatMap(({ name, pragma }) => (pragma === undefined ? [name] : []))).size > MAX_NAMES;
}

/** A hit for the names on added lines that the base version of the file did not lack, and one for those with a pragma. */
export function unknownHits({ file, now, before }: LintedFile): CheckHit[] {
  if (before?.pragma !== undefined) return [];
  const known = new Set(before?.unknown.map(({ name }) => name));
  const annotated = annotatedIn(file.view.code);
  const fresh = now.unknown.filter(({ name, line }) => {
    if (!file.added.has(line) || SET_ELSEWHERE.test(name) || known.has(name) || annotated.has(name)) return false;
    return !(name === "tags" && file.path.endsWith("conf.py"));
  });
  const { path, view } = file;
  const silenced = fresh.filter(({ pragma }) => pragma !== undefined);
  return [
    ...hitFor(
      file,
      fresh.filter(({ pragma }) => pragma === undefined),
    ),
    ...hitFor(file, silenced).map((hit) => ({
      ...hit,
      silencedBy: {
        path,
        ...omitUndefined({ line: silenced[0]?.pragma, reason: remarkOn(view, silenced[0]?.pragma) }),
      },
    })),
  ];
}

/** What stands behind the sign of a comment on this line. */
function remarkOn(view: TouchedFile["view"], line: number | undefined): string | undefined {
  const remark = line === undefined ? undefined : /#\s{0,8}(\S.{0,200})/.exec(view.verbatim(line))?.[1];
  return remark === undefined ? undefined : maskSecrets(remark.trim());
}

/** Python 2 has these, translation and notebooks install the others; code for both asks before it uses them. */
const SET_ELSEWHERE =
  /^(?:unicode|xrange|basestring|long|raw_input|unichr|reduce|file|cmp|buffer|execfile|reload|apply|intern|_|__|ngettext|gettext|get_ipython|display|reveal_type|reveal_locals|profile|WindowsError|ExceptionGroup)$/;

/** `start: int` with the value given further down: the linter sees only the declaration. */
function annotatedIn(code: string): ReadonlySet<string> {
  const namesOn = (pattern: RegExp): string[] => Array.from(code.matchAll(pattern), ([, name = ""]) => name);
  const assigned = new Set(namesOn(/^[ \t]+([\p{L}\p{N}_]+)[ \t]*=(?!=)/gmu));
  return new Set(namesOn(/^[ \t]+([\p{L}\p{N}_]+)[ \t]*:[^=\n]{1,200}$/gmu).filter((name) => assigned.has(name)));
}

function hitFor(file: TouchedFile, unknowns: readonly UnknownName[]): CheckHit[] {
  const [first, ...others] = unknowns.map(({ name, line }): CheckPlace => {
    return placeOf(file, { start: line, note: `\`${shorten(name)}\`` });
  });
  if (first === undefined) return [];
  const names = namesOf(unknowns.map(({ name, line }) => ({ start: line, name: shorten(name) })));
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

function shorten(name: string): string {
  return name.length > 100 ? `${name.slice(0, 99)}…` : name;
}
