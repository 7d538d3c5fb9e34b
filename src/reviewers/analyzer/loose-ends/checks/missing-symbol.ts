import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import { leftoverPlace } from "../leftovers.ts";
import { type CheckRunner, hitAt } from "../../check-runner.ts";
import { isHistory, isAboutPast } from "../text/history.ts";
import { folderOf } from "../text/path-set.ts";
import { addedProse, type ProseLine } from "../text/prose.ts";

const check: Check = {
  id: "loose-ends/missing-symbol",
  title: "A new comment or document names a symbol that its package does not have",
  about:
    "A line that the change adds names `folder/package.Symbol` of a Go package of this repository, but no code of that package has the name.",
  severity: "suggestion",
  languages: ["go"],
  catches: `internal/orders/queue.go
 package orders
 func Take() int { return 1 }
cmd/send.go
 package main
+// Orders are read by internal/orders.TakeAll.
 func main() {}`,
  ignores: `internal/orders/queue.go
 package orders
 func Take() int { return 1 }
cmd/send.go
 package main
+// Orders are read by internal/orders.Take.
 func main() {}`,
};

/** `folder/package.Symbol` on added lines, if the package is of this repository and lacks the symbol. */
export const missingSymbol: CheckRunner = { check, find };

const SYMBOL = /(?<![\w./:@-])((?:[\w-]+\/)+[\w-]+)\.([A-Z]\w+)/g;

async function find(index: ChangeIndex, signal: AbortSignal): Promise<CheckHit[]> {
  const packages = goPackages(index);
  if (packages.length === 0) return [];
  const hits: CheckHit[] = [];
  const seen = new Set<string>();
  for (const diff of index.change.diffs) {
    if (isHistory(diff.file.path)) continue;
    for (const line of await addedProse(index, diff)) {
      for (const [written, folder = "", symbol = ""] of line.text.matchAll(SYMBOL)) {
        signal.throwIfAborted();
        if (seen.has(written) || isAboutPast(line.text)) continue;
        seen.add(written);
        if (await isMissing(index, packages, { folder, symbol })) hits.push(...report(written, line));
      }
    }
  }
  return hits;
}

function goPackages(index: ChangeIndex): string[] {
  const files = index.head.tree.files.filter(({ path }) => path.endsWith(".go"));
  return [...new Set(files.map(({ path }) => folderOf(path)))];
}

async function isMissing(
  index: ChangeIndex,
  packages: readonly string[],
  { folder, symbol }: { folder: string; symbol: string },
): Promise<boolean> {
  const owners = packages.filter((one) => one === folder || one.endsWith(`/${folder}`));
  if (owners.length === 0) return false;
  const mentions = await index.head.findWord(symbol);
  return !mentions.some(({ path, where }) => where === "code" && owners.includes(folderOf(path)));
}

function report(written: string, line: ProseLine): CheckHit[] {
  return hitAt(check, {
    title: `\`${written}\` does not exist, but a new ${line.where === "doc" ? "line of a document" : "comment"} refers to it`,
    explanation: `The change adds a reference to \`${written}\`. The package exists, but no code in it has that name.`,
    fix: "Write the name that the package has.",
    places: [leftoverPlace(line)],
    weight: 0.75,
  });
}
