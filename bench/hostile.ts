// Runs hostile test commands as gates are run: nothing may act outside, and the report must say what happened.
import { mkdirSync } from "node:fs";
import { HOSTILE_CASES } from "./hostile/cases.ts";
import { makeHostilePlace } from "./hostile/place.ts";
import { type HostileEnd, runHostile } from "./hostile/run-case.ts";
import { printTable, writeResults } from "./lib/results.ts";

const around = new URL("../scratch", import.meta.url).pathname;
mkdirSync(around, { recursive: true });
const place = await makeHostilePlace(around);
if (place === undefined) {
  console.log("there is no sandbox here, so nothing of a repository runs");
} else {
  const ends: HostileEnd[] = [];
  try {
    for (const one of HOSTILE_CASES) ends.push(await runHostile(one, place));
  } finally {
    await place.close();
  }
  printTable([
    ["Command", "What the report says", "Seconds", "Acted outside"],
    ...ends.map(({ name, ended, seconds, faults }) => [
      name,
      ended,
      seconds,
      faults.length === 0 ? "no" : faults.join("; "),
    ]),
  ]);
  writeResults("hostile", ends);
  process.exitCode = ends.some(({ faults }) => faults.length > 0) ? 1 : 0;
}
