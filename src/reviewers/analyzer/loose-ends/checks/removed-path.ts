import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex, Mention } from "#model/change/change-index.ts";
import {
  leftovers,
  leftoverPlace,
  leftoverPlaces,
  describeStillNaming,
  SCRIPTS,
  severityOf,
  type Leftover,
} from "../leftovers.ts";
import type { CheckRunner } from "../../check-runner.ts";
import { joinPath, folderOf, lastPart, PathSet } from "../text/path-set.ts";
import { isExamplePath, pathsIn } from "../text/paths-in-text.ts";
import { type BrokenUse, hasImports, importsOfGone } from "../uses/broken-imports.ts";

const check: Check = {
  id: "loose-ends/removed-path",
  title: "A removed or moved file is still imported or mentioned",
  about:
    "The change deletes or moves a file, and a document, a comment, a script or a workflow still names its old path, which led to the file before and leads nowhere now. So does an import of TypeScript, JavaScript or Python, which then fails (important).",
  severity: "suggestion",
  worst: "important",
  changeOnly: "it looks for what the change removed",
  catches: `scripts/seed-orders.sh
-echo seeding
docs/setup.md
 Run \`scripts/seed-orders.sh\` first.`,
  ignores: `scripts/seed-orders.sh
-echo seeding
tools/scripts/seed-orders.sh
+echo seeding
docs/setup.md
 The folder \`scripts\` holds the programs; see <https://example.org/scripts/seed-orders.sh>.`,
};

/** Paths that existed before the change and do not any more. */
export const removedPath: CheckRunner = { check, find };

interface Trees {
  readonly base: PathSet;
  readonly head: PathSet;
}

interface GonePath {
  readonly path: string;
  readonly now?: string;
}

interface Remembered {
  readonly gone: GonePath;
  /** Code that can no longer be loaded. */
  readonly imports: readonly BrokenUse[];
  readonly found: readonly Leftover[];
}

async function find(index: ChangeIndex, signal: AbortSignal): Promise<CheckHit[]> {
  const gone = gonePaths(index);
  if (gone.length === 0) return [];
  const trees = {
    base: new PathSet(index.base.tree.files.map(({ path }) => path)),
    head: new PathSet(index.head.tree.files.map(({ path }) => path)),
  };
  const groups = new Map<string, Remembered[]>();
  for (const one of gone) {
    signal.throwIfAborted();
    const imports = await findImports(index, one);
    const found = await findLeftovers(index, trees, one);
    const paths = [...imports, ...found].map(({ path }) => path);
    if (paths.length === 0) continue;
    // Files that the same files still mention form one hit.
    const key = JSON.stringify([imports.length > 0, [...new Set(paths)].sort()]);
    groups.set(key, [...(groups.get(key) ?? []), { gone: one, imports, found }]);
  }
  return [...groups.values()].map(report);
}

function gonePaths(index: ChangeIndex): GonePath[] {
  const left = new Set(index.head.tree.files.map(({ path }) => path));
  return index.change.scope.files.flatMap((file): GonePath[] => {
    const old = file.change === "deleted" ? file.path : file.change === "renamed" ? file.oldPath : undefined;
    if (old === undefined || left.has(old) || file.listed?.startsWith("vendor") === true) return [];
    return [{ path: old, now: file.change === "renamed" ? file.path : undefined }];
  });
}

/** The imports of a module that no longer lead anywhere. */
async function findImports(index: ChangeIndex, { path }: GonePath): Promise<BrokenUse[]> {
  const facts = await index.base.facts(path);
  if (facts === undefined || facts.role === "data" || !hasImports(facts)) return [];
  const stem = lastPart(path).replace(/\.[^/]+$/, "");
  const name = stem === "index" || stem === "__init__" ? lastPart(folderOf(path)) : stem;
  const importers = new Set((await index.head.findText(name)).map((mention) => mention.path));
  const broken: BrokenUse[] = [];
  for (const from of importers) broken.push(...(await importsOfGone(index, path, from)));
  return broken;
}

