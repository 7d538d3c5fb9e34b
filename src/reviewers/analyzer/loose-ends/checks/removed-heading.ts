import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex, Mention } from "#model/change/change-index.ts";
import type { FileDiff } from "#model/change/change.ts";
import { leftovers, MAX_LEFTOVERS, placesOf, sayStill } from "../leftovers.ts";
import type { LooseEnd } from "../loose-end.ts";
import { linesOf, MAX_LINE } from "../text/diff-lines.ts";
import { anchorLinks, anchorsOf } from "../text/headings.ts";
import { folderOf, joinPath } from "../text/path-set.ts";

const check: Check = {
  id: "loose-ends/removed-heading",
  title: "A link leads to a heading that is gone",
  about:
    "The change removes or rewords a heading of a Markdown document, and a link still leads to its anchor. The page opens, but not at that place.",
  severity: "suggestion",
  catches: `docs/setup.md
-## Order limits
+## Limits
README.md
 See [the limits](docs/setup.md#order-limits).`,
  ignores: `docs/setup.md
-## Order limits
+## Limits
+
+<a id="order-limits"></a>
README.md
 See [the limits](docs/setup.md#order-limits).`,
};

/** Anchors that a document had before the change and has no more, but that links still name. */
export const removedHeading: LooseEnd = { check, find };

async function find(index: ChangeIndex, signal: AbortSignal): Promise<CheckHit[]> {
  const hits: CheckHit[] = [];
  for (const diff of index.change.diffs) {
    for (const anchor of await goneAnchors(index, diff)) {
      signal.throwIfAborted();
      const hit = await lookFor(index, diff.file.path, anchor);
      if (hit !== undefined) hits.push(hit);
    }
  }
  return hits;
}

async function goneAnchors(index: ChangeIndex, diff: FileDiff): Promise<string[]> {
  const { path, oldPath, change, listed } = diff.file;
  if ((change !== "modified" && change !== "renamed") || listed !== undefined || !/\.mdx?$/i.test(path)) return [];
  if (!linesOf(diff, "removed").some(({ text }) => /^ {0,3}#/.test(text))) return [];
  const [before = "", after = ""] = [await index.base.tree.read(oldPath ?? path), await index.head.tree.read(path)];
  const left = anchorsOf(after);
  return [...anchorsOf(before)].filter((anchor) => !left.has(anchor) && !isSetByHand(after, anchor));
}

function isSetByHand(text: string, anchor: string): boolean {
  return [`"${anchor}"`, `'${anchor}'`, `#${anchor}}`].some((form) => text.includes(form));
}

async function lookFor(index: ChangeIndex, path: string, anchor: string): Promise<CheckHit | undefined> {
  const mentions = await index.head.findText(`#${anchor}`);
  const found = await leftovers(
    index,
    mentions.filter((mention) => leadsTo(mention, path, anchor)),
  );
  if (found.length === 0 || found.length > MAX_LEFTOVERS) return undefined;
  return {
    check: check.id,
    severity: check.severity,
    class: "regression",
    title: `The heading \`#${anchor}\` is gone from ${path}, but ${sayStill(found, "name")} it in a link`,
    explanation: `The change removes or rewords the heading in \`${path}\` that had the anchor \`#${anchor}\`, and nothing else in the document has it.`,
    fix: "Link to the heading that stands there now.",
    places: placesOf(found),
    weight: 0.75,
  };
}

function leadsTo({ path: from, text }: Mention, path: string, anchor: string): boolean {
  if (text.length > MAX_LINE) return false;
  return anchorLinks(text).some((link) => {
    if (link.anchor !== anchor) return false;
    if (link.page === "") return from === path;
    const page = joinPath(folderOf(from), link.page);
    return page === path || (page !== undefined && path.replace(/\.mdx?$/i, "") === page);
  });
}
