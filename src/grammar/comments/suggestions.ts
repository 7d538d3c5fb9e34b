import { scanLines } from "../lines.ts";

/** The lines of each `suggestion` fence of a comment, which are to replace the commented lines. */
export function suggestionsIn(body: string): string[][] {
  const found: string[][] = [];
  let open: string[] | undefined;
  for (const { text, inFence, fence } of scanLines(body)) {
    if (fence?.open === true) open = /^suggestion\b/i.test(fence.info) ? [] : undefined;
    else if (fence?.open === false) {
      if (open !== undefined) found.push(open);
      open = undefined;
    } else if (inFence) open?.push(text);
  }
  return found;
}
