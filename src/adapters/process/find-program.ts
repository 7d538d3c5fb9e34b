import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { hasCode } from "#util/errors.ts";
import type { Launch, NotStarted } from "./launch.ts";

/** The path of a program, or why it cannot be started. */
type FoundProgram =
  { readonly path: string } | { readonly path?: undefined; readonly reason: NotStarted; readonly message: string };

/** Finds a program as the system would: by its path, or in the folders of the launch's own `PATH`. */
export async function findProgram({
  command,
  cwd,
  env,
}: Pick<Launch, "command" | "cwd" | "env">): Promise<FoundProgram> {
  if (command.includes("\0") || command === "") return missing(command);
  if (command.includes("/")) return checkProgram(resolve(cwd, command));
  let denied: FoundProgram | undefined;
  for (const folder of (env["PATH"] ?? "").split(delimiter)) {
    // An empty entry means the working directory, which may contain reviewed code.
    if (!isAbsolute(folder)) continue;
    const found = await checkProgram(join(folder, command));
    if (found.path !== undefined) return found;
    if (found.reason === "not-allowed") denied = found;
  }
  return denied ?? missing(command);
}

async function checkProgram(path: string): Promise<FoundProgram> {
  try {
    const entry = await stat(path);
    if (!entry.isFile()) return { reason: "not-allowed", message: `${path} is not a program but a folder or device` };
    await access(path, constants.X_OK);
    return { path };
  } catch (error) {
    if (hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR")) return missing(path);
    return { reason: "not-allowed", message: `${path} may not be executed` };
  }
}

function missing(command: string): FoundProgram {
  return { reason: "not-found", message: `the program ${command} was not found` };
}
