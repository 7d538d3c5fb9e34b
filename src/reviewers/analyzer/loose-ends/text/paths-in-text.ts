import { MAX_LINE } from "./diff-lines.ts";

/** A path in a line, without line numbers and punctuation after it. */
interface WrittenPath {
  readonly path: string;
  /** Where it starts in the line, from 0. */
  readonly at: number;
}

// Parts of addresses, templates, globs and home folders are not paths of the repository; `@` and `~` begin such parts.
const PATH = /(?<![\w./~@:$%{}<>*#&=\\+-])(?:\.{1,2}\/)*[\w@][\w.@+-]*(?:\/[\w@.][\w.@+-]*)+\/?/g;
const CUT = /[*{}<>$%~\\]|\[/;
const PLACEHOLDER =
  /(?:^|[/._-])(?:path|to|foo|bar|baz|qux|example|examples|your|my|some|somewhere|xxx+|x|y|name|user|username|owner|org|repo|file|dir|folder|project|package|version|N)(?:$|[/._-])|(?:^|[/._-])my[-_]?[A-Za-z]|\.\.\./i;

/** The paths with at least one slash in a line. */
export function pathsIn(line: string): WrittenPath[] {
  const found: WrittenPath[] = [];
  if (line.length > MAX_LINE) return found;
  for (const match of line.matchAll(PATH)) {
    const end = match.index + match[0].length;
    if (CUT.test(line.charAt(end)) || line.startsWith("://", end)) continue;
    const path = match[0].replace(/[.@+-]+$/, "");
    if (path.includes("/")) found.push({ path, at: match.index });
  }
  return found;
}

/** Whether a path is a made-up example: `path/to/file.go`, `your/project`. */
export function isExamplePath(path: string): boolean {
  return PLACEHOLDER.test(path);
}
