import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex, Mention } from "#model/change/change-index.ts";
import { leftovers, MAX_LEFTOVERS, placesOf, sayStill, SCRIPTS, severityOf, type Leftover } from "../leftovers.ts";
import type { LooseEnd } from "../loose-end.ts";
import { joinPath, folderOf, lastPart, PathSet } from "../text/path-set.ts";
import { pathsIn } from "../text/paths-in-text.ts";

const check: Check = {
  id: "loose-ends/removed-path",
  title: "A removed or moved file is still mentioned",
  about:
    "The change deletes or moves a file, and a document, a comment, a script or a workflow still names its old path, which led to the file before and leads nowhere now.",
  severity: "suggestion",
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

/** Paths that led to a file before the change and lead nowhere after it. */
export const removedPath: LooseEnd = { check, find };

interface Trees {
  readonly base: PathSet;
  readonly head: PathSet;
}

interface GonePath {
  readonly path: string;
  readonly now?: string;
}

// A change that deletes more files than this removes a part of the product; reading every mention of it is no review.
const MAX_PATHS = 200;

async function find(index: ChangeIndex, signal: AbortSignal): Promise<CheckHit[]> {
  const gone = gonePaths(index);
  if (gone.length === 0) return [];
  const trees = {
    base: new PathSet(index.base.tree.files.map(({ path }) => path)),
    head: new PathSet(index.head.tree.files.map(({ path }) => path)),
  };
  const hits: CheckHit[] = [];
  for (const one of gone.slice(0, MAX_PATHS)) {
    signal.throwIfAborted();
    const hit = await lookFor(index, trees, one);
    if (hit !== undefined) hits.push(hit);
  }
  return hits;
}

function gonePaths(index: ChangeIndex): GonePath[] {
  const left = new Set(index.head.tree.files.map(({ path }) => path));
  return index.change.scope.files.flatMap((file): GonePath[] => {
    const old = file.change === "deleted" ? file.path : file.change === "renamed" ? file.oldPath : undefined;
    if (old === undefined || left.has(old) || file.listed?.startsWith("vendor") === true) return [];
    return [{ path: old, ...(file.change === "renamed" ? { now: file.path } : {}) }];
  });
}

async function lookFor(index: ChangeIndex, trees: Trees, gone: GonePath): Promise<CheckHit | undefined> {
  const name = lastPart(gone.path);
  const mentions = (await index.head.findText(name)).filter((mention) => isStale(trees, gone.path, mention));
  // What git is told to ignore is made by a program from now on.
  if (mentions.some(({ path }) => lastPart(path) === ".gitignore")) return undefined;
  const found = (await leftovers(index, mentions)).filter((one) => counts(one));
  if (found.length === 0 || found.length > MAX_LEFTOVERS) return undefined;
  const severity = severityOf(found);
  const now = gone.now === undefined ? "" : ` It is \`${gone.now}\` now.`;
  return {
    check: check.id,
    severity,
    class: "regression",
    title: `\`${gone.path}\` is gone, but ${sayStill(found, "name")} it`,
    explanation: `The change ${gone.now === undefined ? "deletes" : "moves"} \`${gone.path}\`.${now} The path written here led to it before and leads to nothing at the head.`,
    fix:
      gone.now === undefined ? "Remove the reference, or name what replaces the file." : `Write \`${gone.now}\` there.`,
    places: placesOf(found),
    weight: severity === "important" ? 0.85 : 0.75,
  };
}

function isStale(trees: Trees, gone: string, { path: from, text, where }: Mention): boolean {
  const name = lastPart(gone);
  for (const { path } of pathsIn(text)) {
    if (lastPart(path) !== name || trees.head.leads(path, from) || trees.head.endsLike(path)) continue;
    const exact = joinPath("", path) === gone || joinPath(folderOf(from), path) === gone;
    if (exact) return true;
    if ((where === "doc" || where === "comment") && isTelling(path) && gone.endsWith(`/${path}`)) return true;
  }
  return false;
}

// The end of a path is enough if few files can have it: `orders/queue.ts`, not `bin/install`.
function isTelling(path: string): boolean {
  return /\.\w+$/.test(path) || path.split("/").length > 2;
}

// The compiler reads imports; in other code a path is only noticed when the line runs.
function counts({ where, language, text }: Leftover): boolean {
  if (where === "code") return SCRIPTS.has(language);
  return (
    where !== "string" ||
    !/^\s*(?:import|export|from|require|include|#\s*include|use|mod|load)\b|\brequire\(|\bimport\(/.test(text)
  );
}
