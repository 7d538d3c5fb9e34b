import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { InternalError } from "#util/errors.ts";
import { readFile } from "node:fs/promises";

/** The folder of this package, for the source and for the built program: the nearest parent folder with `samples/`. */
export function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "samples"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new InternalError("the samples that ship with the package are missing");
    folder = parent;
  }
  return folder;
}

/** Reads the instructions that ship with the package: `instructions/review.md`. */
export function readInstructions(kind: "review" | "verify" | "edit"): Promise<string> {
  return readFile(join(packageFolder(), "instructions", `${kind}.md`), "utf8");
}
