// Reviews in broken forms through the reader and the rule of the verdict. None that says something below a critical or an
// important heading may end green. The generator knows what it planted.
import { breakBehindNothing } from "../test/fuzz/broken-elsewhere.ts";
import { breakIntoProse, breakReview, breakUnsectioned } from "../test/fuzz/broken-review.ts";
import { isGreen, judgeReview } from "../test/fuzz/judge-review.ts";
import { seededRandom } from "../test/fuzz/random.ts";
import { printTable, writeResults } from "./lib/results.ts";

const CASES = Number(process.argv[2] ?? 100_000);
const SEED = Number(process.argv[3] ?? 20_261_116);
const started = performance.now();
const counts = { planted: 0, green: 0, incomplete: 0, empty: 0, misread: 0, doubted: 0, prose: 0, greenProse: 0 };
const failures: string[] = [];

for (let index = 0; index < CASES; index += 1) {
  const random = seededRandom(SEED + index);
  if (index % 20 === 0) {
    counts.prose += 1;
    if (isGreen(judgeReview(breakIntoProse(random)).verdict)) note("greenProse", index, ["prose"]);
    continue;
  }
  const write = index % 10 === 1 ? breakUnsectioned : index % 10 === 2 ? breakBehindNothing : breakReview;
  const { text, planted, how } = write(random);
  const { verdict, read } = judgeReview(text);
  if (planted.some((severity) => severity !== "suggestion")) {
    counts.planted += 1;
    if (isGreen(verdict)) note("green", index, how);
    if (verdict === "incomplete") counts.incomplete += 1;
  } else if (planted.length === 0) {
    counts.empty += 1;
    if (read.findings.length > 0) note("misread", index, how);
    else if (verdict !== "merge") counts.doubted += 1;
  }
}

function note(what: "green" | "misread" | "greenProse", index: number, how: readonly string[]): void {
  counts[what] += 1;
  if (failures.length < 40) failures.push(`${what}, seed ${SEED + index}: ${how.join(", ")}`);
}

const seconds = ((performance.now() - started) / 1000).toFixed(1);
printTable([
  ["reviews", CASES],
  ["that say something critical or important", counts.planted],
  ["  of these ended green (must be 0)", counts.green],
  ["  of these incomplete", counts.incomplete],
  ["in prose alone", counts.prose],
  ["  of these ended green (must be 0)", counts.greenProse],
  ["that say that nothing was found", counts.empty],
  ["  of these read as findings", counts.misread],
  ["  of these not understood", counts.doubted],
  ["seconds", seconds],
]);
for (const failure of failures) console.log(`  ${failure}`);
writeResults("reader", { cases: CASES, ...counts, seconds });
if (counts.green + counts.greenProse > 0) process.exitCode = 1;
