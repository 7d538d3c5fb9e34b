import { setTimeout as sleep } from "node:timers/promises";
import { livingIn } from "./living-processes.ts";
import type { Meanwhile, Player } from "./panel-call.ts";

/** Ends an agent's program with SIGTERM each time that its model has fallen silent in mid-answer, as long as the call goes on. */
export const endPrograms: Meanwhile = async ({ root }, { ended, hangs }) => {
  const killed = new Map<Player, number>();
  while (!ended.aborted) {
    for (const { pid, command } of livingIn(root)) {
      const player = playerOf(command);
      if (player === undefined || hangs(player) <= (killed.get(player) ?? 0)) continue;
      killed.set(player, (killed.get(player) ?? 0) + 1);
      // What came before the silence must have been printed.
      await sleep(500);
      signal(pid);
    }
    await sleep(300, undefined, { signal: ended }).catch(() => undefined);
  }
};

function signal(pid: number): void {
  try {
    process.kill(pid, "SIGTERM");
  } catch {
    // It has ended by itself.
  }
}

/** Whose program it is: not the shell, the sandbox or the guard around it. */
function playerOf([program = "", script = "", ...rest]: readonly string[]): Player | undefined {
  const name = /\/(claude|codex)$/.exec(program)?.[1];
  if (name !== undefined) return name as Player;
  if (!/\bnode$/.test(program) || !/\/gemini(?:\.js)?$/.test(script)) return undefined;
  return rest.includes("--acp") ? "acp" : "gemini";
}
