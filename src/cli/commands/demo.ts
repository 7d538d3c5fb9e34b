import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { writeFileWhole } from "#adapters/store/write-file.ts";
import { renderReview } from "#pipeline/render-review.ts";
import { readSampleReview } from "#pipeline/import/sample-review.ts";
import { printable } from "#util/printable.ts";
import { EXIT, type ExitCode, type Io, wantsColor } from "../io.ts";
import { openPage } from "../report-output.ts";

/** `deep-review demo`: the sample review as a page, without a key and without a network. */
export async function runDemo(options: { readonly out?: string; readonly open?: boolean }, io: Io): Promise<ExitCode> {
  const review = await readSampleReview();
  const out =
    options.out === undefined ? await mkdtemp(join(tmpdir(), "deep-review-demo-")) : resolve(io.cwd(), options.out);
  const terminal = { width: io.stdout.columns ?? 100, color: wantsColor(io, io.stdout) };
  for await (const { format, fileName, text } of renderReview(review, ["terminal", "html", "md", "sarif"], terminal)) {
    if (format === "terminal") io.stdout.write(`${text.trimEnd()}\n\n`);
    else await writeFileWhole(join(out, fileName), text);
  }
  io.stdout.write(`  Page     ${printable(join(out, "report.html"))}\n`);
  if (options.open === true) await openPage(join(out, "report.html"), io);
  return EXIT.ok;
}
