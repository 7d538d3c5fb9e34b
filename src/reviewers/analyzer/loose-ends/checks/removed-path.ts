import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex, Mention } from "#model/change/change-index.ts";
import { leftovers, leftoverPlaces, describeStillNaming, SCRIPTS, severityOf, type Leftover } from "../leftovers.ts";
import type { CheckRunner } from "../../check-runner.ts";
import { joinPath, folderOf, lastPart, PathSet } from "../text/path-set.ts";
import { isExamplePath, pathsIn } from "../text/paths-in-text.ts";

const check: Check = {
  id: "loose-ends/removed-path",
  title: "A removed or moved file is still mentioned",
  about:
    "The change deletes or moves a file, and a document, a comment, a script or a workflow still names its old path, which led to the file before and leads nowhere now.",
  severity: "suggestion",
  worst: "important",
  changeOnly: true,
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
    const found = await findLeftovers(index, trees, one);
    if (found.length === 0) continue;
    // Files that the same files still mention form one hit.
    const key = JSON.stringify([...new Set(found.map(({ path }) => path))].sort());
    groups.set(key, [...(groups.get(key) ?? []), { gone: one, found }]);
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
  const severity = severityOf(found);
  const gone = group.map((one) => one.gone);
  const names = gone.map(({ path }) => `\`${path}\``);
  const one = names.length === 1;
  const shown = names.length > 2 ? `${names[0]} and ${names.length - 1} other files` : names.join(" and ");
  const moved = gone.flatMap(({ path, now }) => (now === undefined ? [] : [`\`${path}\` is \`${now}\` now.`]));
  return {
    check: check.id,
    severity,
    class: "regression",
    title: `${shown} ${one ? "is" : "are"} gone, but ${describeStillNaming(found, "name")} ${one ? "it" : "them"}`,
    explanation: [
      `The change deletes or moves ${names.join(", ")}.`,
      ...moved,
      "The references below worked before and lead nowhere now.",
    ].join(" "),
    fix: moved.length > 0 ? "Write the new path there." : "Remove the reference, or name what replaces it.",
    places: leftoverPlaces(found),
    weight: severity === "important" ? 0.85 : 0.75,
  };
}

function isStale(trees: Trees, gone: string, { path: from, text, where }: Mention): boolean {
  const name = lastPart(gone);
  for (const { path } of pathsIn(text)) {
    if (lastPart(path) !== name || trees.head.leads(path, from) || trees.head.endsLike(path)) continue;
    const exact = joinPath("", path) === gone || joinPath(folderOf(from), path) === gone;
    if (exact) return true;
    if ((where === "doc" || where === "comment") && gone.endsWith(`/${path}`) && isSpecific(path, gone, from))
      return true;
  }
  return false;
}

// The end of a path is enough if it is long, or relative to a folder around it: `orders/queue.ts`, not `bin/install`.
function isSpecific(path: string, gone: string, from: string): boolean {
  if (isExamplePath(path)) return false;
  if (path.split("/").length > 2) return true;
  return /\.\w+$/.test(path) && from.startsWith(gone.slice(0, gone.length - path.length));
}

// The compiler checks imports. Elsewhere in code a path is noticed only when the line runs.
function counts({ where, language, text }: Leftover): boolean {
  if (where === "code") return SCRIPTS.has(language);
  return (
    where !== "string" ||
    !/^\s*(?:import|export|from|require|include|#\s*include|use|mod|load)\b|\brequire\(|\bimport\(/.test(text)
  );
}
