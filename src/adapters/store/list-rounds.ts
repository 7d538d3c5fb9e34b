import { join } from "node:path";
import { z } from "zod";
import type { ArchivedRound } from "#model/history/archived-round.ts";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import { messageOf } from "#util/errors.ts";
import type { Archive } from "./archive.ts";
import { isInside } from "./inside.ts";
import { type PlainStats, readPlainFile, statPlainFile } from "./read-plain-file.ts";
import { writeFileWhole } from "./write-file.ts";

/** A record that cannot be read. */
interface BrokenRound {
  readonly id: string;
  readonly why: string;
}

/**
 * Lists every record of an archive with the series data of its round, in the order of ids. Caches it in the archive, so
 * that a long archive is read only once.
 */
export async function listRounds(
  archive: Archive,
): Promise<{ readonly rounds: readonly ArchivedRound[]; readonly broken: readonly BrokenRound[] }> {
  const ids = await archive.list().catch(() => []);
  const cache = join(archive.folder, "cache", "rounds.json");
  const known = await readCache(cache);
  const rounds: CachedRound[] = [];
  const broken: BrokenRound[] = [];
  for (const id of ids) {
    const path = join(archive.folder, "reviews", id, "review.json");
    try {
      const version = versionOf(await statPlainFile(path));
      const last = known.get(id);
      rounds.push(last?.version === version ? last : { version, round: await peek(id, path) });
    } catch (error) {
      broken.push({ id, why: messageOf(error) });
    }
  }
  const isNew = rounds.length !== known.size || rounds.some((round) => known.get(round.round.id) !== round);
  // The review works without the cache.
  if (isNew && rounds.length > 0 && (await isInside(archive.folder, cache)))
    await writeFileWhole(cache, JSON.stringify({ version: 3, rounds })).catch(() => undefined);
  return { rounds: rounds.map(({ round }) => round), broken };
}

/** A cache may have come with a repository, whose author cannot know these numbers of our files. */
function versionOf({ size, mtimeMs, ctimeMs, ino }: PlainStats): string {
  return [size, mtimeMs, ctimeMs, ino].join(" ");
}

const text = z.string().optional();

const peekSchema = z.object({
  kind: z.string(),
  round: z.object({ date: text }),
  scope: z.object({
    repository: z.object({ name: z.string() }).optional(),
    pullRequest: z.object({ number: z.int().positive() }).optional(),
    branch: text,
    base: text,
    head: text,
    commits: z.array(z.object({ id: z.string() })),
    files: z.array(z.object({ path: z.string(), oldPath: text })),
  }),
  series: z.object({ continues: text }).optional(),
});

/** A change with more files counts as touching any file. */
const MAX_FILES = 300;

async function peek(id: string, path: string): Promise<ArchivedRound> {
  const { kind, round, scope, series } = peekSchema.parse(JSON.parse(await readPlainFile(path)));
  return {
    id,
    kind,
    date: round.date,
    repository: scope.repository?.name,
    pullRequest: scope.pullRequest?.number,
    branch: scope.branch,
    base: scope.base,
    head: scope.head,
    commits: scope.commits.length,
    oldest: scope.commits[0]?.id,
    files:
      scope.files.length > MAX_FILES
        ? undefined
        : scope.files.flatMap(({ path, oldPath }) => [path, oldPath ?? []].flat()),
    continues: series?.continues,
  };
}

const cachedRoundSchema = z.object({
  version: z.string(),
  round: z.object({
    id: z.string(),
    kind: z.string(),
    date: text,
    repository: text,
    pullRequest: z.number().optional(),
    branch: text,
    base: text,
    head: text,
    commits: z.number(),
    oldest: text,
    files: z.array(z.string()).optional(),
    continues: text,
  }),
});
type CachedRound = DeepReadonly<z.infer<typeof cachedRoundSchema>>;

async function readCache(path: string): Promise<Map<string, CachedRound>> {
  try {
    const schema = z.object({ version: z.literal(3), rounds: z.array(cachedRoundSchema) });
    const { rounds } = schema.parse(JSON.parse(await readPlainFile(path)));
    return new Map(rounds.map((each) => [each.round.id, each]));
  } catch {
    return new Map();
  }
}
