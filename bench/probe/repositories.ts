import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const changesSchema = z.array(z.object({ base: z.string(), head: z.string() }));

const repositorySchema = z.object({
  repo: z.string().min(1).describe("OWNER/NAME"),
  language: z.string(),
  gitDir: z.string().min(1),
  changes: changesSchema,
  setup: z.array(z.string()).default([]),
  test: z.string().min(1),
  related: z.string().optional(),
  path: z.string().optional().describe("folders of its programs, in front of our PATH"),
});

/** A repository with the changes to probe. */
export type BenchRepository = z.infer<typeof repositorySchema>;

/** An entry of `manifest.json`, which names no commands and no folders. */
const namedSchema = z.object({
  name: z.string(),
  language: z.string(),
  for: z.string().default("probe"),
  changes: changesSchema,
});

const commandsSchema = z.record(
  z.string(),
  z.object({ setup: z.array(z.string()).default([]), test: z.string(), path: z.string().optional() }),
);

/**
 * The repositories of a manifest. Where it names no commands, they come from `$PROBE_COMMANDS` (or `commands.json` in
 * `$PROBE_REPOS`), and the clones from `$PROBE_REPOS`.
 */
export function readRepositories(file: string): BenchRepository[] {
  const list = z.array(z.unknown()).parse(JSON.parse(readFileSync(file, "utf8")));
  const whole = z.array(repositorySchema).safeParse(list);
  if (whole.success) return whole.data;
  const folder = process.env["PROBE_REPOS"] ?? "";
  const at = process.env["PROBE_COMMANDS"] ?? join(folder, "commands.json");
  if (folder === "" || !existsSync(at)) {
    console.error(`no commands at ${at}; set PROBE_REPOS to the folder of the prepared clones (bench/probe/README.md)`);
    process.exit(2);
  }
  const commands = commandsSchema.parse(JSON.parse(readFileSync(at, "utf8")));
  return z
    .array(namedSchema)
    .parse(list)
    .filter((each) => each.for === "probe")
    .flatMap(({ name, language, changes }) => {
      const own = Object.hasOwn(commands, name) ? commands[name] : undefined;
      const gitDir = join(folder, name.replace("/", "+"));
      if (own === undefined || !existsSync(gitDir)) {
        console.error(`${name}: skipped, no ${own === undefined ? "commands" : "clone"}`);
        return [];
      }
      return [{ repo: name, language, gitDir, changes, ...own }];
    });
}
