import { existsSync, statSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { originSchema, type Review } from "#model/review.ts";
import { hasCode, UserError, whyUnreadable } from "#util/errors.ts";
import { maskAll } from "#util/secrets/mask-all.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { safeJson } from "#util/printable.ts";
import { requireInside } from "./inside.ts";
import { parseReview } from "./parse-review.ts";
import { readPlainFile } from "./read-plain-file.ts";
import { sortReviewIds } from "./review-order.ts";
import { writeFileWhole } from "./write-file.ts";

/** A folder of reviews: `reviews/<id>/review.json` and the files beside it. */
export interface Archive {
  readonly folder: string;
  /** Ids of the reviews that have a record, oldest first. */
  list(): Promise<string[]>;
  /** Throws a UserError if the record is missing, broken or newer than this program. */
  read(id: string): Promise<Review>;
  /** The origin of a stored review; undefined if there is no readable record. */
  peekOrigin(id: string): Promise<Review["origin"]["kind"] | undefined>;
  /** Stores the record, the raw reviews beside it and, for an import, the original text. */
  write(review: Review, files: readonly ArchiveFile[]): Promise<string>;
}

interface ArchiveFile {
  readonly name: string;
  readonly content: string;
}

/** Opens the archive in this folder, which need not exist before the first write. */
export function openArchive(folder: string): Archive {
  const home = (id: string): string => join(folder, "reviews", safeName(id));
  return {
    folder,
    list: () => listReviews(folder),
    read: async (id) => parseReview(await readRecord(join(home(id), "review.json"), id), `${id}/review.json`),
    peekOrigin: (id) => peekOrigin(join(home(id), "review.json")),
    async write(plain, files) {
      for (const part of ["", "raw", PATCHES]) await requireInside(folder, join(home(plain.id), part));
      // Patches of an earlier state of this review may have the names of other problems now.
      await rm(join(home(plain.id), PATCHES), { recursive: true, force: true });
      // The record should be masked already; mask again, so that nothing unmasked is written.
      const review = maskAll(plain, maskSecrets);
      for (const { name, content } of [...rawFiles(review), ...files]) {
        await writeFileWhole(join(home(review.id), name), maskSecrets(content));
      }
      // Last, so that a folder with a record is complete.
      await writeFileWhole(join(home(review.id), "review.json"), `${safeJson(review, 1)}\n`);
      return home(review.id);
    },
  };
}

/** The folder of the patches that may be applied. */
const PATCHES = "patches";

function rawFiles({ runs }: Review): ArchiveFile[] {
  const files: ArchiveFile[] = [];
  for (const { reviewer, pass, text } of runs) {
    if (text !== undefined) files.push({ name: `raw/${reviewer}${pass > 1 ? `-p${pass}` : ""}.md`, content: text });
  }
  return files;
}

function whyNoArchive(folder: string): string {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return "there is no such folder";
  return found.isDirectory() ? "it has no folder `reviews`" : "it is a file, not a folder";
}

async function listReviews(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(join(folder, "reviews"), { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    // A round that is running, or was interrupted, has no record yet.
    return sortReviewIds(names.filter((name) => existsSync(join(folder, "reviews", name, "review.json"))));
  } catch (error) {
    const isMissing = hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR");
    throw new UserError({
      what: isMissing ? `${folder} is not an archive` : `cannot read the reviews in ${folder}`,
      why: isMissing ? whyNoArchive(folder) : whyUnreadable(error),
      fix: isMissing
        ? "review a change first with `deep-review`, or name the folder given to `deep-review import … --archive`"
        : "allow it to be read, or name another archive: --archive FOLDER",
      cause: error,
    });
  }
}

async function readRecord(path: string, id: string): Promise<string> {
  try {
    return await readPlainFile(path);
  } catch (error) {
    throw new UserError({
      what: `cannot read review ${id}`,
      why: `${path} cannot be opened, or is not a plain file`,
      fix: "check the id and the rights of the file; `reviews/` in the archive lists what is there",
      cause: error,
    });
  }
}

async function peekOrigin(path: string): Promise<Review["origin"]["kind"] | undefined> {
  try {
    return originSchema.parse(JSON.parse(await readPlainFile(path)).origin).kind;
  } catch {
    // There is no record, or import is about to replace it.
    return undefined;
  }
}

/** An id becomes a folder name, so it must not lead out of the archive. */
function safeName(id: string): string {
  if (/^[^/\\\0-\u001f]{1,200}$/.test(id) && id !== "." && id !== "..") return id;
  throw new UserError({
    what: `"${id.slice(0, 60)}" cannot be a review id`,
    why: "an id is a file name: no slash, no control character, at most 200 characters",
    fix: "rename the report's file",
  });
}
