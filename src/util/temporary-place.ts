import { tmpdir } from "node:os";
import { resolve } from "node:path";

/** The system's folder for temporary files. `TMPDIR` may name it relative to the folder that we were started in. */
export function temporaryPlace(): string {
  return resolve(tmpdir());
}
