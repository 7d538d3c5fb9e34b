import { open, realpath } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { findProgram } from "../process/find-program.ts";
import type { Launch } from "../process/launch.ts";

/** The real path of a program, and the folders and files that it needs to start. */
interface Installation {
  readonly command: string;
  readonly readable: readonly string[];
}

/**
 * Finds what a program in a hidden home needs to read: a version manager's Node, a package with its neighbours, a single
 * binary. Undefined if the program does not exist.
 */
export async function findInstallation(
  launch: Pick<Launch, "command" | "cwd" | "env">,
): Promise<Installation | undefined> {
  const { path } = await findProgram(launch);
  if (path === undefined) return undefined;
  const command = await realpath(path);
  const interpreter = await readInterpreter(command);
  if (interpreter === undefined) return { command, readable: neededBy(command) };
  const found = await findProgram({ ...launch, command: interpreter });
  // The script finds its interpreter by name, so the folder with that name is needed too.
  const more = found.path === undefined ? [] : [...neededBy(found.path), ...neededBy(await realpath(found.path))];
  return { command, readable: [...new Set([...neededBy(command), ...more])] };
}

/** Folders that contain parts of a program and no user files. */
const PROGRAM_FOLDERS = new Set(["bin", "libexec", "versions"]);

function neededBy(path: string): string[] {
  // Packages load their neighbours: all of a store, a Homebrew prefix, or the outermost node_modules.
  const whole = /^(.*?\/\.pnpm)\//.exec(path) ?? /^(.*?)\/Cellar\//.exec(path) ?? /^(.*?\/node_modules)\//.exec(path);
  if (whole?.[1] !== undefined) return [whole[1]];
  return [PROGRAM_FOLDERS.has(basename(dirname(path))) ? dirname(path) : path];
}

/** The interpreter in a script's first line; undefined for a binary. */
async function readInterpreter(path: string): Promise<string | undefined> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    const [line = ""] = buffer.toString("latin1", 0, bytesRead).split("\n");
    if (!line.startsWith("#!")) return undefined;
    const words = line.slice(2).trim().split(/\s+/);
    const [first = ""] = words;
    return basename(first) === "env" ? words.slice(1).find((word) => !/^-|=/.test(word)) : first;
  } finally {
    await file.close();
  }
}
