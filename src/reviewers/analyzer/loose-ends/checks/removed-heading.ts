import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex, Mention } from "#model/change/change-index.ts";
import type { FileDiff } from "#model/change/change.ts";
import { leftovers, leftoverPlaces, describeStillNaming, type Leftover } from "../leftovers.ts";
import { type CheckRunner, hitAt } from "../../check-runner.ts";
import { diffLinesOf } from "../text/diff-lines.ts";
import { anchorLinks, anchorsOf } from "../text/headings.ts";
import { folderOf, joinPath } from "../text/path-set.ts";

const check: Check = {
  id: "loose-ends/removed-heading",
  title: "A link leads to a heading that is gone",
  about:
    "The change removes or rewords a heading of a Markdown document, and a link still leads to its anchor. The page opens, but not at that place.",
  severity: "suggestion",
  changeOnly: "it looks for what the change removed",
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

/** Anchors that a document no longer has but links still name. */
export const removedHeading: CheckRunner = { check, find };

async function find(index: ChangeIndex, signal: AbortSignal): Promise<CheckHit[]> {
  const groups = new Map<string, Remembered[]>();
  for (const diff of index.change.diffs) {
    for (const anchor of await goneAnchors(index, diff)) {
      signal.throwIfAborted();
      const { path } = diff.file;
      const found = await findLeftovers(index, path, anchor);
      if (found.length === 0) continue;
      // Headings of one page that the same files link to form one hit.
      const key = JSON.stringify([path, [...new Set(found.map((one) => one.path))].sort()]);
      groups.set(key, [...(groups.get(key) ?? []), { path, anchor, found }]);
    }
  }
  return [...groups.values()].flatMap(report);
}

interface Remembered {
  readonly path: string;
  readonly anchor: string;
  readonly found: readonly Leftover[];
}

async function goneAnchors(index: ChangeIndex, diff: FileDiff): Promise<string[]> {
  const { path, oldPath, change, listed } = diff.file;
  if ((change !== "modified" && change !== "renamed") || listed !== undefined || !/\.mdx?$/i.test(path)) return [];
  if (!diffLinesOf(diff, "removed").some(({ text }) => /^ {0,3}#/.test(text))) return [];
  const [before = "", after = ""] = [await index.base.tree.read(oldPath ?? path), await index.head.tree.read(path)];
  const left = anchorsOf(after);
  return [...anchorsOf(before)].filter((anchor) => !left.has(anchor) && !isSetByHand(after, anchor));
}

function isSetByHand(text: string, anchor: string): boolean {
  return [`"${anchor}"`, `'${anchor}'`, `#${anchor}}`].some((form) => text.includes(form));
}

async function findLeftovers(index: ChangeIndex, path: string, anchor: string): Promise<readonly Leftover[]> {
  const mentions = await index.head.findText(`#${anchor}`);
  return leftovers(
    index,
    mentions.filter((mention) => leadsTo(mention, path, anchor)),
  );
}

function report(group: readonly Remembered[]): CheckHit[] {
  const found = group.flatMap((one) => one.found);
  const anchors = group.map(({ anchor }) => `\`#${anchor}\``);
  const path = group[0]?.path ?? "";
  const one = group.length === 1;
  const shown = one ? `The heading ${anchors[0]} is` : `${anchors[0]} and ${group.length - 1} more of the headings are`;
  return hitAt(check, {
    title: `${shown} gone from ${path}, but ${describeStillNaming(found, "name")} ${one ? "it in a link" : "them in links"}`,
    explanation: `The change removes or rewords headings of \`${path}\`: nothing in the document has the anchor ${anchors.join(", ")} any more.`,
    fix: "Link to the heading that replaces it.",
    places: leftoverPlaces(found),
    weight: 0.75,
  });
}

function leadsTo({ path: from, text }: Mention, path: string, anchor: string): boolean {
  return anchorLinks(text).some((link) => {
    if (link.anchor !== anchor) return false;
    if (link.page === "") return from === path;
    const page = joinPath(folderOf(from), link.page);
    return page === path || (page !== undefined && path.replace(/\.mdx?$/i, "") === page);
  });
}
