import { splitFields } from "../decode-path.ts";
import { gitFailed } from "../git.ts";
import type { Repository } from "../repository.ts";

/** A file that differs between two commits, as git reports it. */
export interface RawFile {
  readonly path: string;
  readonly oldPath?: string;
  /** A, M, D, R, C or T. */
  readonly status: string;
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldId: string;
  readonly newId: string;
  /** Absent for files that git considers binary, that are too large to compare, or that differ only in line ends. */
  readonly lines?: { readonly added: number; readonly removed: number };
  readonly binary?: boolean;
}

/** Whether the file does not exist on this side. */
export const isGone = (mode: string): boolean => /^0+$/.test(mode);

/** With more candidates, git detects only exact renames. */
export const RENAME_LIMIT = 1000;

/**
 * The options of all diffs. Plumbing ignores the user's diff settings, and nothing from the repository is run. Files
 * above the threshold count as binary, so that git does not load them.
 */
export const DIFF_ARGUMENTS = [
  "-c",
  "core.bigFileThreshold=2m",
  "-c",
  "diff.suppressBlankEmpty=false",
  "diff-tree",
  "-r",
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--ignore-cr-at-eol",
  "--full-index",
  "--no-relative",
  "--no-rename-empty",
  // Otherwise `.gitmodules` or a setting could hide that a submodule moved.
  "--ignore-submodules=none",
  "-M",
  `-l${RENAME_LIMIT}`,
] as const;

/** The files that differ, with renames. A copy counts as a new file and is shown in full. */
export async function readRawDiff(repository: Repository, base: string, head: string): Promise<readonly RawFile[]> {
  const args = [...DIFF_ARGUMENTS, "-z", "--raw", "--numstat", "--end-of-options", base, head, "--"];
  const { code, stdout, stderr } = await repository.run(args);
  if (code !== 0) throw gitFailed(`compare ${base} with ${head}`, stderr);
  return parseRawDiff(splitFields(stdout));
}

/** Reads the fields of `--raw --numstat -z`: first all files, then the line counts in the same order. */
export function parseRawDiff(fields: readonly string[]): readonly RawFile[] {
  const files: RawFile[] = [];
  const counts = new Map<string, Pick<RawFile, "lines" | "binary">>();
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? "";
    if (field.startsWith(":")) {
      const [oldMode = "", newMode = "", oldId = "", newId = "", state = ""] = field.slice(1).split(" ");
      const status = state.slice(0, 1);
      const moved = status === "R" || status === "C";
      const first = fields[(at += 1)] ?? "";
      const names = moved ? { oldPath: first, path: fields[(at += 1)] ?? "" } : { path: first };
      files.push({ ...names, status, oldMode, newMode, oldId, newId });
    } else {
      const [added = "", removed = "", name = ""] = splitCounts(field);
      // The two names of a renamed file are in separate fields.
      const path = name === "" ? (fields[(at += 2)] ?? "") : name;
      counts.set(
        path,
        added === "-" ? { binary: true } : { lines: { added: Number(added), removed: Number(removed) } },
      );
    }
  }
  return files.map((file) => ({ ...file, ...counts.get(file.path) }));
}

/** Two counts and a name, which may contain tabs. */
function splitCounts(field: string): string[] {
  const first = field.indexOf("\t");
  const second = field.indexOf("\t", first + 1);
  return [field.slice(0, first), field.slice(first + 1, second), field.slice(second + 1)];
}
