import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";

/** What a reviewer must not do: it reads, and writes only to its own home and temporary folder. */
export const fenceKindSchema = z.enum([
  "tracked-file",
  "worktree",
  "branch",
  "process",
  "outside-file",
  "network",
  "program-downloaded",
]);
export type FenceKind = z.infer<typeof fenceKindSchema>;

/** One thing that a reviewer did and must not do. */
export const fenceEntrySchema = z.strictObject({
  what: fenceKindSchema,
  detail: z.string().describe("a phrase"),
  path: z.string().optional().describe("of a tracked file, from the root of the repository"),
  restored: z.boolean().describe("nothing of it is left: it was undone, thrown away, ended or refused"),
  reading: z
    .enum(["before", "after"])
    .optional()
    .describe("whether it changed the file before it read it, or only after; absent: not known, or never read"),
});
export type FenceEntry = DeepReadonly<z.infer<typeof fenceEntrySchema>>;

/** What was seen of a reviewer's run beyond what it may do. No entries: it was looked at, and there was nothing. */
export const fenceSchema = z.strictObject({
  entries: z.array(fenceEntrySchema),
  more: z.int().positive().optional().describe("how many entries are not listed"),
  unknown: z.array(z.string()).optional().describe("what could not be looked at, a phrase each"),
});
export type Fence = DeepReadonly<z.infer<typeof fenceSchema>>;

/** How many entries of a run are listed. */
export const MAX_FENCE_ENTRIES = 50;

/** The entries of several runs of one reviewer, each once. */
export function joinFences(fences: readonly (Fence | undefined)[]): Fence | undefined {
  const known = fences.filter((fence) => fence !== undefined);
  if (known.length === 0) return undefined;
  const entries = [...new Map(known.flatMap((fence) => fence.entries.map((one) => [keyOf(one), one]))).values()];
  const more =
    known.reduce((sum, fence) => sum + (fence.more ?? 0), 0) + Math.max(0, entries.length - MAX_FENCE_ENTRIES);
  const unknown = [...new Set(known.flatMap((fence) => fence.unknown ?? []))];
  return {
    entries: entries.slice(0, MAX_FENCE_ENTRIES),
    ...(more > 0 && { more }),
    ...(unknown.length > 0 && { unknown }),
  };
}

const keyOf = ({ what, detail, path, restored, reading }: FenceEntry): string =>
  [what, detail, path, String(restored), reading].join("\0");

/** The number of things that a reviewer did and must not do. */
export const countFence = ({ entries, more = 0 }: Fence): number => entries.length + more;

/** What a reviewer's change of a file means for what it says about it. */
export type FileDoubt = "changed-before-reading" | "may-have-been-changed";

/** The files, from the root of the repository, that a reviewer had changed, or may have changed, before it read them. */
export function doubtfulFiles(fences: readonly (Fence | undefined)[]): ReadonlyMap<string, FileDoubt> {
  const found = new Map<string, FileDoubt>();
  for (const { path, reading } of fences.flatMap((fence) => fence?.entries ?? [])) {
    if (path === undefined || reading === "after" || found.get(path) === "changed-before-reading") continue;
    found.set(path, reading === "before" ? "changed-before-reading" : "may-have-been-changed");
  }
  return found;
}
