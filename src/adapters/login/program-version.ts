import { readFile, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * The version of an installed program without running it, since some take two seconds to say it: from the manifest of
 * the npm package that it belongs to, or from a folder or file that is named after it. Undefined where neither tells.
 */
export async function readProgramVersion(program: string): Promise<string | undefined> {
  const real = await realpath(program).catch(() => program);
  for (let folder = dirname(real); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = await readFile(join(folder, "package.json"), "utf8").catch(() => undefined);
    const version = manifest === undefined ? undefined : versionIn(manifest, { folder, program: real });
    if (version !== undefined) return version;
    if (folder.endsWith("/node_modules")) break;
  }
  return /\/v?(\d+\.\d+\.\d+)(?:\/|$)/.exec(real)?.[1];
}

/** The manifest may be anybody's whose folder the program happens to lie in: its package is installed, or names the program. */
function versionIn(manifest: string, { folder, program }: { folder: string; program: string }): string | undefined {
  try {
    const { name, version, bin } = JSON.parse(manifest) as { name?: unknown; version?: unknown; bin?: unknown };
    if (typeof name !== "string" || typeof version !== "string") return undefined;
    const above = dirname(folder);
    const isInstalled = [above, dirname(above)].some((one) => basename(one) === "node_modules");
    const named = typeof bin === "object" && bin !== null ? Object.values(bin) : [bin];
    const isNamed = named.some((path) => typeof path === "string" && join(folder, path) === program);
    return isInstalled || isNamed ? version.replace(/-(?:linux|darwin|win32)-.*$/, "") : undefined;
  } catch {
    return undefined;
  }
}
