import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { livingIn } from "./living-processes.ts";
import type { Meanwhile, Player } from "./panel-call.ts";

/**
 * Ends an agent's program with SIGTERM each time that its model has fallen silent in mid-answer and what it said before
 * has been taken down, as long as the call goes on.
 */
export function endPrograms(saidBefore: string): Meanwhile {
  return async ({ root, repository }, { ended, hangs }) => {
    const killed = new Map<Player, number>();
    while (!ended.aborted) {
      for (const { pid, command } of livingIn(root)) {
        const player = playerOf(command);
        if (player === undefined) continue;
        const kills = killed.get(player) ?? 0;
        // All tries of a reviewer are taken down in one file.
        if (hangs(player) <= kills || timesSaid(repository, player, saidBefore) <= kills) continue;
        killed.set(player, kills + 1);
        signal(pid);
      }
      await sleep(300, undefined, { signal: ended }).catch(() => undefined);
    }
  };
}

/** How often words stand in what has been taken down of a player. */
function timesSaid(repository: string, player: Player, words: string): number {
  const reviews = join(repository, ".deep-review/reviews");
  const [round] = existsSync(reviews) ? readdirSync(reviews) : [];
  const part = join(reviews, round ?? "none", `raw/${player}.part.md`);
  return existsSync(part) ? readFileSync(part, "utf8").split(words).length - 1 : 0;
}

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
