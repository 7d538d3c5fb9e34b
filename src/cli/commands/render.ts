import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { openArchive } from "#adapters/store/archive.ts";
import { parseReview } from "#adapters/store/parse-review.ts";
import { writeFileWhole } from "#adapters/store/write-file.ts";
import type { Review } from "#model/review.ts";
import { renderReview } from "#pipeline/render-review.ts";
import { UserError } from "#util/errors.ts";
import { EXIT, type ExitCode, type Io, wantsColor } from "../io.ts";
import { readFormats } from "../read-formats.ts";

interface RenderOptions {
  readonly archive: string;
  readonly format: string;
  readonly out?: string;
}

/** `deep-review render`: one stored review in any format. */
export async function runRender(name: string, options: RenderOptions, io: Io): Promise<ExitCode> {
  const formats = readFormats(options.format, options.out === undefined);
  const review = await readAnyReview(name, options.archive, io);
  const out = options.out === undefined ? undefined : resolve(io.cwd(), options.out);
  const terminal = { width: io.stdout.columns ?? 100, color: out === undefined && wantsColor(io, io.stdout) };
  for await (const { fileName, text } of renderReview(review, formats, terminal)) {
    if (out === undefined) io.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
    else await writeAndSay(join(out, fileName), text, io);
  }
  return EXIT.ok;
}

async function writeAndSay(path: string, text: string, io: Io): Promise<void> {
  await writeFileWhole(path, text);
  io.stdout.write(`${path}\n`);
}

async function readAnyReview(name: string, archive: string, io: Io): Promise<Review> {
  if (!name.endsWith(".json")) return openArchive(resolve(io.cwd(), archive)).read(name);
  const path = resolve(io.cwd(), name);
  try {
    return parseReview(await readFile(path, "utf8"), name);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError({
      what: `cannot read ${name}`,
      why: error instanceof Error ? error.message : String(error),
      fix: "name a review.json, or the id of a review in the archive",
      cause: error,
    });
  }
}
