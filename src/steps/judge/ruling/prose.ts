import { scanLines } from "#grammar/lines.ts";
import type { Finding } from "#model/finding.ts";

/** A finding's own words: its body without fences, which quote others. */
export function proseOf({ body }: Pick<Finding, "body">): string {
  return scanLines(body)
    .filter(({ inFence, fence }) => !inFence && fence === undefined)
    .map(({ text }) => text)
    .join("\n");
}
