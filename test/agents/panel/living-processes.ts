import { readdirSync, readFileSync } from "node:fs";

/** A process that lives. */
export interface Living {
  readonly pid: number;
  readonly command: readonly string[];
}

/** The processes whose environment or command names a folder: what was started in it, and what that started. */
export function livingIn(folder: string): Living[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const command = read(`/proc/${name}/cmdline`).split("\0").filter(Boolean);
      const isOurs = read(`/proc/${name}/environ`).includes(folder) || command.some((word) => word.includes(folder));
      return isOurs && command.length > 0 ? [{ pid: Number(name), command }] : [];
    });
}

/** Empty for what is not there any more or not ours to read. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
