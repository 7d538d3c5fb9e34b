import type { ChangeIndex, Mention } from "#model/change/change-index.ts";
import { folderOf, lastPart } from "../text/path-set.ts";
import type { BrokenUse, GoneName } from "./broken-imports.ts";

/** The paths that lead to an item which its Rust module no longer has: `orders::take`, `use crate::orders::{take, give}`. */
export async function brokenRustPaths(
  index: ChangeIndex,
  { name, path: gone }: GoneName,
  mentions: readonly Mention[],
): Promise<BrokenUse[]> {
  const stem = lastPart(gone).replace(/\.rs$/, "");
  const module = stem === "mod" ? lastPart(folderOf(gone)) : stem;
  if (module === "" || module === "lib" || module === "main") return [];
  // A macro or another module may define it, and some module may export it again.
  if ((await index.head.findDefinitions(name)).length > 0) return [];
  if (mentions.some(({ text }) => /\bpub(?:\([^)]*\))?\s+use\b|\bmacro_rules!|\bas\s/.test(text))) return [];
  const form = new RegExp(`(?<!\\w)${module}::(?:\\{[^{}]{0,500}(?<!\\w))?${name}(?!\\w|!)`);
  const crate = crateOf(gone);
  const uses: BrokenUse[] = [];
  for (const { path, line, text } of mentions) {
    if (!path.endsWith(".rs") || crateOf(path) !== crate || !form.test(text)) continue;
    if (await isCompiled(index, path)) uses.push({ path, line, text });
  }
  return uses;
}

/** Whether some module declares the file. One that is only left lying around breaks nothing. */
async function isCompiled(index: ChangeIndex, path: string): Promise<boolean> {
  const stem = lastPart(path).replace(/\.rs$/, "");
  if (["lib", "main", "mod", "build"].includes(stem) || /(?:^|\/)(?:tests|benches|examples|bin)\//.test(path))
    return true;
  return (await index.head.findText(`mod ${stem}`)).some(({ where }) => where === "code");
}

/** The folder of the crate: what stands before `src`, `tests` or `benches`. */
function crateOf(path: string): string {
  return path.replace(/(?:^|\/)(?:src|tests|benches|examples)\/.*$/, "");
}
