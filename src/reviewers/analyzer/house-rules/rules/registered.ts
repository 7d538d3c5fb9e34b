import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import { conventionOf, hitFor, ratio } from "../convention.ts";
import { extensionOf, folderOf, type NewFile } from "../peers.ts";

/** New files that are missing from the list in which their siblings stand. */
export const REGISTERED: Check = {
  id: "house-rules/registered",
  title: "File is not in the list of its siblings",
  about:
    "A new file is not named in an index, registry or module file of its folder that names at least 95 % of its 20 or more siblings.",
  severity: "suggestion",
  catches: "src/rules/empty-cart.ts: new\n// src/rules/index.ts names 34 of the 34 files beside it, but not this one",
  ignores: 'export * from "./empty-cart.ts"; // in src/rules/index.ts',
};

/** Finds new files that the list of their siblings lacks. */
export async function findUnregistered(index: ChangeIndex, files: readonly NewFile[]): Promise<CheckHit[]> {
  const hits: CheckHit[] = [];
  for (const file of files) {
    if (!file.isNew || file.facts.role !== "source" || isList(file.path)) continue;
    const hit = await hitForFile(index, file);
    if (hit !== undefined) hits.push(hit);
  }
  return hits;
}

async function hitForFile(index: ChangeIndex, file: NewFile): Promise<CheckHit | undefined> {
  const folder = folderOf(file.path);
  const siblings = siblingsOf(index, file.path);
  if (siblings.length < 20) return undefined;
  for (const list of listsFor(index, folder)) {
    const base = await index.base.tree.read(list);
    const head = await index.head.tree.read(list);
    if (base === undefined || head === undefined || isNamed(head, file.path)) continue;
    const instances = siblings.map((path) => ({ path, line: 1, keeps: isNamed(base, path) }));
    const convention = conventionOf(folder, instances);
    if (convention === undefined) continue;
    const quote = file.text.split("\n")[0]?.replace(/\r$/, "") ?? "";
    return hitFor(index, {
      check: REGISTERED,
      convention,
      place: { location: { path: file.path, start: 1, end: 1 }, quote, note: `not in ${list}` },
      title: `${file.path} is not named in ${list}`,
      explanation: `\`${list}\` names ${ratio(convention)} files beside this one; the new file is missing there.`,
      fix: `Add it to \`${list}\`.`,
    });
  }
  return undefined;
}

const LIST_NAME =
  /^(?:index|registry|register|all|mod|lib|main|__init__|imports?|exports?|modules?|plugins?|rules)\.\w+$/;

function isList(path: string): boolean {
  return LIST_NAME.test(path.slice(path.lastIndexOf("/") + 1));
}

/** Files beside it with the same extension and role of a name. */
function siblingsOf(index: ChangeIndex, path: string): string[] {
  const folder = folderOf(path);
  return index.base.tree.files
    .map((file) => file.path)
    .filter(
      (one) => folderOf(one) === folder && extensionOf(one) === extensionOf(path) && !isList(one) && !IS_TEST.test(one),
    );
}

const IS_TEST = /[._-](?:test|spec)\.\w+$|(?:^|\/)test_/;

/** Lists in the folder itself and in the one above. */
function listsFor(index: ChangeIndex, folder: string): string[] {
  return index.base.tree.files
    .map(({ path }) => path)
    .filter(
      (path) => isList(path) && (folderOf(path) === folder || (folder !== "" && folderOf(path) === folderOf(folder))),
    );
}

/** Whether the text names the file by its stem, as a whole word. */
function isNamed(text: string, path: string): boolean {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  for (let at = text.indexOf(stem); at >= 0; at = text.indexOf(stem, at + 1)) {
    if (!/[\w-]/.test(text[at - 1] ?? "") && !/[\w-]/.test(text[at + stem.length] ?? "")) return true;
  }
  return false;
}
