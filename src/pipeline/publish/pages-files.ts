import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type BranchFile, isPlain, MAX_BYTES, readBlobs } from "#adapters/git/pages/branch-files.ts";
import type { NewFile } from "#adapters/git/pages/write-commit.ts";
import type { Repository } from "#adapters/git/repository.ts";
import { openArchive } from "#adapters/store/archive.ts";
import { parseReview } from "#adapters/store/parse-review.ts";
import { writeFileWhole } from "#adapters/store/write-file.ts";
import type { Review } from "#model/review.ts";
import { UserError } from "#util/errors.ts";
import { safeJson } from "#util/printable.ts";
import { buildSite } from "../build-site.ts";
import { renderReview } from "../render-review.ts";

/** The files for the branch, and the records on it that cannot be read. */
export interface PagesFiles {
  readonly files: readonly NewFile[];
  readonly failed: readonly { readonly id: string; readonly error: UserError }[];
}

export interface PagesRequest {
  readonly review: Review;
  /** The files of the branch, and of the other side of a merge. The first that has a record counts. */
  readonly held: readonly ReadonlyMap<string, BranchFile>[];
  /** An empty folder of ours. */
  readonly room: string;
  readonly signal: AbortSignal;
}

/** Whether we write this path. */
export function isOurs(path: string): boolean {
  return (
    OWN_PAGES.includes(path) || path === NO_JEKYLL || RECORD.test(path) || /^reviews\/[^/]+\.(?:html|md)$/.test(path)
  );
}

/** Builds the pages for all records of the branch and the new one, in a folder of our own. */
export async function makePagesFiles(repository: Repository, request: PagesRequest): Promise<PagesFiles> {
  const { review, held, room, signal } = request;
  requireOwnPages(held[0] ?? new Map());
  const archive = openArchive(join(room, "archive"));
  await mkdir(join(archive.folder, "reviews"), { recursive: true });
  const copied = await copyRecords(repository, request, archive.folder);
  const name = `reviews/${review.id}`;
  await writeFileWhole(join(archive.folder, name, "review.json"), `${safeJson(review, 1)}\n`);
  const out = join(room, "site");
  const { failed } = await buildSite({ archive, out, signal });
  signal.throwIfAborted();
  await writeFileWhole(join(out, NO_JEKYLL), "");
  for await (const { text } of renderReview(review, ["md"], { width: 100, color: false })) {
    await writeFileWhole(join(out, `${name}.md`), text);
  }
  const broken = new Set([...failed, ...copied.failed].map(({ id }) => id));
  const ids = [...copied.ids.filter((id) => !broken.has(id)), review.id];
  const pages = [NO_JEKYLL, ...OWN_PAGES, `${name}.md`, ...ids.map((id) => `reviews/${id}.html`)];
  const record = `${name}/review.json`;
  const own = [
    ...pages.map((path) => ({ path, from: { file: join(out, path) } })),
    { path: record, from: { file: join(archive.folder, record) } },
  ];
  return { files: [...own, ...filesOfOtherSide(held, own)], failed: [...failed, ...copied.failed] };
}

/** Our files that only the other side has, unchanged. */
function filesOfOtherSide([first, ...others]: PagesRequest["held"], own: readonly NewFile[]): readonly NewFile[] {
  const made = new Set(own.map(({ path }) => path));
  const more = others.flatMap((files) => [...files.values()].filter((file) => isPlain(file) && isOurs(file.path)));
  return more
    .filter(({ path }) => first?.has(path) !== true && !made.has(path))
    .map(({ path, blob }) => ({ path, from: { blob } }));
}

/** Tells GitHub Pages to show the files as they are. */
const NO_JEKYLL = ".nojekyll";
const OWN_PAGES: readonly string[] = ["index.html", "reviewers.html"];
const RECORD = /^reviews\/([^/]+)\/review\.json$/;

/** Pages without any record are not ours: we always write both. */
function requireOwnPages(held: ReadonlyMap<string, BranchFile>): void {
  const foreign = OWN_PAGES.find((path) => held.has(path));
  if (foreign === undefined || [...held.keys()].some((path) => RECORD.test(path))) return;
  throw new UserError({
    what: `the branch has an ${foreign} of its own`,
    why: "it contains no review, so the page is somebody else's and would be lost",
    fix: "publish to another branch with --branch",
  });
}

/** What may wait on a branch for its first review: what tells a server or a reader about pages. */
const BESIDE_PAGES =
  /^(?:\.gitignore|\.gitattributes|_config\.yml|robots\.txt|favicon\.\w+|404\.html|(?:README|LICEN[CS]E)(?:\.\w+)?)$/i;

/** A file which shows that a branch is not for pages; undefined if it may be. Other files beside pages are kept. */
export function findForeignFile(held: ReadonlyMap<string, BranchFile>, isSource: boolean): string | undefined {
  const paths = [...held.keys()];
  if (!isSource && paths.some((path) => RECORD.test(path) || path === NO_JEKYLL || path === "CNAME")) return undefined;
  return paths.find((path) => !isOurs(path) && path !== "CNAME" && !BESIDE_PAGES.test(path));
}

/** Copies the records of the branch into the folder. Reports those that are not plain files or cannot be reviews. */
async function copyRecords(repository: Repository, { review, held }: PagesRequest, folder: string) {
  const names = new Map<string, BranchFile>();
  for (const files of held) {
    for (const file of files.values()) {
      const id = RECORD.exec(file.path)?.[1];
      if (id !== undefined && !names.has(id)) names.set(id, file);
    }
  }
  const failed: { id: string; error: UserError }[] = [];
  const wanted = new Map<string, string[]>();
  for (const [id, file] of names) {
    if (!isName(id) || !isPlain(file) || file.bytes > MAX_BYTES) failed.push({ id, error: badRecord(id) });
    else wanted.set(file.blob, [...(wanted.get(file.blob) ?? []), id]);
  }
  const ids: string[] = [];
  await readBlobs(repository, [...wanted.keys()], async (blob, content) => {
    const text = content.toString("utf8");
    for (const id of wanted.get(blob) ?? []) {
      if (id === review.id) requireSame(text, review);
      else {
        await writeFileWhole(join(folder, "reviews", id, "review.json"), text);
        ids.push(id);
      }
    }
  });
  return { ids: ids.sort(), failed };
}

/** Whether an id is safe as a file name. */
function isName(id: string): boolean {
  return /^[^/\\\0-\u001f\u007f]+$/.test(id) && Buffer.byteLength(id) <= 200 && id !== "." && id !== "..";
}

/** Throws if publishing would replace another review. An unreadable record may be replaced. */
function requireSame(text: string, review: Review): void {
  let other: Review;
  try {
    other = parseReview(text, `${review.id}/review.json`);
  } catch (error) {
    if (error instanceof UserError) return;
    throw error;
  }
  if (other.scope.head === review.scope.head && other.round.number === review.round.number) return;
  throw new UserError({
    what: `the branch holds another review with the id ${review.id}`,
    why: "it reviews other commits and would be lost",
    fix: "review again, which gives a new id, and publish that",
  });
}

function badRecord(id: string): UserError {
  return new UserError({
    what: `reviews/${id.slice(0, 100)}/review.json on the branch is left out of the index`,
    why: "it is a link, too large, or its folder's name cannot be a review's",
    fix: "remove it from the branch if nobody needs it",
  });
}
