import type { PassingVersion, PassingVersions, Tree } from "#model/change/change.ts";
import { splitFields } from "../decode-path.ts";
import { judgeBinary } from "../diff/judge-file.ts";
import type { ObjectReader } from "../objects/object-reader.ts";
import type { Repository } from "../repository.ts";

/** The commits of a change, and where they are read. */
interface PassingInput {
  readonly repository: Repository;
  readonly reader: ObjectReader;
  readonly base: Tree;
  readonly head: Tree;
  /** The newest commit. */
  readonly tip: string;
}

/** Nobody reviews more at once. What is beyond is reported, not silently left out. */
const MAX_COMMITS = 2000;
const MAX_VERSIONS = 5000;

/**
 * The versions of files that commits of the change made and that neither its base nor its head has, oldest first. Also
 * outside the paths that a review is narrowed to: the whole branch is pushed.
 */
export async function readPassing(input: PassingInput): Promise<PassingVersions> {
  const { repository, reader, base, head, tip } = input;
  const range = base.commit === repository.emptyTree ? tip : `${base.commit}..${tip}`;
  const { code, stdout } = await repository.run([
    "log",
    "-z",
    "--raw",
    // Of a merge: what it has from none of its parents.
    "-c",
    "--no-renames",
    "--no-abbrev",
    "--no-show-signature",
    "--no-color",
    "--no-notes",
    "--ignore-submodules=none",
    "--format=%H",
    `--max-count=${MAX_COMMITS + 1}`,
    "--end-of-options",
    range,
    "--",
  ]);
  if (code !== 0) return { versions: [], unread: "git could not list them" };
  const commits = parseLog(splitFields(stdout));
  const known = new Set([base, head].flatMap(({ files }) => files.map(({ blob }) => blob)));
  const versions = new Map<string, PassingVersion>();
  for (const { commit, path, mode, blob, before } of commits.slice(0, MAX_COMMITS).toReversed().flatMap(filesOf)) {
    if (known.has(blob) || versions.has(`${blob} ${path}`)) continue;
    versions.set(`${blob} ${path}`, {
      commit,
      path,
      async read() {
        const content = await reader.read(blob);
        if (content.kind === "text") return { text: content.text };
        const { unread } = await judgeBinary(repository, { path, newMode: mode, newId: blob }, content);
        return { unread };
      },
      async readBefore() {
        const contents = await Promise.all(before.map((id) => reader.read(id)));
        return contents.flatMap((content) => (content.kind === "text" ? [content.text] : []));
      },
    });
  }
  const all = [...versions.values()];
  const isWhole = commits.length <= MAX_COMMITS && all.length <= MAX_VERSIONS;
  return { versions: all.slice(0, MAX_VERSIONS), ...(!isWhole && { unread: "there are too many of them" }) };
}

interface LoggedCommit {
  readonly commit: string;
  readonly files: LoggedFile[];
}

interface LoggedFile {
  readonly path: string;
  readonly mode: string;
  readonly blob: string;
  readonly before: readonly string[];
}

const filesOf = ({ commit, files }: LoggedCommit) => files.map((file) => ({ commit, ...file }));

/** Reads `--raw -z` with the id of each commit before its files. A merge has as many colons as parents. */
function parseLog(fields: readonly string[]): LoggedCommit[] {
  const commits: LoggedCommit[] = [];
  for (let at = 0; at < fields.length; at += 1) {
    const field = (fields[at] ?? "").trimStart();
    const parents = /^:*/.exec(field)?.[0].length ?? 0;
    if (parents === 0) {
      if (field !== "") commits.push({ commit: field, files: [] });
      continue;
    }
    const path = fields[(at += 1)] ?? "";
    const parts = field.slice(parents).split(" ");
    const mode = parts[parents] ?? "";
    const ids = parts.slice(parents + 1, 2 * parents + 2);
    const blob = ids.at(-1) ?? "";
    const isFile = /^1[02]/.test(mode);
    const before = ids.slice(0, -1).filter((id) => !/^0+$/.test(id));
    if (isFile) commits.at(-1)?.files.push({ path, mode, blob, before });
  }
  return commits;
}
