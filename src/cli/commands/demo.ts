import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readSampleReview } from "#pipeline/import/sample-review.ts";
import { printable } from "#util/printable.ts";
import { EXIT, type ExitCode, type Io } from "../io.ts";
import { openPage, writeReport } from "../report-output.ts";

/** `deep-review demo`: renders the sample review. Needs neither a key nor a network. */
export async function runDemo(options: { readonly out?: string; readonly open?: boolean }, io: Io): Promise<ExitCode> {
  const review = await readSampleReview();
  const out =
    options.out === undefined ? await mkdtemp(join(tmpdir(), "deep-review-demo-")) : resolve(io.cwd(), options.out);
  await writeReport(review, { formats: ["terminal"], out: undefined, io });
  await writeReport(review, { formats: ["html", "md", "sarif"], out, io });
  io.stdout.write(`\n  Page     ${printable(join(out, "report.html"))}\n`);
  if (options.open === true) await openPage(join(out, "report.html"), io);
  return EXIT.ok;
}
