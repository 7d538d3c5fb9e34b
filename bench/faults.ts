// Kills a round at 200 random moments and resumes it: every report must come out the same, and no reviewer run twice.
import { killAndResume, prepareGround } from "./lib/fault-round.ts";
import { printTable, writeResults } from "./lib/results.ts";

const kills = Number(process.argv[2] ?? 200);
const ground = prepareGround();
const faults: string[] = [];
const started = performance.now();
try {
  for (let at = 0; at < kills; at += 1) {
    const delay = Math.random() * ground.roundMilliseconds * 1.05;
    const fault = await killAndResume(ground, `kill-${at}`, delay);
    if (fault !== undefined) faults.push(`after ${Math.round(delay)} ms: ${fault}`);
  }
} finally {
  ground.close();
}
const figures = {
  kills,
  faults: faults.length,
  roundMilliseconds: Math.round(ground.roundMilliseconds),
  seconds: Math.round((performance.now() - started) / 1000),
};
printTable(Object.entries(figures));
for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`);
writeResults("faults", { ...figures, list: faults });
