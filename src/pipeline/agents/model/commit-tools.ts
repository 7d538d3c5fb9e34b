import type { Blame, BlamedLine } from "#adapters/git/history/blame.ts";
import type { Grep } from "#adapters/git/objects/grep.ts";
import type { BundleFile } from "#model/agent/bundle.ts";
import type { Change, Tree } from "#model/change/change.ts";
import type { FileRange, ReviewTools, SearchQuestion, ToolAnswer } from "#reviewers/model/review-tools.ts";
import { bodyLines, headerLines, hunkLine } from "#steps/build-context/patch/patch-lines.ts";
import { matchGlob } from "#util/match-glob.ts";
import { createDesk, type CommitDesk, type ReadableFile } from "./commit-desk.ts";
import { cutLine, splitTextLines, showLines, showPage } from "./show-lines.ts";

/** What the tools of a model look at. */
export interface CommitToolsInput {
  readonly change: Change;
  readonly head: Tree;
  readonly blame: Blame;
  readonly grep: Grep;
  /** The files of the bundle: `review/…`. */
  readonly bundle: readonly BundleFile[];
  /** Who wrote what is not told. */
  readonly isBlind?: boolean;
}

const MAX_FILES = 1000;
const MAX_HITS = 200;
const MAX_PATTERN = 300;
const MAX_BLAMED = 300;

/** The tools of a model over the reviewed commit and the bundle. They answer what is asked, or say why not; never throw. */
export function createCommitTools(input: CommitToolsInput): ReviewTools {
  const desk = createDesk(input);
  return {
    list: guard(async ({ path = "", glob }) => listFiles(desk, path, glob)),
    read: guard((ask) => readLines(desk, ask)),
    search: guard((ask) => search(desk, input, ask)),
    diff: guard(async ({ path }) => showDiff(input.change, desk, path)),
    blame: guard((ask) => showBlame(desk, input, ask)),
  };
}

function guard<Ask>(answer: (ask: Ask) => Promise<ToolAnswer>): (ask: Ask) => Promise<ToolAnswer> {
  return (ask) => answer(ask).catch(() => no("this could not be read"));
}

function no(text: string, paths: readonly string[] = []): ToolAnswer {
  return { text, paths, isError: true };
}

