import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { openArchive } from "#adapters/store/archive.ts";
import { parseReview } from "#adapters/store/parse-review.ts";
import { writeFileWhole } from "#adapters/store/write-file.ts";
import type { Review } from "#model/review.ts";
import { type Format, FORMATS, renderReview } from "#pipeline/render-review.ts";
import { UserError } from "#util/errors.ts";
import { EXIT, type ExitCode, type Io, wantsColor } from "../io.ts";

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

function readFormats(list: string, printed: boolean): Format[] {
  const names = list.split(",").map((name) => name.trim());
  const formats = names.filter((name): name is Format => FORMATS.some((format) => format === name));
  const wrong = names.find((name) => !FORMATS.some((format) => format === name));
  if (wrong !== undefined) {
    throw new UserError({
      what: `unknown format «${wrong}»`,
      why: `--format got ${list}`,
      fix: `use one or more of ${FORMATS.join(", ")}, separated by commas`,
    });
  }
  if (printed && formats.length > 1) {
    throw new UserError({
      what: "several formats cannot be printed at once",
      why: `--format got ${list} and there is no --out`,
      fix: "name a folder with --out, or ask for one format",
    });
  }
  return formats;
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
