// Runs the built-in reviewers on commits of one clone and prints a line of JSON for each: node run-checks.ts FOLDER CACHE COMMIT...
import { openChange } from "#adapters/git/open-change.ts";
import { openFactsCache } from "#adapters/store/facts-cache.ts";
import { buildChangeIndex } from "#change-index/build-change-index.ts";
import { memoryCache } from "#change-index/facts-cache.ts";
import { reviewerId } from "#model/ids.ts";
import { switchOff } from "#reviewers/analyzer/switches/switch-off.ts";
import { ANALYZERS } from "#reviewers/registry.ts";
import { classifyFile } from "#steps/resolve-scope/classify-file.ts";
import type { ChangeResult, FoundByCheck } from "./results.ts";

const NO_SWITCHES = { off: [], offIn: [], from: "" };

const [, , folder = ".", file = "", ...commits] = process.argv;
const cache = file === "" ? { ...memoryCache(), save: () => Promise.resolve() } : await openFactsCache(file);
for (const commit of commits) console.log(JSON.stringify(await reviewCommit(commit)));
await cache.save();

async function reviewCommit(commit: string): Promise<ChangeResult> {
  const started = performance.now();
  const seconds = (): number => Math.round((performance.now() - started) / 10) / 100;
  try {
    return { commit, findings: await findIn(commit), seconds: seconds() };
  } catch (error) {
    return { commit, findings: [], seconds: seconds(), error: String(error) };
  }
}

async function findIn(commit: string): Promise<FoundByCheck[]> {
  const opened = await openChange({ folder, target: `${commit}^..${commit}` }, classifyFile);
  const { change, base, head, history } = opened;
  const signal = AbortSignal.timeout(120_000);
  try {
    const index = buildChangeIndex({ change, base, head, log: () => history.log(), cache, signal });
    const findings: FoundByCheck[] = [];
    for (const analyzer of ANALYZERS) {
      const found = await analyzer.review(index, signal);
      const input = { reviewer: reviewerId(analyzer.id), index, switches: NO_SWITCHES };
      for (const { check, severity, title, explanation, places } of (await switchOff(found, input)).hits) {
        const [main, ...others] = places.map(({ location, quote, note }) => ({
          path: location.path,
          line: location.start ?? 0,
          text: quote.slice(0, 300),
          note,
        }));
        if (main !== undefined) findings.push({ check, severity, title, explanation, ...main, others });
      }
    }
    return findings;
  } finally {
    await opened.close();
  }
}
