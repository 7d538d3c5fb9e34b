// Kills a round at 200 random moments and resumes it: every report must come out the same, and no reviewer run twice.
import { killAndResume, type KillPoint, prepareGround } from "./lib/fault-round.ts";
import { type Phase, PHASES } from "./lib/kill-points.ts";
import { printTable, writeResults } from "./lib/results.ts";

const kills = Number(process.argv[2] ?? 200);
const ground = prepareGround();
const faults: string[] = [];
const hits = Object.fromEntries(PHASES.map((phase) => [phase, 0])) as Record<Phase, number>;
let late = 0;
const started = performance.now();

/** One in three at any time of the round; the others at or soon after each phase, since the last ones are short. */
function pickPoint(at: number): KillPoint {
  if (at % 3 === 0) return { from: "nothing", delay: Math.random() * ground.roundMilliseconds * 1.05 };
  const phases = PHASES.slice(1);
  const from = phases[Math.floor(Math.random() * phases.length)] ?? "journal";
  const longest = from === "journal" || from === "stream" || from === "between" ? 200 : 20;
  return { from, delay: Math.random() * longest };
}

try {
  for (let at = 0; at < kills; at += 1) {
    const point = pickPoint(at);
    const { phase, late: isLate, fault } = await killAndResume(ground, `kill-${at}`, point);
    hits[phase] += 1;
    if (isLate) late += 1;
    if (fault !== undefined) faults.push(`${Math.round(point.delay)} ms after ${point.from}, in ${phase}: ${fault}`);
  }
} finally {
  ground.close();
}
const figures = {
  kills,
  faults: faults.length,
  "ended before the kill": late,
  roundMilliseconds: Math.round(ground.roundMilliseconds),
  seconds: Math.round((performance.now() - started) / 1000),
};
printTable([...Object.entries(figures), ...PHASES.map((phase) => [`killed in: ${phase}`, hits[phase]] as const)]);
for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`);
writeResults("faults", { ...figures, hits, list: faults });
process.exitCode = faults.length === 0 ? 0 : 1;
