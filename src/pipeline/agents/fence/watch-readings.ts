import { posix } from "node:path";
import { isChanged } from "#adapters/desk/fingerprint.ts";
import type { Desk } from "#adapters/desk/open-desk.ts";
import type { ToolEvent } from "#model/agent/agent-event.ts";
import type { Seen } from "#steps/take-receipt/fence/judge-fence.ts";

/** Notes for each file of the desk that a call names how it was when it was read. */
export function watchReadings(desk: Desk, folders: readonly string[]) {
  const read = new Map<string, Seen>();
  return {
    read,
    note(event: ToolEvent, when: "begins" | "ends"): void {
      for (const path of pathsOf(event, folders)) {
        const known = read.get(path);
        if (!desk.before.has(path) || known === "changed") continue;
        const isNow = isChanged(desk.folder, path, desk.before);
        // A command that changed the file while it ran may have printed either text.
        if (when === "begins" || known === undefined) read.set(path, isNow ? "changed" : "as-given");
        else if (isNow) read.set(path, "unknown");
      }
    },
  };
}

const MAX_WORDS = 500;

/** The files of the desk that a call is about, from the desk's folder. */
function pathsOf({ action, paths, detail = "" }: ToolEvent, folders: readonly string[]): string[] {
  const words =
    action === "run"
      ? detail
          .slice(0, 10_000)
          .split(/[\s'"`;|&<>()]+/)
          .slice(0, MAX_WORDS)
      : [];
  return [...paths, ...words].flatMap((path) => {
    const inside = posix.isAbsolute(path) ? below(posix.normalize(path), folders) : posix.normalize(path);
    // A relative path may start from the code.
    return inside === undefined ? [] : [inside, `code/${inside}`];
  });
}

/** The path from one of these folders; undefined if it is in none. */
export function below(path: string, folders: readonly string[]): string | undefined {
  const folder = folders.find((one) => path.startsWith(`${one}/`));
  return folder === undefined ? undefined : path.slice(folder.length + 1);
}
