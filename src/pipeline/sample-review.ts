import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { packageFolder } from "#adapters/files/package-folder.ts";
import type { Review } from "#model/review.ts";
import { InternalError } from "#util/errors.ts";
import { importReport } from "./import-report.ts";

/** The review that ships with the package: a report of an invented change, imported like any other. */
export async function readSampleReview(): Promise<Review> {
  const folder = join(packageFolder(), "samples");
  const [name] = (await readdir(folder)).filter((file) => file.endsWith(".md"));
  if (name === undefined) throw new InternalError("the sample review is missing from the package");
  const result = importReport(await readFile(join(folder, name), "utf8"), basename(name, ".md"));
  if (!result.ok) throw new InternalError(`the sample review cannot be read: ${result.why}`);
  return result.review;
}
