import { join, resolve } from "node:path";
import { openArchive } from "#adapters/store/archive.ts";
import { requireInside } from "#adapters/store/inside.ts";
import { buildSite, type SiteResult } from "#pipeline/build-site.ts";
import { printable } from "#util/printable.ts";
import { archiveFolder } from "../archive-folder.ts";
import { interruptible } from "../interruptible.ts";
import { EXIT, type ExitCode, type Io } from "../io.ts";
import { formatUserError } from "../output/show-error.ts";
import { requireFolder } from "../report-output.ts";

/** `deep-review site`: builds a folder of static pages. */
export async function runSite(
  named: string | undefined,
  options: { readonly out?: string },
  io: Io,
): Promise<ExitCode> {
  const archive = openArchive(await archiveFolder({ archive: named }, io));
  const out = options.out === undefined ? join(archive.folder, "site") : resolve(io.cwd(), options.out);
  // The default folder may be a symbolic link of the repository; a folder that the user names is trusted.
  if (options.out === undefined) await requireInside(archive.folder, join(out, "reviews"));
  else await requireFolder(out);
  let result: SiteResult | undefined;
  const interrupted = await interruptible(async (signal) => {
    result = await buildSite({ archive, out, signal });
  });
  for (const { error } of result?.failed ?? []) io.stderr.write(`${formatUserError(error)}\n`);
  io.stdout.write(`${result?.pages ?? 0} pages. Open ${printable(result?.index ?? out)}\n`);
  if (interrupted) {
    io.stdout.write("Interrupted. The index lists the finished pages; run the command again for the rest.\n");
    return EXIT.interrupted;
  }
  return (result?.failed.length ?? 0) > 0 ? EXIT.user : EXIT.ok;
}