async function findLeftovers(index: ChangeIndex, trees: Trees, gone: GonePath): Promise<readonly Leftover[]> {
  const name = lastPart(gone.path);
  const mentions = (await index.head.findText(name)).filter((mention) => isStale(trees, gone.path, mention));
  // A program now creates what git ignores or what a build newly mentions.
  if (mentions.some((mention) => lastPart(mention.path) === ".gitignore" || isNewlyMentioned(index, mention)))
    return [];
  return (await leftovers(index, mentions)).filter(counts);
}

function isNewlyMentioned(index: ChangeIndex, { path, line, where }: Mention): boolean {
  return where !== "doc" && where !== "comment" && index.addedLines(path).has(line);
}

function report(group: readonly Remembered[]): CheckHit {
  const found = group.flatMap((one) => one.found);
  const imports = group.flatMap((one) => one.imports);
  const severity = imports.length > 0 ? "important" : severityOf(found);
  const gone = group.map((one) => one.gone);
  const names = gone.map(({ path }) => `\`${path}\``);
  const one = names.length === 1;
  const shown = names.length > 2 ? `${names[0]} and ${names.length - 1} other files` : names.join(" and ");
  const moved = gone.flatMap(({ path, now }) => (now === undefined ? [] : [`\`${path}\` is \`${now}\` now.`]));
  return {
    check: check.id,
    severity,
    class: "regression",
    title: `${shown} ${one ? "is" : "are"} gone, but ${imports.length > 0 ? describeStillNaming(imports, "use") : describeStillNaming(found, "name")} ${one ? "it" : "them"}`,
    explanation: [
      `The change deletes or moves ${names.join(", ")}.`,
      ...moved,
      "The references below worked before and lead nowhere now.",
      ...(imports.length > 0 ? ["Code still imports it, so the build or the first run fails."] : []),
    ].join(" "),
    fix: moved.length > 0 ? "Write the new path there." : "Remove the reference, or name what replaces it.",
    places: [...imports.map(leftoverPlace), ...leftoverPlaces(found)],
    weight: severity === "important" ? 0.85 : 0.75,
  };
}

function isStale(trees: Trees, gone: string, { path: from, text, where }: Mention): boolean {
  const name = lastPart(gone);
  for (const { path, at } of pathsIn(text)) {
    if (isListed(text, path, where) || isWritten(text.slice(0, at))) continue;
    if (lastPart(path) !== name || trees.head.leads(path, from) || trees.head.endsLike(path)) continue;
    const exact = joinPath("", path) === gone || joinPath(folderOf(from), path) === gone;
    if (exact) return true;
    if ((where === "doc" || where === "comment") && gone.endsWith(`/${path}`) && isSpecific(path, gone, from))
      return true;
  }
  return false;
}

/** Whether a line of a document is only this path, as in the output of a program. */
function isListed(text: string, path: string, where: Mention["where"]): boolean {
  return where === "doc" && text.trim() === path;
}

/** Whether a command creates the file: `curl … -o`, `>`. */
function isWritten(before: string): boolean {
  return /(?:\s-[oO]|--output(?:-file)?[= ]|>|\btee(?: -a)?|\btouch)\s*["']?$/.test(before);
}

// The end of a path is enough if it is long, or relative to a folder around it: `orders/queue.ts`, not `bin/install`.
function isSpecific(path: string, gone: string, from: string): boolean {
  if (isExamplePath(path)) return false;
  if (path.split("/").length > 2) return true;
  return /\.\w+$/.test(path) && from.startsWith(gone.slice(0, gone.length - path.length));
}

// Imports are resolved by `findImports`. Elsewhere in code a path is noticed only when the line runs.
function counts({ where, language, text }: Leftover): boolean {
  if (where === "code") return SCRIPTS.has(language);
  return (
    where !== "string" ||
    !/^\s*(?:import|export|from|require|include|#\s*include|use|mod|load)\b|\brequire\(|\bimport\(/.test(text)
  );
}
