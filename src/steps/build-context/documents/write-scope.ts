import type { FileRole } from "#model/change/change-index.ts";
import type { Change } from "#model/change/change.ts";
import type { ChangedFile, Scope } from "#model/change/scope.ts";
import type { Withheld } from "#model/agent/bundle.ts";
import { printable } from "#util/printable.ts";
import { capLines, plural, withCommas } from "#util/words.ts";
import { comparePaths } from "../pack/rank-files.ts";
import { type Document, inlineCode } from "./document.ts";

/** What the scope of one bundle is written from. */
export interface ScopeInput {
  readonly change: Change;
  readonly roleOf: (path: string) => FileRole;
  readonly blind: boolean;
  readonly part: number;
  readonly of: number;
  readonly budget: number;
  /** Characters of this bundle's patches, and of all patches. */
  readonly characters: number;
  readonly total: number;
  /** The files of this bundle with their patch files. */
  readonly own: readonly GivenFile[];
  /** The files of every bundle, in the order of the parts. */
  readonly parts: readonly (readonly string[])[];
  readonly notGiven: readonly Withheld[];
}

/** A file and where its patch stands. */
export interface GivenFile {
  readonly file: ChangedFile;
  readonly patches: readonly string[];
  /** Why not all of it is here. */
  readonly note?: string;
}

/** What is reviewed: commits, files, which patch shows which, and what is not to be seen here. */
export function scopeDocument(input: ScopeInput): Document {
  return {
    name: "scope",
    about: "What is under review: the commits, the files, and which patch shows which.",
    unit: "lines of lists and headings",
    blocks: [
      "# Scope",
      ...headOf(input),
      ...ownFiles(input),
      ...otherParts(input),
      ...withheld(input),
      ...withoutPatch(input),
    ],
  };
}

function headOf({ change: { scope }, blind, characters, total, budget }: ScopeInput): string[] {
  const { files, hunks } = scope;
  const sum = (side: "added" | "removed"): number => files.reduce((all, { lines }) => all + (lines?.[side] ?? 0), 0);
  const size = `${plural(files.length, "file")}, ${plural(hunks.length, "hunk")}, +${withCommas(sum("added"))} −${withCommas(sum("removed"))} lines`;
  return [
    ...(scope.repository === undefined ? [] : [`- Repository: ${inlineCode(scope.repository.name)}`]),
    ...(blind ? [] : namesOf(scope)),
    `- Base: ${inlineCode(scope.base ?? "unknown")}`,
    `- Head: ${inlineCode(scope.head ?? "unknown")}. The folder \`code\` holds it.`,
    `- Size: ${size}`,
    `- Patches in this bundle: ${withCommas(characters)} of ${withCommas(total)} characters; a bundle may hold ${withCommas(budget)}.`,
    ...(scope.limits ?? []).map((limit) => `- Not known here: ${printable(limit)}`),
  ];
}

/** What a blind reviewer must not see. */
function namesOf({ covers, branch, pullRequest, author }: Scope): string[] {
  return [
    ...(pullRequest === undefined ? [] : [`- Pull request: #${pullRequest.number}`]),
    ...(covers === undefined ? [] : [`- Covers: ${inlineCode(covers)}`]),
    ...(branch === undefined ? [] : [`- Branch: ${inlineCode(branch)}`]),
    ...(author === undefined ? [] : [`- Author: ${inlineCode(author.login)}`]),
  ];
}

function ownFiles({ own, roleOf, part, of }: ScopeInput): string[] {
  const title = of === 1 ? "## Files to review" : `## Files to review: part ${part} of ${of}`;
  if (own.length === 0) return [title, "No file has changed lines to be shown."];
  const items = own.map(({ file, patches, note }) => {
    const shown =
      patches.length === 1 ? `\`${patches[0]}\`` : `${patches.length} parts, \`${patches[0]}\` and following`;
    return `- ${describeFile(file)}, ${roleOf(file.path)}: ${shown}${note === undefined ? "" : `. ${note}`}`;
  });
  return [title, ...items];
}

function describeFile({ path, oldPath, change, lines, binary, mode, link }: ChangedFile): string {
  return [
    inlineCode(path),
    ` ${change}`,
    ...(oldPath === undefined ? [] : [` from ${inlineCode(oldPath)}`]),
    ...(binary === true ? [", binary"] : []),
    ...(lines === undefined ? [] : [`, +${lines.added} −${lines.removed}`]),
    ...(mode === undefined ? [] : [`, mode ${mode.old ?? "none"} to ${mode.new ?? "none"}`]),
    ...(link === undefined ? [] : [`, symbolic link from ${target(link.old)} to ${target(link.new)}`]),
  ].join("");
}

const target = (link: string | undefined): string => (link === undefined ? "none" : inlineCode(link));

function otherParts({ parts, part, of, roleOf }: ScopeInput): string[] {
  if (of === 1) return [];
  const others = parts.flatMap((paths, at) =>
    at + 1 === part
      ? []
      : [
          `Part ${at + 1}: ${plural(paths.length, "file")}.`,
          ...items(
            paths.map((path) => `${inlineCode(path)}, ${roleOf(path)}`),
            MAX_OTHERS,
          ),
        ],
  );
  return [
    "## What the other parts hold",
    "The change is too large for one bundle. The other parts are reviewed in runs of their own; their code stands in `code` too.",
    ...others,
  ];
}

function withheld({ notGiven }: ScopeInput): string[] {
  if (notGiven.length === 0) return [];
  return [
    "## Not given to you",
    "Changed, but there is no room for their patches. They count as not reviewed.",
    ...items(notGiven.map(({ path, hunks, why }) => `${inlineCode(path)}, ${plural(hunks.length, "hunk")}: ${why}`)),
  ];
}

function withoutPatch({ change: { diffs, scope } }: ScopeInput): string[] {
  const shown = new Set(diffs.filter(({ hunks }) => hunks.length > 0).map(({ file }) => file.path));
  const files = scope.files
    .filter(({ path }) => !shown.has(path))
    .sort((one, other) => comparePaths(one.path, other.path));
  if (files.length === 0) return [];
  const listed = files.map((file) => `${describeFile(file)}: ${whyWithout(file)}`);
  return ["## Only listed", "Part of the change, but without a patch.", ...items(listed)];
}

function whyWithout({ listed, unread }: ChangedFile): string {
  if (unread !== undefined) return `not readable: ${unread}`;
  return listed === undefined ? "no changed lines" : `skipped: ${listed}`;
}

/** Lists that grow with the change end here; the manifest has all of what is not given. */
const MAX_LISTED = 300;
const MAX_OTHERS = 100;

function items(lines: readonly string[], max = MAX_LISTED): string[] {
  return capLines(lines, max).map((line) => `- ${line}`);
}
