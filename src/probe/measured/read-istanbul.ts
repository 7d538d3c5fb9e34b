import { z } from "zod";
import type { CoverageByPath } from "./line-coverage.ts";

const positionSchema = z.object({ line: z.number().int().nonnegative().nullable().catch(null) });
const fileSchema = z.object({
  statementMap: z.record(z.string(), z.object({ start: positionSchema, end: positionSchema })),
  s: z.record(z.string(), z.number()),
});

/** Reads `coverage-final.json`, which Jest and Vitest write. `toPath`: the path of a file of the code, by its full name. */
export function readIstanbul(value: unknown, toPath: (file: string) => string | undefined): CoverageByPath {
  const files = new Map<string, { ran: Set<number>; known: Set<number> }>();
  const parsed = z.record(z.string(), z.unknown()).safeParse(value);
  for (const [name, each] of Object.entries(parsed.success ? parsed.data : {})) {
    const path = toPath(name);
    const file = fileSchema.safeParse(each);
    if (path === undefined || !file.success) continue;
    const ran = new Set<number>();
    const known = new Set<number>();
    const counts = new Map(Object.entries(file.data.s));
    for (const [id, { start }] of Object.entries(file.data.statementMap)) {
      if (start.line === null) continue;
      known.add(start.line);
      if ((counts.get(id) ?? 0) > 0) ran.add(start.line);
    }
    files.set(path, { ran, known });
  }
  return files;
}
