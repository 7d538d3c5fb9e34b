import type { FileRole } from "#model/change/change-index.ts";

/** What decides whether a file is one that gates check with. */
export interface CheckFiles {
  readonly roleOf: (path: string) => FileRole;
  /** The commands of the gates, which may name scripts of the repository. */
  readonly commands: readonly string[];
}

/**
 * The files in which a patch changes what gates check: their configuration, and tests, unless it only adds to these. With
 * such a patch a green gate says nothing of the problem.
 */
export function findWeakened(patch: string, files: CheckFiles): string[] {
  return filesOf(patch).flatMap((file) => (isWeakened(file, files) ? [file.paths[0] ?? ""] : []));
}

interface PatchedFile {
  /** The old and the new name. */
  readonly paths: readonly string[];
  readonly isNew: boolean;
  /** It is deleted, renamed, gets another mode or loses lines. */
  readonly loses: boolean;
  readonly added: readonly string[];
}

function isWeakened({ paths, isNew, loses, added }: PatchedFile, { roleOf, commands }: CheckFiles): boolean {
  if (paths.some((path) => SETTINGS.test(lastPart(path)) || commands.some((line) => names(line, path)))) return true;
  if (!paths.some((path) => roleOf(path) === "test" || CHECKER.test(lastPart(path)))) return false;
  return !isNew && (loses || added.some((line) => ENDS.test(line)));
}

/** Files that tell tools what to check, by their names in common ecosystems. */
const SETTINGS =
  /^(?:package\.json|[jt]sconfig[\w.-]*\.json|\.?(?:eslint|oxlint|prettier|stylelint|mocha|swc|babel)rc(?:\.\w+)?|(?:eslint|vitest|jest|vite|playwright|karma|ava|babel|prettier|oxlint|deep-review)\.config\.\w+|\.\w+ignore|biome\.jsonc?|pyproject\.toml|setup\.(?:cfg|py)|tox\.ini|pytest\.ini|mypy\.ini|\.?(?:ruff|clippy|mise)\.toml|conftest\.py|noxfile\.py|\.golangci\.\w+|Makefile|[Jj]ustfile|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|\.shellcheckrc)$/;

/** Scripts that check something. */
const CHECKER = /(?:^|[-_.])(?:tests?|specs?|checks?|lint)(?:[-_.]|$)/i;

/** What ends a test early or leaves it out. */
const ENDS = /\b(?:skip\w*|only|x?fail|todo|ignored?|disable\w*|exit|return|noqa|nolint|no_run)\b/i;

const names = (command: string, path: string): boolean =>
  command.split(/[\s'"=;|&()]+/).some((word) => word.replace(/^(?:\.\/)+/, "") === path);

const lastPart = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The files of a patch that git applies, so its form is certain. */
function filesOf(patch: string): PatchedFile[] {
  return splitFiles(patch.split("\n")).map((lines) => {
    const from = lines.findIndex((line) => line.startsWith("@@ "));
    const head = from === -1 ? lines : lines.slice(0, from);
    const body = from === -1 ? [] : lines.slice(from);
    const named = head.flatMap(
      (line) =>
        NAME.exec(line)
          ?.slice(1)
          .find((one) => one !== undefined) ?? [],
    );
    const paths = [...new Set(named.filter((path) => path !== "/dev/null").map(unquote))];
    const added = body.filter((line) => line.startsWith("+"));
    const isMoved = head.some((line) => /^(?:rename|deleted file|old mode|copy|GIT binary)/.test(line));
    return { paths, isNew: isNewFile(head), loses: isMoved || body.some((line) => line.startsWith("-")), added };
  });
}

/** The names in the header lines of a file; the first line of git repeats them, or has the only ones of a mere mode. */
const NAME =
  /^(?:--- (?:a\/)?([^\t]+)|\+\+\+ (?:b\/)?([^\t]+)|rename (?:from|to) (.+)|copy (?:from|to) (.+)|diff --git .+ "?b\/(.+?)"?)(?:\t.*)?$/;

const isNewFile = (head: readonly string[]): boolean =>
  head.some((line) => line.startsWith("new file mode") || line.startsWith("--- /dev/null"));

/** A quoted name keeps its letters, which is enough to know what kind of file it is. */
const unquote = (path: string): string => path.replace(/^"(?:[ab]\/)?|"$/g, "");

function splitFiles(lines: readonly string[]): string[][] {
  const files: string[][] = [];
  for (const [at, line] of lines.entries()) {
    const isBare = line.startsWith("--- ") && (lines[at + 1] ?? "").startsWith("+++ ");
    const opensBare = isBare && (files.at(-1) ?? []).some((one) => one.startsWith("@@ "));
    if (line.startsWith("diff --git ") || opensBare || files.length === 0) files.push([]);
    files.at(-1)?.push(line);
  }
  return files;
}
