import { execFile } from "node:child_process";

/** Copies a folder that may be read-only to one that does not exist yet, where everything can be written. Links stay links. */
export async function copyCode(from: string, to: string): Promise<void> {
  // Programs of the system: they take trees of any size, and files that may not be written at first.
  await run("cp", ["-RP", "--", from, to]);
  await run("chmod", ["-R", "u+w", "--", to]);
}

function run(program: string, args: readonly string[]): Promise<void> {
  const env = { PATH: "/usr/bin:/bin", LC_ALL: "C" };
  return new Promise((resolve, reject) => {
    execFile(program, args, { env }, (error) => (error === null ? resolve() : reject(error)));
  });
}
