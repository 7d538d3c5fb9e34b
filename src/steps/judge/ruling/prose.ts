import { scanLines } from "#grammar/lines.ts";
import type { Finding } from "#model/finding.ts";

/** A finding's own words: its body without what stands in fences, where others speak. */
export function proseOf({ body }: Pick<Finding, "body">): string {
  return scanLines(body)
    .filter(({ inFence, fence }) => !inFence && fence === undefined)
    .map(({ text }) => text)
    .join("\n");
}
