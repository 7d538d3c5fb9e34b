import { readFile, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * The version of an installed program without running it, since some take two seconds to say it: from the manifest of
 * the npm package that it belongs to, or from a folder or file that is named after it. Undefined where neither tells.
 */
export async function readProgramVersion(program: string): Promise<string | undefined> {
  const real = await realpath(program).catch(() => program);
  for (let folder = dirname(real); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = await readFile(join(folder, "package.json"), "utf8").catch(() => undefined);
    const version = manifest === undefined ? undefined : versionIn(manifest);
    if (version !== undefined) return version;
    if (folder.endsWith("/node_modules")) break;
  }
  return /\/v?(\d+\.\d+\.\d+)(?:\/|$)/.exec(real)?.[1];
}

function versionIn(manifest: string): string | undefined {
  try {
    const { name, version } = JSON.parse(manifest) as { name?: unknown; version?: unknown };
    return typeof name === "string" && typeof version === "string"
      ? version.replace(/-(?:linux|darwin|win32)-.*$/, "")
      : undefined;
  } catch {
    return undefined;
  }
}
