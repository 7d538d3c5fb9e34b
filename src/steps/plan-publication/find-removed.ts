import type { DiffHunk, DiffLine } from "#model/change/change.ts";
import type { Scope } from "#model/change/scope.ts";
import { mayBeSameFile } from "#model/location.ts";
import type { ReportFinding } from "#model/report.ts";
import type { DiffPlace } from "./place-finding.ts";

/** Where the quoted code of a finding was before the change removed it; undefined if the hunks do not show it. */
export function findRemoved(
  scope: Scope,
  { quotes, locations }: ReportFinding,
  hunks: readonly DiffHunk[],
): DiffPlace | undefined {
  const isCited = (path: string): boolean => {
    const before = scope.files.find((file) => file.path === path)?.oldPath ?? path;
    return locations.some((cited) => mayBeSameFile(cited.path, path) || mayBeSameFile(cited.path, before));
  };
  for (const { code } of quotes) {
    const wanted = code
      .split("\n")
      .map(squeeze)
      .filter((line) => line !== "");
    if (wanted.length === 0) continue;
    for (const { path, lines } of hunks) {
      if (!isCited(path) || isCopy(scope, path)) continue;
      const found = removedIn(lines, wanted);
      if (found !== undefined) return { path, side: "LEFT", ...found };
    }
  }
  return undefined;
}

const isCopy = ({ files }: Scope, path: string): boolean =>
  files.some((file) => file.path === path && file.change === "copied");

/** The removed lines among consecutive old lines of a hunk that match. */
function removedIn(lines: readonly DiffLine[], wanted: readonly string[]): { start: number; end: number } | undefined {
  const old = lines.filter(({ kind, text }) => kind !== "added" && text.trim() !== "");
  for (let at = 0; at + wanted.length <= old.length; at += 1) {
    if (squeeze(old[at]?.text ?? "") !== wanted[0]) continue;
    const span = old.slice(at, at + wanted.length);
    if (!span.every(({ text }, step) => squeeze(text) === wanted[step])) continue;
    const numbers = span.flatMap(({ kind, old: number }) =>
      kind === "removed" && number !== undefined ? [number] : [],
    );
    const [start] = numbers;
    const end = numbers.at(-1);
    if (start !== undefined && end !== undefined) return { start, end };
  }
  return undefined;
}

const squeeze = (text: string): string => text.replaceAll(/\s+/g, "");
