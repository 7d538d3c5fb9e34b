import type { Orphan } from "#adapters/process/left-behind.ts";
import type { ProcessControls } from "#adapters/process/run-process.ts";

/** What lives on for this long after its command is no helper that is about to end. */
const LIVES_ON = 400;
const MAX_ORPHANS = 200;

/** Looks for processes that outlive the commands that started them, after each command and a little later. */
export function watchOrphans() {
  let controls: ProcessControls | undefined;
  let timer: NodeJS.Timeout | undefined;
  const first = new Map<string, number>();
  const lasting = new Map<string, string>();
  const note = (orphans: readonly Orphan[]): void => {
    for (const { pid, start, command } of orphans) {
      const key = `${pid} ${start}`;
      const at = first.get(key) ?? Date.now();
      if (first.size < MAX_ORPHANS) first.set(key, at);
      if (Date.now() - at >= LIVES_ON * 0.9) lasting.set(key, command);
    }
  };
  const look = (): void => void controls?.orphans().then(note, () => undefined);
  return {
    follow: (given: ProcessControls): void => void (controls = given),
    look(): void {
      look();
      // One timer for several commands at once: the last look counts.
      clearTimeout(timer);
      timer = setTimeout(look, LIVES_ON);
      timer.unref();
    },
    found(): readonly string[] {
      clearTimeout(timer);
      return [...lasting.values()];
    },
  };
}
