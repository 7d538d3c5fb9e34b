import { type Format, FORMATS } from "#pipeline/render-review.ts";
import { UserError } from "#util/errors.ts";

/** Reads a comma list of formats; several can only be written to a folder, not printed. */
export function readFormats(list: string, printed: boolean): Format[] {
  const names = list.split(",").map((name) => name.trim());
  const formats = names.filter((name): name is Format => FORMATS.some((format) => format === name));
  const wrong = names.find((name) => !FORMATS.some((format) => format === name));
  if (wrong !== undefined) {
    throw new UserError({
      what: `unknown format "${wrong}"`,
      why: `--format is ${list}`,
      fix: `use one or more of ${FORMATS.join(", ")}, separated by commas`,
    });
  }
  if (printed && formats.length > 1) {
    throw new UserError({
      what: "several formats cannot be printed at once",
      why: `--format is ${list} and there is no --out`,
      fix: "name a folder with --out, or use one format",
    });
  }
  return formats;
}
