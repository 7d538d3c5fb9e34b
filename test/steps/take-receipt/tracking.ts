import type { PatchPlace } from "#model/agent/bundle.ts";
import type { ToolEvent } from "#model/agent/agent-event.ts";
import type { Change, DiffLine } from "#model/change/change.ts";
import { reviewerId } from "#model/ids.ts";
import { indexHunks } from "#steps/take-receipt/hunk-index.ts";
import { createReadingTracker, type ReadingTracker } from "#steps/take-receipt/reading-tracker.ts";

/** The folder that the invented agents of these tests work in. */
export const DESK = "/desks/one";

/** Patches of a change as a bundle has them, one for each file, and where the hunks stand in them. */
export function makePatches({ scope, diffs }: Change): { texts: Map<string, string>; places: PatchPlace[] } {
  const texts = new Map<string, string>();
  const places: PatchPlace[] = [];
  let hunk = 0;
  for (const [at, { file, hunks }] of diffs.entries()) {
    if (hunks.length === 0) continue;
    const path = `review/patches/${String(at + 1).padStart(4, "0")}.patch`;
    const lines = [`--- a/${file.oldPath ?? file.path}`, `+++ b/${file.path}`];
    for (const { oldStart, oldLines, newStart, newLines, lines: body } of hunks) {
      const start = lines.push(`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`);
      for (const line of body) lines.push(signed(line));
      places.push({ path, start, end: lines.length, hunk: hunk++ });
    }
    texts.set(path, `${lines.join("\n")}\n`);
  }
  if (hunk !== scope.hunks.length) throw new Error("hunks of the scope and of the diffs differ");
  return { texts, places };
}

const SIGNS = { context: " ", added: "+", removed: "-" } as const;
const signed = ({ kind, text }: DiffLine): string => `${SIGNS[kind]}${text}`;

/** A tool call that ended well; a test names what it is about. */
export function aCall(over: Partial<ToolEvent>): ToolEvent {
  return { type: "tool", id: "1", name: "Read", action: "read", state: "done", paths: [], ...over };
}

/** A tracker that has seen these calls. */
export function track(change: Change, calls: readonly Partial<ToolEvent>[]): ReadingTracker {
  const tracker = createReadingTracker(indexHunks(change), reviewerId("claude"));
  const see = tracker.watch({ folders: [DESK], places: makePatches(change).places });
  calls.forEach((call, at) => see(aCall({ id: String(at), ...call })));
  return tracker;
}

/** The hunks that these calls prove read, by path and first new line. */
export function readBy(change: Change, ...calls: readonly Partial<ToolEvent>[]): string[] {
  return track(change, calls)
    .readings()
    .map(({ hunk }) => `${hunk.path}:${hunk.newStart}`);
}

/** All hunks of a change, named in the same way. */
export function allOf({ scope }: Change): string[] {
  return scope.hunks.map(({ path, newStart }) => `${path}:${newStart}`);
}
