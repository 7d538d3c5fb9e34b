import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";

/**
 * A place in the repository at the reviewed head. Path from the root with `/` (as the reviewer wrote it when it
 * cannot be resolved, so it may be a bare file name; a folder ends with `/`). Lines count from 1, both ends included;
 * no lines means the whole file. `a.go:10-12,20` is two locations of one path.
 */
export const locationSchema = z
  .strictObject({
    path: z.string().min(1),
    start: z.int().positive().optional(),
    end: z.int().positive().optional(),
  })
  .refine(({ start, end }) => (start === undefined) === (end === undefined), "start and end come together")
  .refine(({ start, end }) => start === undefined || end === undefined || start <= end, "start is after end");
export type Location = DeepReadonly<z.infer<typeof locationSchema>>;

/** A range of lines, counted from 1, both ends included. */
export const lineSpanSchema = z.strictObject({ start: z.int().positive(), end: z.int().positive() });
export type LineSpan = DeepReadonly<z.infer<typeof lineSpanSchema>>;

/** Whether two paths may name one file: reviewers shorten them, so one may be the tail of the other. */
export function mayBeSameFile(one: string, other: string): boolean {
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}

/** `path`, `path:12` or `path:12-15`. */
export function formatLocation({ path, start, end }: Location): string {
  if (start === undefined || end === undefined) return path;
  return start === end ? `${path}:${start}` : `${path}:${start}-${end}`;
}

/** Several locations as printed on a finding line: ranges of one path are joined, `a.go:10-12,20`. */
export function formatLocations(locations: readonly Location[]): string[] {
  const printed: string[] = [];
  let last: Location | undefined;
  for (const location of locations) {
    const joins = last?.path === location.path && last.start !== undefined && location.start !== undefined;
    if (joins) printed[printed.length - 1] += `,${formatLocation(location).slice(location.path.length + 1)}`;
    else printed.push(formatLocation(location));
    last = location;
  }
  return printed;
}
