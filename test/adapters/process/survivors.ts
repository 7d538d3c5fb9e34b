import { readdirSync, readFileSync } from "node:fs";

/** Processes that live and hold `name=value` in their environment. */
export function holders(name: string, value: string): number[] {
  return numbers().filter(
    (pid) => isLiving(pid) && read(`/proc/${pid}/environ`).split("\0").includes(`${name}=${value}`),
  );
}

/** Living processes whose command line has this word. */
export function called(word: string): number[] {
  return numbers().filter((pid) => isLiving(pid) && read(`/proc/${pid}/cmdline`).split("\0").includes(word));
}

/** False also for one that has ended and was not buried. */
export function isLiving(pid: number): boolean {
  const stat = read(`/proc/${pid}/stat`);
  return stat !== "" && !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
}

/** Waits until the question is answered with yes; false when that takes too long. */
export async function eventually(isSo: () => boolean, within = 15_000): Promise<boolean> {
  for (const until = performance.now() + within; performance.now() < until;) {
    if (isSo()) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return isSo();
}

function numbers(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
