import { setFlagsFromString } from "node:v8";

/**
 * Lets the heap grow by half before garbage collection, instead of to several times what is in use. Measured on a
 * change of 10,000 files: 200 MB less at the peak for a few percent more time. No difference for small changes.
 */
export function saveMemory(): void {
  setFlagsFromString("--heap-growing-percent=50");
}