function listFiles(desk: CommitDesk, path: string, glob: string | undefined): ToolAnswer {
  const below = desk.below(path);
  if (below.length === 0) return no(`there is no file or folder ${path}`);
  if (glob !== undefined && glob.length > MAX_PATTERN) return no("this glob is too long");
  const inFolder = (name: string): string => (path === "" ? name.replace(/^code\//, "") : name);
  const wanted = below.filter(
    ({ shown, inside }) => glob === undefined || matchGlob(inside, glob) || matchGlob(inFolder(shown), glob),
  );
  const names = wanted.slice(0, MAX_FILES).map(({ shown }) => shown);
  const more = wanted.length - names.length;
  const note = more > 0 ? [`(${more} more of ${wanted.length} files are not listed; name a folder or a glob)`] : [];
  const text =
    names.length === 0 ? `none of ${below.length} files matches ${glob ?? ""}` : [...names, ...note].join("\n");
  return { text, paths: path === "" ? [] : [path] };
}

async function readLines(desk: CommitDesk, { path, start, end }: FileRange): Promise<ToolAnswer> {
  const place = desk.find(path);
  if (place === undefined) return noFile(desk, path);
  const text = await place.read();
  if (text === undefined) return no(`${place.shown} is binary or larger than 2 MB`, [place.shown]);
  const page = showPage(text, { start, end });
  if (typeof page === "string") return no(`${place.shown}: ${page}`, [place.shown]);
  return { text: page.text, paths: [place.shown], lines: page.lines };
}

function noFile(desk: CommitDesk, path: string): ToolAnswer {
  if (desk.below(path).length > 0) return no(`${path} is a folder: list_files shows what is in it`);
  const alike = desk.alike(path);
  return no(`there is no file ${path}${alike.length === 0 ? "" : `; did you mean ${alike.join(", ")}?`}`);
}

async function search(desk: CommitDesk, { grep }: CommitToolsInput, ask: SearchQuestion): Promise<ToolAnswer> {
  const { pattern, path = "", isRegex = false } = ask;
  const fault = faultOf(pattern, isRegex);
  if (fault !== undefined) return no(fault);
  const paths = path === "" ? [] : [path];
  const inBundle = desk.below(path).filter(({ isBundle }) => isBundle);
  if (path !== "" && inBundle.length > 0) {
    if (isRegex) return no("in review/ only a text can be searched for, not a pattern", paths);
    const found = await Promise.all(inBundle.map((place) => searchText(place, pattern)));
    return { text: describeHits(found.flat(), { most: MAX_HITS }), paths };
  }
  const place = path === "" ? undefined : desk.repositoryPath(path);
  if (path !== "" && place === undefined) return no(`there is no file or folder ${path}`);
  const { hits, unfinished, complaint } = await grep({
    pattern,
    isRegex,
    most: MAX_HITS,
    ...(place ? { path: place } : {}),
  });
  if (complaint !== undefined) return no(`this pattern is not understood: ${complaint.slice(0, 200)}`, paths);
  const rows = hits.map((hit) => `code/${hit.path}:${hit.line}:${cutLine(hit.text)}`);
  return { text: describeHits(rows, { most: MAX_HITS, unfinished }), paths };
}

/** Patterns are matched by another process that can be ended; what would fill its memory is not let through. */
function faultOf(pattern: string, isRegex: boolean): string | undefined {
  if (pattern.includes("\n") || pattern.includes("\0")) return "a search is for text within one line";
  if (pattern.length > MAX_PATTERN) return `a search is for at most ${MAX_PATTERN} characters`;
  const counts = isRegex ? (pattern.match(/\{[^}]*\}?/g) ?? []) : [];
  if (counts.length > 1 || counts.some((count) => /\d{3}/.test(count)))
    return "repetitions are counted too often: use * or +";
  return undefined;
}

async function searchText(place: ReadableFile, pattern: string): Promise<string[]> {
  const lines = splitTextLines((await place.read()) ?? "");
  return lines.flatMap((line, at) => (line.includes(pattern) ? [`${place.shown}:${at + 1}:${cutLine(line)}`] : []));
}

function describeHits(
  rows: readonly string[],
  { most, unfinished }: { most: number; unfinished?: "many" | "slow" | undefined },
): string {
  if (rows.length === 0)
    return unfinished === "slow" ? "nothing found so far; the search took too long" : "nothing found";
  const isCut = rows.length > most || unfinished === "many";
  const notes = [
    ...(isCut
      ? [`(more than ${most} lines; only the first are shown: search for something rarer, or in a folder)`]
      : []),
    ...(unfinished === "slow" ? ["(the search took too long and was ended: there may be more)"] : []),
  ];
  return [...rows.slice(0, most), ...notes].join("\n");
}

function showDiff({ diffs, scope }: Change, desk: CommitDesk, path: string): ToolAnswer {
  const name = desk.repositoryPath(path) ?? path.replace(/^code\//, "");
  const isIt = (file: { readonly path: string; readonly oldPath?: string | undefined }): boolean =>
    file.path === name || file.oldPath === name;
  const diff = diffs.find(({ file }) => isIt(file));
  const file = diff?.file ?? scope.files.find(isIt);
  if (file === undefined) return no(`${path} is not changed; ${scope.files.length} files are: see review/scope.md`);
  const shown = `code/${file.path}`;
  if (diff === undefined || diff.hunks.length === 0) {
    const why = file.unread ?? file.listed ?? "it was moved or its mode changed, or it is binary";
    return { text: `${shown} has no lines to show: ${why}`, paths: [shown] };
  }
  const lines = diff.hunks.flatMap((hunk) => [hunkLine(hunk), ...hunk.lines.flatMap(bodyLines)]);
  return { text: showLines([...headerLines(file), ...lines]), paths: [shown] };
}

async function showBlame(
  desk: CommitDesk,
  { blame, isBlind = false }: CommitToolsInput,
  ask: FileRange,
): Promise<ToolAnswer> {
  const place = desk.find(ask.path);
  if (place === undefined || place.isBundle) return noFile(desk, ask.path);
  const total = splitTextLines((await place.read()) ?? "").length;
  const start = ask.start ?? 1;
  if (start > total) return no(`${place.shown} has ${total} lines`, [place.shown]);
  const end = Math.min(ask.end ?? total, start + MAX_BLAMED - 1, total);
  if (end < start) return no("the last line stands before the first", [place.shown]);
  const blamed = await blame(place.inside, start, end);
  if (blamed === undefined) return no(`the past of ${place.shown} is not known`, [place.shown]);
  const wanted = ask.end ?? total;
  const note =
    Math.min(wanted, total) > end
      ? [`(lines ${end + 1} to ${Math.min(wanted, total)} are left out: ask for them)`]
      : [];
  const lines = { start, end };
  return {
    text: showLines([...blamed.map((line) => describeBlame(line, isBlind)), ...note]),
    paths: [place.shown],
    lines,
  };
}

function describeBlame(
  { line, text, commit, author, time, summary, isBoundary }: BlamedLine,
  isBlind: boolean,
): string {
  const day = new Date(time * 1000).toISOString().slice(0, 10);
  const who = isBlind ? "" : ` ${author.slice(0, 40)}: ${summary.slice(0, 80)}`;
  return `${line}\t${cutLine(text)}\t[${isBoundary ? "^" : ""}${commit.slice(0, 10)} ${day}${who}]`;
}
