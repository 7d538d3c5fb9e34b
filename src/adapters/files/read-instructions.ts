import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageFolder } from "./package-folder.ts";

/** The instructions for one kind of job, as they ship with the package: `instructions/review.md`. */
export function readInstructions(kind: "review" | "verify" | "edit"): Promise<string> {
  return readFile(join(packageFolder(), "instructions", `${kind}.md`), "utf8");
}
