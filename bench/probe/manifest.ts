import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const repositorySchema = z.object({
  repo: z.string().min(1).describe("OWNER/NAME"),
  language: z.string(),
  gitDir: z.string().min(1),
  changes: z.array(z.object({ base: z.string(), head: z.string() })),
  setup: z.array(z.string()).default([]),
  test: z.string().min(1),
  related: z.string().optional(),
  path: z.string().optional().describe("a PATH for its programs, in front of ours"),
});

/** A repository with the changes to probe. `bench/probe/README.md` describes the file. */
export type BenchRepository = z.infer<typeof repositorySchema>;

/** The repositories of a manifest: a JSON file with a list, or a folder of files with one each. */
export function readManifest(at: string): BenchRepository[] {
  const files = at.endsWith(".json")
    ? [at]
    : readdirSync(at)
        .filter((name) => name.endsWith(".json"))
        .map((name) => join(at, name));
  return files.flatMap((file) => {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    const list = Array.isArray(value)
      ? value
      : isRecord(value) && Array.isArray(value["repositories"])
        ? value["repositories"]
        : [value];
    return z.array(repositorySchema).parse(list);
  });
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
