// How merging grows with the number of findings: each size in a process of its own, `tsx bench/merge/growth.ts SIZE` prints it.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Finding } from "#model/finding.ts";
import { findingId, reviewerId } from "#model/ids.ts";
import { severityLetter } from "#model/severity.ts";
import { consolidate } from "#steps/consolidate/consolidate.ts";
import { requireCorpus } from "../lib/corpus.ts";
import { loadGoldReports } from "./gold.ts";

/** One size: how long merging takes, what it needs, what it makes. */
export interface Growth {
  readonly findings: number;
  readonly milliseconds: number;
  readonly megabytes: number;
  readonly problems: number;
}

const REVIEWERS = 10;

/** Merges many findings of ten reviewers, made of real ones. */
export function measureGrowth(sizes: readonly number[]): Growth[] {
  const script = fileURLToPath(import.meta.url);
  return sizes.map((size) => {
    const printed = execFileSync(process.execPath, [...process.execArgv, script, String(size)], { encoding: "utf8" });
    return JSON.parse(printed.trim().split("\n").at(-1) ?? "{}") as Growth;
  });
}

/** Real findings over and over, each time about another file and other names, so that not all of them are one problem. */
function manyFindings(count: number): Finding[] {
  const real = loadGoldReports(requireCorpus()).flatMap(({ findings }) => findings);
  return Array.from({ length: count }, (_, at) => {
    const finding = real[at % real.length]!;
    const turn = Math.floor(at / real.length);
    const reviewer = reviewerId(`reviewer-${at % REVIEWERS}`);
    const label = `${severityLetter(finding.severity)}${at + 1}`;
    const retold = (text: string): string =>
      turn === 0 ? text : text.replaceAll(/\b([a-z]+[A-Z]\w+)\b/g, `$1${turn}`);
    return {
      ...finding,
      id: findingId(reviewer, label),
      reviewer,
      label,
      title: retold(finding.title),
      body: retold(finding.body),
      locations: finding.locations.map((location) => ({ ...location, path: `part${turn}/${location.path}` })),
    };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const findings = manyFindings(Number(process.argv[2]));
  const before = process.memoryUsage().rss;
  const started = performance.now();
  const clusters = consolidate(findings);
  const milliseconds = Math.round(performance.now() - started);
  const peak = process.resourceUsage().maxRSS / 1024;
  const growth: Growth = {
    findings: findings.length,
    milliseconds,
    megabytes: Math.round(peak),
    problems: clusters.length,
  };
  console.error(`before merging: ${Math.round(before / 1024 / 1024)} MB`);
  console.log(JSON.stringify(growth));
}
