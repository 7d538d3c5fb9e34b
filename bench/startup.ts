// How long `deep-review --version` takes, as a ratio to `node -e 0` in the same run.
import { spawnSync } from "node:child_process";
import { median, printTable, writeResults } from "./lib/results.ts";

const cli = new URL("../dist/cli.js", import.meta.url).pathname;
const commands: Readonly<Record<string, readonly string[]>> = {
  "node -e 0": ["-e", "0"],
  "deep-review --version": [cli, "--version"],
  "deep-review --help": [cli, "--help"],
  "deep-review schema": [cli, "schema"],
};
const RUNS = 30;
const times = new Map<string, number[]>(Object.keys(commands).map((name) => [name, []]));

// In turn, so that whatever else the machine does hits all of them alike.
for (let run = 0; run < RUNS; run += 1) {
  for (const [name, args] of Object.entries(commands)) {
    const started = performance.now();
    const { status } = spawnSync(process.execPath, args, { stdio: "ignore" });
    if (status !== 0) throw new Error(`${name} ended with ${status}`);
    times.get(name)?.push(performance.now() - started);
  }
}

const base = median(times.get("node -e 0") ?? []);
const figures = [...times].map(([name, values]) => ({
  command: name,
  medianMilliseconds: Math.round(median(values) * 10) / 10,
  ratio: Math.round((median(values) / base) * 100) / 100,
}));
printTable([
  ["command", "median ms", "ratio to node -e 0"],
  ...figures.map((row) => [row.command, row.medianMilliseconds, row.ratio]),
]);
writeResults("startup", figures);
