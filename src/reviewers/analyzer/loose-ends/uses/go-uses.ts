import type { ChangeIndex, Mention } from "#model/change/change-index.ts";
import { folderOf } from "../text/path-set.ts";
import type { BrokenUse, GoneName } from "./broken-imports.ts";

// Names that Go itself defines: a program may drop its own `min`.
const PREDECLARED = new Set(
  (
    "any append bool byte cap clear close comparable complex complex64 complex128 copy delete error false float32 " +
    "float64 imag int int8 int16 int32 int64 iota len make max min new nil panic print println real recover rune " +
    "string true uint uint8 uint16 uint32 uint64 uintptr"
  ).split(" "),
);

/** The uses of a name that its Go package no longer has: inside the package, and behind its import elsewhere. */
export async function brokenGoUses(
  index: ChangeIndex,
  gone: GoneName,
  mentions: readonly Mention[],
): Promise<BrokenUse[]> {
  const folder = folderOf(gone.path);
  const clause = packageOf(await index.base.tree.read(gone.path));
  const paths = new Set(mentions.map((one) => one.path));
  if (clause === undefined || PREDECLARED.has(gone.name) || (await isLeft(index, gone, paths))) return [];
  const address = await importPath(index, folder);
  const broken: BrokenUse[] = [];
  for (const path of paths) {
    if (!path.endsWith(".go")) continue;
    const text = (await index.head.tree.read(path)) ?? "";
    const own = mentions.filter((one) => one.path === path);
    if (folderOf(path) === folder && packageOf(text) === clause) broken.push(...bareUses(gone.name, own));
    else if (address !== undefined) broken.push(...qualifiedUses({ text, name: gone.name, address, clause }, own));
  }
  return broken;
}

function packageOf(text: string | undefined): string | undefined {
  return /^package\s+(\w+)/m.exec(text ?? "")?.[1];
}

/** Whether another file of the package has the name, be it generated: then the index does not list its words. */
async function isLeft(
  index: ChangeIndex,
  { name, path: gone }: GoneName,
  known: ReadonlySet<string>,
): Promise<boolean> {
  const folder = folderOf(gone);
  const defined = await index.head.findDefinitions(name);
  if (defined.some((one) => folderOf(one.path) === folder && one.container === undefined)) return true;
  for (const { path } of index.head.tree.files) {
    if (folderOf(path) !== folder || !path.endsWith(".go")) continue;
    const isOpen = !known.has(path) || (await index.head.facts(path))?.isUnparsed === true;
    const text = isOpen ? ((await index.head.tree.read(path)) ?? "") : "";
    if (new RegExp(`^(?!\\s*//).*\\b${name}\\b`, "m").test(text)) return true;
  }
  return false;
}

/** The path under which other packages import a folder, by the go.mod above it. */
async function importPath(index: ChangeIndex, folder: string): Promise<string | undefined> {
  for (let root = folder; ; root = folderOf(root)) {
    const mod = await index.head.tree.read(root === "" ? "go.mod" : `${root}/go.mod`);
    const [, module] = /^module\s+"?([^\s"]+)/m.exec(mod ?? "") ?? [];
    if (module !== undefined)
      return root === folder ? module : `${module}/${folder.slice(root === "" ? 0 : root.length + 1)}`;
    if (root === "") return undefined;
  }
}

/** Uses without a qualifier; none if the file may bind the name itself. */
function bareUses(name: string, mentions: readonly Mention[]): BrokenUse[] {
  const binds = new RegExp(
    `\\b${name}\\b[^=\\n(]*:=|\\b(?:var|const|type|range)\\s+\\(?${name}\\b|^\\s*${name}\\s+[\\w*[\\]]|[(,]\\s*${name}\\s+[\\w*[\\]]|[(,]\\s*${name}\\s*,|^\\s*${name}\\s*(?:=|,|:|$)|\\bfunc\\s+(?:\\([^)]*\\)\\s*)?${name}\\b`,
  );
  const free = mentions.filter(({ text }) => new RegExp(`(?<![\\w.])${name}(?!\\w)`).test(text));
  if (free.some(({ text }) => binds.test(text))) return [];
  return free.filter(({ text }) => !new RegExp(`(?<![\\w.])${name}\\s*:(?!=)`).test(text)).map(useAt);
}

interface Importing {
  readonly text: string;
  readonly name: string;
  readonly address: string;
  readonly clause: string;
}

function qualifiedUses({ text, name, address, clause }: Importing, mentions: readonly Mention[]): BrokenUse[] {
  const quoted = address.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const [, alias] = new RegExp(`^(?:import)?[ \\t]*(?:([\\w.]+)[ \\t]+)?"${quoted}"`, "m").exec(text) ?? [
    undefined,
    null,
  ];
  if (alias === null || alias === "_" || alias === ".") return [];
  const qualifier = alias ?? clause;
  // A variable of the package's name hides it.
  if (
    new RegExp(`\\b${qualifier}\\b[^=\\n(."]*:=|\\bvar\\s+${qualifier}\\b|[(,]\\s*${qualifier}\\s+[\\w*[\\]]`).test(
      text,
    )
  )
    return [];
  return mentions
    .filter(({ text: line }) => new RegExp(`(?<![\\w.])${qualifier}\\.${name}(?!\\w)`).test(line))
    .map(useAt);
}

function useAt({ path, line, text }: Mention): BrokenUse {
  return { path, line, text };
}
