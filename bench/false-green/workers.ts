import { type ChildProcess, fork } from "node:child_process";
import type { Case } from "./cases.ts";
import type { Ended } from "./run-case.ts";

export type Result = readonly [Case, Ended];

/** Small processes that run cases one after the other: git starts quickly from a small process, and slowly from a large one. */
export function startWorkers(count: number): {
  run(cases: readonly Case[], agent: string): Promise<readonly Result[]>;
} {
  return {
    async run(cases, agent) {
      const waiting = [...cases.entries()];
      const results: Result[] = [];
      const work = async (): Promise<void> => {
        let worker: ChildProcess | undefined;
        for (let done = 0, next = waiting.shift(); next !== undefined; done += 1, next = waiting.shift()) {
          if (done % RENEWED === 0) worker = renew(worker, agent);
          const [at, one] = next;
          results[at] = [one, await ask(worker, at)];
          if (results.filter(Boolean).length % 100 === 0)
            console.error(`${results.filter(Boolean).length} of ${cases.length}`);
        }
        worker?.kill();
      };
      await Promise.all(Array.from({ length: count }, work));
      return results;

      async function ask(worker: ChildProcess | undefined, at: number): Promise<Ended> {
        return new Promise((resolve, reject) => {
          worker?.once("message", (ended) => resolve(ended as Ended));
          worker?.once("error", reject);
          worker?.send(cases[at] ?? {});
        });
      }
    },
  };
}

/** A process grows with what it runs. */
const RENEWED = 60;

function renew(worker: ChildProcess | undefined, agent: string): ChildProcess {
  worker?.kill();
  const file = new URL("worker.ts", import.meta.url).pathname;
  const next = fork(file, [agent], { execArgv: ["--import", "tsx"], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  next.setMaxListeners(0);
  return next;
}
