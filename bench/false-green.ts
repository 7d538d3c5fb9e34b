// Tries to make the verdict of a change green although a problem was planted in it: every way of hiding, crossed with
// languages, severities, panels and places where the program runs. Prints how many ended green, which must be none. The same
// problems without hiding must be found, and the same changes without a problem must end green, or the figure says nothing.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { type Case, listCases } from "./false-green/cases.ts";
import { judge, type Judged } from "./false-green/judge.ts";
import { runInActions } from "./false-green/run-in-actions.ts";
import { startWorkers } from "./false-green/workers.ts";
import { printTable, writeResults } from "./lib/results.ts";

const folder = mkdtempSync(join(tmpdir(), "deep-review-honest-"));
const started = Date.now();
try {
  const agent = await buildAgent();
  const only = process.argv[2];
  const cases = listCases().filter(({ name }) => only === undefined || name.includes(only));
  const inActions = cases.filter(({ where }) => where === "action");
  const others = cases.filter(({ where }) => where !== "action");
  const results = [
    ...(await startWorkers(availableParallelism()).run(others, agent)),
    ...(await runInActions(inActions)),
  ];
  report(results.map(([one, ended]) => judge(one, ended)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The honest agent as one file that Node runs. */
async function buildAgent(): Promise<string> {
  const outfile = join(folder, "honest-agent.mjs");
  await build({
    entryPoints: [new URL("false-green/honest-agent.ts", import.meta.url).pathname],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    banner: { js: "#!/usr/bin/env node" },
  });
  chmodSync(outfile, 0o755);
  return outfile;
}

function report(judged: readonly Judged[]): void {
  const groupOf = ({ one }: Judged): string => `${one.group}, ${one.panel}, ${one.where}`;
  const rows = [...new Set(judged.map(groupOf))].sort().map((group) => {
    const own = judged.filter((each) => groupOf(each) === group);
    return [
      group,
      ...counts(own.filter(({ one }) => one.kind === "hidden")),
      ...shares(own, "open"),
      ...shares(own, "clean"),
    ];
  });
  const hidden = judged.filter(({ one }) => one.kind === "hidden");
  printTable([
    [
      "how it was hidden, who looked, where",
      "hidden",
      "green",
      "found",
      "incomplete",
      "silenced by right",
      "found openly",
      "clean is green",
    ],
    ...rows,
    ["all", ...counts(hidden), ...shares(judged, "open"), ...shares(judged, "clean")],
  ]);
  for (const { one, ended, outcome } of judged.filter(({ isWrong }) => isWrong)) {
    console.log(
      `\n${outcome}: ${one.name}\n  exit ${ended.code}, ${ended.verdict}: ${ended.because}\n  ${ended.stderr.slice(0, 300)}`,
    );
  }
  const wrong = judged.filter(({ isWrong }) => isWrong).length;
  const green = hidden.filter(({ outcome }) => outcome === "green").length;
  console.log(
    `\n${hidden.length} hidden problems, ${green} ended green. ${Math.round((Date.now() - started) / 1000)} s.`,
  );
  writeResults("false-green", { hidden: hidden.length, green, wrong, rows });
  process.exitCode = wrong === 0 ? 0 : 1;
}

function counts(hidden: readonly Judged[]): number[] {
  const count = (outcome: Judged["outcome"]): number => hidden.filter((one) => one.outcome === outcome).length;
  return [hidden.length, count("green"), count("found"), count("incomplete"), count("silenced by right")];
}

/** `12 of 12` of the controls of one kind that ended as they must. */
function shares(judged: readonly Judged[], kind: Case["kind"]): string[] {
  const own = judged.filter(({ one }) => one.kind === kind);
  return [`${own.filter(({ isWrong }) => !isWrong).length} of ${own.length}`];
}
