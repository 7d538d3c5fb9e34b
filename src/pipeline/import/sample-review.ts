import { readdir, readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { makeTemporaryFolder } from "#adapters/desk/owner.ts";
import { packageFolder } from "#adapters/files/package-folder.ts";
import { importStream } from "#adapters/git/objects/import-stream.ts";
import { importReport } from "#import/import-report.ts";
import type { Review } from "#model/review.ts";
import { InternalError } from "#util/errors.ts";
import { addExcerpts } from "./import-reports.ts";

/**
 * The review that ships with the package: a report on a small real repository, imported like any other. If git is
 * installed, the repository is recreated in a temporary folder for the cited code.
 */
export async function readSampleReview(): Promise<Review> {
  const folder = join(packageFolder(), "samples");
  const names = await readdir(folder);
  const report = names.find((name) => name.endsWith(".md"));
  if (report === undefined) throw new InternalError("the sample review is missing from the package");
  const result = importReport(await readFile(join(folder, report), "utf8"), basename(report, ".md"));
  if (!result.ok) throw new InternalError(`the sample review cannot be read: ${result.why}`);
  const stream = names.find((name) => name.endsWith(".fast-export"));
  return stream === undefined
    ? result.review
    : withSampleCode(result.review, await readFile(join(folder, stream), "utf8"));
}

async function withSampleCode(review: Review, stream: string): Promise<Review> {
  const folder = await makeTemporaryFolder("deep-review-sample");
  try {
    return (await importStream(folder, stream)) ? await addExcerpts(review, folder) : review;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
