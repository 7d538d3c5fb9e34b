import type { Case } from "./cases.ts";
import { runOf } from "./cases.ts";
import { type Ended, runCase } from "./run-case.ts";

const agent = process.argv[2] ?? "";

process.on("message", (one: Case) => {
  void runCase(runOf(one), agent)
    .catch((error: unknown): Ended => ({
      code: -1,
      verdict: "none",
      because: error instanceof Error ? error.message : String(error),
      kept: [],
      switchedOff: 0,
      stderr: "",
    }))
    .then((ended) => process.send?.(ended));
});
