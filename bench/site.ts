// Imports a folder of reports into a fresh archive and makes the site of it, with the built program, as a user does.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requireCorpus } from "./lib/corpus.ts";
import { printTable, writeResults } from "./lib/results.ts";

const cli = new URL("../dist/cli.js", import.meta.url).pathname;
const reports = join(requireCorpus(), "reports");
const folder = mkdtempSync(join(tmpdir(), "deep-review-bench-"));
const archive = join(folder, "archive");

try {
  const base = measure("node -e 0", ["-e", "0"]);
  const steps = [
    base,
    measure("import", [cli, "import", reports, "--archive", archive]),
    measure("site", [cli, "site", archive]),
  ];
  const pages = readdirSync(join(archive, "site/reviews"));
  const bytes = pages.reduce((sum, name) => sum + statSync(join(archive, "site/reviews", name)).size, 0);
  printTable([
    ["step", "seconds", "ratio to node -e 0", "peak MB"],
    ...steps.map(({ name, seconds, peakMegabytes }) => [
      name,
      seconds,
      Math.round(seconds / base.seconds),
      peakMegabytes,
    ]),
  ]);
  console.log(`\n${pages.length} report pages, ${Math.round(bytes / pages.length / 1024)} kB each on average`);
  writeResults("site", { steps, pages: pages.length, averagePageBytes: Math.round(bytes / pages.length) });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function measure(name: string, args: readonly string[]) {
  // A child reports its own peak, since the parent's figure covers all children together.
  const probe = `process.on("exit", () => process.stderr.write("peak:" + process.resourceUsage().maxRSS + "\\n"));`;
  const started = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(probe)}`, ...args],
    {
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const seconds = Math.round(performance.now() - started) / 1000;
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
  const peak = Number(/peak:(\d+)/.exec(stderr)?.[1] ?? Number.NaN);
  return { name, seconds, peakMegabytes: Math.round(peak / 1024) };
}
