import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";

export const commitSchema = z.strictObject({ id: z.string().min(1), subject: z.string() });
export type Commit = DeepReadonly<z.infer<typeof commitSchema>>;

/** A run of changed lines; `old` and `new` are first line and number of lines, as in a unified diff. */
export const hunkSchema = z.strictObject({
  path: z.string(),
  oldStart: z.int().nonnegative(),
  oldLines: z.int().nonnegative(),
  newStart: z.int().nonnegative(),
  newLines: z.int().nonnegative(),
});
export type Hunk = DeepReadonly<z.infer<typeof hunkSchema>>;

export const changedFileSchema = z.strictObject({
  path: z.string(),
  oldPath: z.string().optional().describe("where a renamed or copied file came from"),
  change: z.enum(["added", "modified", "deleted", "renamed", "copied", "type-changed"]),
  binary: z.boolean().optional(),
  lines: z.strictObject({ added: z.int().nonnegative(), removed: z.int().nonnegative() }).optional(),
  mode: z
    .strictObject({ old: z.string().optional(), new: z.string().optional() })
    .optional()
    .describe("modes as git writes them, where they differ or tell a link (120000) or a submodule (160000)"),
  link: z
    .strictObject({ old: z.string().optional(), new: z.string().optional() })
    .optional()
    .describe("where a symbolic link led before the change, and where it leads now"),
  listed: z
    .string()
    .optional()
    .describe("why it is skipped by policy: generated, vendored, lock file, minified, binary …"),
  unread: z
    .string()
    .optional()
    .describe("why it could not be read although it should have been; makes the verdict incomplete"),
});
export type ChangedFile = DeepReadonly<z.infer<typeof changedFileSchema>>;

/** Asks of a file whether something holds for it under the name that it had before the change as well. */
export function inBothNames(
  files: readonly ChangedFile[],
): (path: string, holds: (name: string) => boolean) => boolean {
  const old = new Map(files.map(({ path, change, oldPath }) => [path, change === "renamed" ? oldPath : undefined]));
  return (path, holds) => holds(path) && holds(old.get(path) ?? path);
}

/** Whether it is reviewed line by line: neither skipped nor unreadable. */
export function isRead({ listed, unread }: ChangedFile): boolean {
  return listed === undefined && unread === undefined;
}

/** What is under review. What an imported report does not say is absent. */
export const scopeSchema = z.strictObject({
  repository: z.strictObject({ name: z.string(), url: z.string().optional() }).optional(),
  pullRequest: z
    .strictObject({ number: z.int().positive(), title: z.string().optional(), url: z.string().optional() })
    .optional(),
  branch: z.string().optional(),
  author: z.strictObject({ login: z.string(), url: z.string().optional() }).optional(),
  base: z.string().optional().describe("commit the change is compared with"),
  head: z.string().optional().describe("the reviewed commit"),
  commits: z.array(commitSchema).describe("in the order given"),
  commitsNote: z.string().optional().describe('prose of the commits field: "…plus 14 earlier commits"'),
  covers: z
    .string()
    .optional()
    .describe('what is under review, in words: "branch x against main, and uncommitted changes"'),
  limits: z.array(z.string()).optional().describe("what cannot be known here: a shallow clone, a missing submodule"),
  notCovered: z
    .array(z.string())
    .optional()
    .describe("what lies beside it and was not reviewed: other files of the change, what is staged otherwise"),
  files: z.array(changedFileSchema),
  hunks: z.array(hunkSchema),
});
export type Scope = DeepReadonly<z.infer<typeof scopeSchema>>;

/** A branch without the owner of the fork: no branch name holds a colon. */
export function bareBranch(branch: string): string {
  return branch.slice(branch.indexOf(":") + 1);
}

/** One pass over one exact base and head commit. Never changes once finished. */
export const roundSchema = z.strictObject({
  number: z.int().positive().optional(),
  stated: z.string().optional().describe("the round field as written, where it says more than the number"),
  date: z.string().optional().describe("as written: YYYY-MM-DD[ HH:MM]"),
  wallClockSeconds: z.number().nonnegative().optional(),
});
export type Round = DeepReadonly<z.infer<typeof roundSchema>>;
