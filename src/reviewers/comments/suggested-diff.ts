import { scanLines } from "#grammar/lines.ts";
import type { Location } from "#model/location.ts";

/** The lines of files at the head. */
export type HeadLines = ReadonlyMap<string, readonly string[]>;

/**
 * Turns each `suggestion` of a comment into a diff that replaces the commented lines. If these lines are unknown, the
 * suggestion stays as it is, with an introduction.
 */
export function withSuggestedDiffs(body: string, place: Location | undefined, head: HeadLines): string {
  const out: string[] = [];
  let open: { readonly fence: string; readonly lines: string[] } | undefined;
  for (const { text, inFence, fence } of scanLines(body)) {
    if (fence?.open === true && /^suggestion\b/i.test(fence.info)) open = { fence: text, lines: [] };
    else if (open === undefined) out.push(text);
    else if (fence?.open === false) {
      out.push(...asDiff(open.lines, place, head));
      open = undefined;
    } else if (inFence) open.lines.push(text);
  }
  if (open !== undefined) out.push(open.fence, ...open.lines);
  return out.join("\n");
}

const CONTEXT = 3;

function asDiff(wanted: readonly string[], place: Location | undefined, head: HeadLines): string[] {
  const file = place === undefined ? undefined : head.get(place.path);
  const { start, end } = place ?? {};
  const isThere = file !== undefined && start !== undefined && end !== undefined && end <= file.length;
  if (place === undefined || !isThere) return ["Suggested fix:", "", ...fenced("", wanted)];
  const first = Math.max(1, start - CONTEXT);
  const before = file.slice(first - 1, start - 1);
  const old = file.slice(start - 1, end);
  const after = file.slice(end, end + CONTEXT);
  const around = before.length + after.length;
  return fenced("diff", [
    `--- a/${place.path}`,
    `+++ b/${place.path}`,
    `@@ -${first},${around + old.length} +${first},${around + wanted.length} @@`,
    ...before.map((line) => ` ${line}`),
    ...old.map((line) => `-${line}`),
    ...wanted.map((line) => `+${line}`),
    ...after.map((line) => ` ${line}`),
  ]);
}

/** A code block whose fence is longer than any inside. */
function fenced(info: string, lines: readonly string[]): string[] {
  const longest = Math.max(2, ...lines.map((line) => /^[\s+-]{0,100}(`+)/.exec(line)?.[1]?.length ?? 0));
  const mark = "`".repeat(longest + 1);
  return [`${mark}${info}`, ...lines, mark];
}
