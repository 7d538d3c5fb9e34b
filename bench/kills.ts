// Kills runs of gates and repros, or of a probe, at random moments (kill -9): the checkout must be as it was, no process may
// be left, and no folder after the next start.
//   npm run bench:kills -- [COUNT] [probe]
import { mkdirSync } from "node:fs";
import { prepareKills, RUN_GATES, RUN_PROBE } from "./kills/ground.ts";
import { median, printTable, writeResults } from "./lib/results.ts";

const [count = "100", what = "gates"] = process.argv.slice(2);
const words = what === "probe" ? RUN_PROBE : RUN_GATES;
const kills = Number(count);
const around = new URL("../scratch", import.meta.url).pathname;
mkdirSync(around, { recursive: true });
const ground = await prepareKills(around, words);
const faults: string[] = [];
const running: number[] = [];
let late = 0;
const begun = performance.now();
try {
  for (let at = 0; at < kills; at += 1) {
    const delay = Math.random() * ground.milliseconds;
    const end = await ground.kill(delay);
    if (end.isLate) late += 1;
    running.push(end.running);
    faults.push(...end.faults.map((fault) => `${Math.round(delay)} ms: ${fault}`));
  }
} finally {
  ground.close();
}
const figures = {
  command: words.join(" "),
  kills,
  "ended before the kill": late,
  "killed while a program of the repository ran": running.filter((each) => each > 0).length,
  "most programs at that moment": Math.max(0, ...running),
  "programs at that moment, median": median(running),
  faults: faults.length,
  "milliseconds of an undisturbed run": Math.round(ground.milliseconds),
  seconds: Math.round((performance.now() - begun) / 1000),
};
printTable(Object.entries(figures));
for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
writeResults("kills", { ...figures, list: faults });
process.exitCode = faults.length === 0 ? 0 : 1;
