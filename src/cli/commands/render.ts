import { join, resolve } from "node:path";
import { openArchive } from "#adapters/store/archive.ts";
import { MAX_RECORD_BYTES } from "#adapters/store/read-plain-file.ts";
import { parseReview } from "#adapters/store/parse-review.ts";
import type { Review } from "#model/review.ts";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { archiveFolder, type ArchiveOptions } from "../archive-folder.ts";
import { findReviewId } from "../find-review.ts";
import { EXIT, type ExitCode, type Io } from "../io.ts";
import { openPage, readFormats, writeReport } from "../report-output.ts";
import { readNamed } from "../read-named.ts";

interface RenderOptions {
  readonly archive?: string;
  readonly format: string;
  readonly out?: string;
  readonly open?: boolean;
}

/** `deep-review render`: renders one stored review in any format. */
export async function runRender(name: string, options: RenderOptions, io: Io): Promise<ExitCode> {
  const formats = readFormats(options.format, options.out === undefined);
  if (options.open === true && (options.out === undefined || !formats.includes("html"))) throw nothingToOpen(options);
  const review = await readAnyReview(name, options, io);
  const out = options.out === undefined ? undefined : resolve(io.cwd(), options.out);
  for (const path of await writeReport(review, { formats, out, io })) io.stdout.write(`${printable(path)}\n`);
  if (options.open === true && out !== undefined) await openPage(join(out, "report.html"), io);
  return EXIT.ok;
}

function nothingToOpen({ format, out }: RenderOptions): UserError {
  return new UserError({
    what: "there is no page to open",
    why: out === undefined ? "--open needs a file, but there is no --out" : `--format is ${format}, without html`,
    fix: "write a page: --format html --out DIR --open",
  });
}

async function readAnyReview(name: string, options: ArchiveOptions, io: Io): Promise<Review> {
  if (!name.endsWith(".json")) {
    const archive = openArchive(await archiveFolder(options, io));
    return archive.read(await findReviewId(archive, name));
  }
  const { text } = await readNamed(name, io, {
    fix: "name a review.json, or the id of a review in the archive",
    maxBytes: MAX_RECORD_BYTES,
  });
  return parseReview(text, name);
}
