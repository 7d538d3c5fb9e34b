import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Finding } from "#model/finding.ts";
import { findingId, reviewerId } from "#model/ids.ts";
import { severityLetter } from "#model/severity.ts";
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
  const folder = mkdtempSync(join(tmpdir(), "deep-review-growth-"));
  try {
    return sizes.map((size) => {
      const file = join(folder, `${size}.json`);
      writeFileSync(file, JSON.stringify(manyFindings(size)));
      const printed = execFileSync(process.execPath, [...process.execArgv, MERGER, file], { encoding: "utf8" });
      return JSON.parse(printed) as Growth;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const MERGER = fileURLToPath(new URL("merge-once.ts", import.meta.url));

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
