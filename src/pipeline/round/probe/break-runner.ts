import { lstat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { editCopy, type FileEdit, watchCopy } from "#adapters/desk/edit-copy.ts";
import type { Desk } from "#adapters/desk/open-desk.ts";
import { type CommandRun, type CopyHost, openWorkingCopy, type WorkingCopy } from "#adapters/desk/working-copy.ts";

/** One run of the tests, with some files changed. */
export interface RunRequest {
  readonly command: string;
  readonly edits: readonly FileEdit[];
  readonly timeoutSeconds: number;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** A run, and what it did to the copy. */
export interface BrokenRun extends CommandRun {
  /** It changed tracked files, or was ended by us, so that later runs get a new copy. */
  readonly spoiled?: string | undefined;
}

/** Runs the tests again and again on one copy of the code, each time with other files changed. */
export interface BreakRunner {
  /** Throws if it cannot be started, and if the round is stopped. */
  run(request: RunRequest): Promise<BrokenRun>;
  /** The copy that the next run uses. */
  place(): Promise<Pick<WorkingCopy, "folder" | "code">>;
  close(): Promise<void>;
}

export interface RunnerHost extends CopyHost {
  readonly desk: Desk;
  /** Paths of the commit's files. */
  readonly tracked: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

/** Files that Python compiled would hide an edit of the same second, so it neither reads nor writes them. */
const ENVIRONMENT = { PYTHONDONTWRITEBYTECODE: "1", PYTHONPYCACHEPREFIX: "/nonexistent" };

/** Makes the runner. The copy is made when it is first needed. */
export function openBreakRunner(host: RunnerHost): BreakRunner {
  let copy: WorkingCopy | undefined;
  let made = 0;
  const ready = async (): Promise<WorkingCopy> =>
    (copy ??= await openWorkingCopy(host.desk, `probe-${(made += 1)}`, host));
  const close = async (): Promise<void> => {
    const old = copy;
    copy = undefined;
    await old?.close();
  };
  return {
    async run(request) {
      const done = await runOn(await ready(), request, host).catch(async (error: unknown) => {
        await close();
        throw error;
      });
      if (done.spoiled !== undefined) await close();
      return done;
    },
    place: ready,
    close,
  };
}

async function runOn(copy: WorkingCopy, request: RunRequest, { tracked, signal }: RunnerHost): Promise<BrokenRun> {
  const { command, edits, timeoutSeconds, env } = request;
  const edited = await editCopy(copy, edits);
  const watch = await watchCopy(copy);
  const run = await copy.run(command, {
    timeoutSeconds,
    signal,
    env: { ...ENVIRONMENT, ...env },
    keep: { from: "end", characters: MAX_KEPT },
  });
  const spoiled = describeEnd(run) ?? (await findSpoiled(copy, await watch.changed(), tracked));
  if (spoiled !== undefined) return { ...run, spoiled };
  if (!(await edited.isIntact())) return { ...run, spoiled: "the run wrote to a file that was broken" };
  await edited.restore();
  return run;
}

/** Of each run, in characters. */
const MAX_KEPT = 4000;

/** What we ended may have left anything half done. */
function describeEnd({ isTimeout, limit }: CommandRun): string | undefined {
  if (isTimeout) return "the run was ended when its time was up";
  return limit === undefined ? undefined : `the run was ended: ${limit}`;
}

/** Why the tracked files are not as they were. Undefined: they are. */
async function findSpoiled(
  { code }: WorkingCopy,
  changed: readonly string[] | undefined,
  tracked: ReadonlySet<string>,
): Promise<string | undefined> {
  if (changed === undefined) return "the run wrote too many files to list";
  const written = changed.find((path) => tracked.has(path));
  if (written !== undefined) return `the run changed ${written}`;
  const folders = new Set(changed);
  // A file that is gone shows in the time of its folder.
  const near = [...tracked].filter((path) => folders.has(folderOf(path)));
  const there = await Promise.all(near.map((path) => lstat(join(code, path)).catch(() => undefined)));
  const gone = near.find((_, at) => there[at] === undefined);
  return gone === undefined ? undefined : `the run removed ${gone}`;
}

const folderOf = (path: string): string => (dirname(path) === "." ? "" : dirname(path));
