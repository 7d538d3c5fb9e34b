import { homedir } from "node:os";
import { join } from "node:path";

/** Our folder in the user's settings, where no repository can write. */
export function userFolder(env: NodeJS.ProcessEnv): string {
  const home = env["XDG_CONFIG_HOME"] || env["APPDATA"] || join(env["HOME"] || homedir(), ".config");
  return join(home, "deep-review");
}
