import type { CheckHit, CheckPlace } from "#model/change/analyzer.ts";
import type { ChangeIndex, Definition, SideIndex } from "#model/change/change-index.ts";
import { formatLocation } from "#model/location.ts";
import { type AddedFile, type AddedLine, addedPlace, writtenFiles } from "./added-files.ts";
import { type CheckRunner, hitAt } from "../check-runner.ts";

/** A new constant that another file already defines with the same name and value. */
export const duplicateConstant: CheckRunner = {
  check: {
    id: "hazard-lint/duplicate-constant",
    title: "Constant defined a second time",
    about:
      "Looks for a new top-level constant whose name and value already exist in another file of the same package. Two copies drift apart. Tests, short values and common values (0, 100, empty) are left out.",
    severity: "suggestion",
    catches: 'export const RETRY_QUEUE = "orders-retry";',
    ignores: "export const LIMIT = 10;",
  },
  async find(index, signal) {
    const byFiles = new Map<string, Duplicate[]>();
    for (const file of await writtenFiles(index, signal)) {
      if (file.facts.role !== "source") continue;
      const constants = file.facts.definitions.filter(isConstant);
      const lines = new Map(file.added.map((added) => [added.line, added]));
      for (const definition of constants) {
        const line = lines.get(definition.start);
        const duplicate = line === undefined ? undefined : await duplicateOf(file, { definition, line }, index);
        if (duplicate === undefined) continue;
        const key = `${file.path}\0${duplicate.twin.location.path}`;
        const own = byFiles.get(key);
        if (own === undefined) byFiles.set(key, [duplicate]);
        else own.push(duplicate);
      }
    }
    return [...byFiles.values()].flatMap(hitOf);
  },
};

interface Duplicate extends Constant {
  readonly place: CheckPlace;
  readonly twin: CheckPlace;
}

async function duplicateOf(
  file: AddedFile,
  { definition, line }: { readonly definition: Definition; readonly line: AddedLine },
  index: ChangeIndex,
): Promise<Duplicate | undefined> {
  const { name, start } = definition;
  if (isLocal(file.facts.definitions, start)) return undefined;
  const value = CHOSEN_NAME.test(name) ? valueOf(line.text, name) : undefined;
  const twin = value === undefined ? undefined : await findTwin(file, { name, value }, index);
  return value === undefined || twin === undefined ? undefined : { name, value, place: addedPlace(file, line), twin };
}

/** Not `dynamic` or `__author__`, which frameworks and conventions require in every file. */
const CHOSEN_NAME = /^(?!__)(?=.*[A-Z_])\w{4,}$/;

function hitOf(duplicates: readonly Duplicate[]): CheckHit[] {
  const [first] = duplicates;
  if (first === undefined) return [];
  const names = duplicates.map(({ name }) => `\`${name}\``).join(", ");
  const one = duplicates.length === 1;
  return hitAt(duplicateConstant.check, {
    title: `${names} ${one ? "is" : "are"} already defined in ${first.twin.location.path}`,
    explanation: `The change adds ${one ? "the constant" : "the constants"} ${names} to ${first.place.location.path}. ${one ? `${formatLocation(first.twin.location)} defines the same name with the same value, ${first.value}` : `${first.twin.location.path} defines the same names with the same values`}.`,
    fix: "Use the existing one, or move it to where both can import it.",
    places: duplicates.flatMap(({ place, twin }) => [place, twin]),
    weight: 0.55,
  });
}

interface Constant {
  readonly name: string;
  readonly value: string;
}

/** The same constant in another file that this one could import. */
async function findTwin(
  file: AddedFile,
  { name, value }: Constant,
  index: ChangeIndex,
): Promise<CheckPlace | undefined> {
  const twins = await index.head.findDefinitions(name);
  // A framework requires what many files define, such as the settings of a page.
  if (new Set(twins.map(({ path }) => path)).size > MAX_FILES) return undefined;
  for (const twin of twins) {
    if (twin.path === file.path || !twin.exported || !isConstant(twin)) continue;
    const facts = await index.head.facts(twin.path);
    if (facts?.language !== file.facts.language || facts.role !== "source") continue;
    if (isLocal(facts.definitions, twin.start) || !canShare(index.head, file.path, twin.path)) continue;
    // Of two new ones only one is the copy.
    if (index.addedLines(twin.path).has(twin.start) && twin.path > file.path) continue;
    const text = (await index.head.tree.read(twin.path))?.split(/\r?\n/)[twin.start - 1];
    if (text === undefined || valueOf(text, name) !== value) continue;
    return {
      location: { path: twin.path, start: twin.start, end: twin.start },
      quote: text,
      note: "already there",
      evidence: true,
    };
  }
  return undefined;
}

const MAX_FILES = 4;

function isConstant({ kind, start, end }: Definition): boolean {
  return (kind === "constant" || kind === "variable") && start === end;
}

function isLocal(definitions: readonly Definition[], line: number): boolean {
  const known = inFunctions.get(definitions) ?? linesInFunctions(definitions);
  inFunctions.set(definitions, known);
  return known.has(line);
}

const inFunctions = new WeakMap<readonly Definition[], ReadonlySet<number>>();

function linesInFunctions(definitions: readonly Definition[]): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const { kind, start, end } of definitions) {
    if (kind !== "function" && kind !== "method") continue;
    for (let line = start; line <= end; line += 1) lines.add(line);
  }
  return lines;
}

/** The literal that the line assigns to this name, unless two people could choose it by chance. */
export function valueOf(line: string, name: string): string | undefined {
  const at = line.indexOf(name);
  const { text, number } = LITERAL.exec(at === -1 ? "" : line.slice(at + name.length))?.groups ?? {};
  if (text !== undefined) return text.length >= 8 && !/[$%{}\\]/.test(text) ? text : undefined;
  return number !== undefined && /[1-9]\d*[1-9]/.test(number) ? number : undefined;
}

const LITERAL =
  /^\s*(?::[^=]{1,60}|\s[\w.&' ]{1,40})?(?::?=)\s*(?:(?<text>"[^"]*"|'[^']*'|`[^`]*`)|(?<number>\d{4,}))\s*(?:as const)?[;,]?\s*(?:$|\/\/|#)/;

/** Whether both are in one package and not variants for different platforms. */
function canShare({ tree }: SideIndex, path: string, other: string): boolean {
  if (withoutPlatform(path) === withoutPlatform(other)) return false;
  const roots = new Set(tree.files.flatMap((file) => (MANIFEST.test(file.path) ? [folderOf(file.path)] : [])));
  return rootOf(roots, path) === rootOf(roots, other);
}

const MANIFEST =
  /(?:^|\/)(?:package\.json|go\.mod|Cargo\.toml|pyproject\.toml|setup\.py|pom\.xml|build\.gradle(?:\.kts)?|[^/]+\.(?:csproj|gemspec))$/;

function rootOf(roots: ReadonlySet<string>, path: string): string {
  let folder = folderOf(path);
  while (folder !== "" && !roots.has(folder)) folder = folderOf(folder);
  return folder;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function withoutPlatform(path: string): string {
  return path.replace(
    /[._-](?:linux|windows|darwin|unix|posix|win32|macos|freebsd|other|ios|android|web|native|browser|node|amd64|arm64)/g,
    "",
  );
}
