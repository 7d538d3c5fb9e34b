import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { InternalError } from "#util/errors.ts";

/** The folder of this package, from source and from the built program alike: the nearest with `samples/` above this file. */
export function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "samples"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new InternalError("the samples that ship with the package are missing");
    folder = parent;
  }
  return folder;
}
