import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { findDeskRoot } from "#adapters/desk/desk-root.ts";
import { findAbandoned } from "#adapters/desk/owner.ts";
import { findSandbox } from "#adapters/sandbox/find-sandbox.ts";
import type { Sandbox } from "#adapters/sandbox/sandbox.ts";
import { messageOf } from "#util/errors.ts";
import type { DeskState } from "./examination.ts";

/** Examines the folder of the desks and finds the sandbox that works there. */
export async function examineDesks(env: NodeJS.ProcessEnv): Promise<{ desks: DeskState; sandbox: Sandbox }> {
  try {
    const folder = findDeskRoot(env);
    const there = await nearestFolder(folder);
    const isWritable = await access(there, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    );
    const disk = await statfs(there).catch(() => undefined);
    const leftovers = (await findAbandoned(folder)).length;
    const freeBytes = disk === undefined ? undefined : disk.bavail * disk.bsize;
    const desks = { folder, isWritable, freeBytes, leftovers };
    if (isWritable) return { desks, sandbox: await findSandbox({ root: folder }) };
    const problem = `${there} cannot be written`;
    return { desks: { ...desks, problem }, sandbox: untried(problem) };
  } catch (error) {
    const problem = messageOf(error);
    return { desks: { isWritable: false, leftovers: 0, problem }, sandbox: untried(problem) };
  }
}

/** The folder itself, or the nearest one above it that exists. */
async function nearestFolder(folder: string): Promise<string> {
  const entry = await stat(folder).catch(() => undefined);
  return entry !== undefined || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

function untried(why: string): Sandbox {
  return {
    level: "none",
    says: `no sandbox was tried: ${why}`,
    wrap: (launch) => Promise.resolve(launch),
  };
}
