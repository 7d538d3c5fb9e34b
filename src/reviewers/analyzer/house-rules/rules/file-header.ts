import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import { conventionOf, hitFor, type Instance, isEnough, ratio, whereOf } from "../convention.ts";
import { foldersUp, type NewFile, peersBelow } from "../peers.ts";

/** New files without the licence header that the others have. */
export const FILE_HEADER: Check = {
  id: "house-rules/file-header",
  title: "Licence header is missing",
  about:
    "A new file lacks the licence or copyright header with which at least 95 % of 20 or more files around it begin.",
  severity: "suggestion",
  catches: "// orders.go: new, begins with `package shop`\n// 41 of 42 files below shop/ begin with a licence header",
  ignores: "// orders.go: new, begins with `// Copyright The Shop Authors`",
};

/** Finds new files that lack the header. */
export async function findMissingHeaders(index: ChangeIndex, files: readonly NewFile[]): Promise<CheckHit[]> {
  const hits: CheckHit[] = [];
  for (const file of files) {
    if (!file.isNew || hasHeader(file.text) || file.text.trim() === "") continue;
    const convention = await mineHeaders(index, file);
    if (convention === undefined) continue;
    const first = file.text.split("\n")[0]?.replace(/\r$/, "") ?? "";
    hits.push(
      await hitFor(index, {
        check: FILE_HEADER,
        convention,
        place: { location: { path: file.path, start: 1, end: 1 }, quote: first, note: "no header" },
        title: `${file.path} has no licence header`,
        explanation: `${ratio(convention)} files of this kind ${whereOf(convention)} begin with a licence or copyright header; this new one does not.`,
        fix: "Begin the file with the header of its neighbours.",
      }),
    );
  }
  return hits;
}

async function mineHeaders(index: ChangeIndex, { path, facts }: NewFile) {
  for (const folder of foldersUp(path)) {
    const instances: Instance[] = [];
    for (const peer of peersBelow(index, folder, path)) {
      const text = await index.base.tree.read(peer);
      if (text === undefined || text.trim() === "" || (await index.base.facts(peer))?.role !== facts.role) continue;
      instances.push({ path: peer, line: headerLine(text) ?? 1, keeps: hasHeader(text) });
    }
    if (isEnough(instances)) return conventionOf(folder, instances);
  }
  return undefined;
}

function hasHeader(text: string): boolean {
  return headerLine(text) !== undefined;
}

/** The line of the header among the first ten; it must stand in a comment. */
function headerLine(text: string): number | undefined {
  const lines = text.slice(0, 2000).split("\n").slice(0, 10);
  const at = lines.findIndex((line) =>
    /^\s*(?:\/\/|\/?\*|#|--|<!--|;|"""|''')?.*(?:copyright|licen[cs]ed?\b|SPDX-)/i.test(line),
  );
  const before = lines.slice(0, at + 1);
  return at >= 0 && before.every((line) => /^\s*(?:$|\/\/|\/?\*|#|--|<!|;|"|'|\w[\w ,.:()-]*$)/.test(line))
    ? at + 1
    : undefined;
}
