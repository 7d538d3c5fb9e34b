// Probes the changes of a manifest (see bench/probe/README.md) and prints a table: the time beside one run of the suite, the
// controls, the survivors and the findings. Each change writes its result when it has ended, so that a run can be continued.
//   npm run bench:probe -- [--manifest FILE-OR-FOLDER] [--only TEXT] [--again] [--table] [--within SECONDS] [--verdicts FILE]
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Finding } from "#model/finding.ts";
import type { ProbeResult } from "#model/panel/probe-result.ts";
import { median, printTable, writeResults } from "./lib/results.ts";
import { readRepositories } from "./probe/repositories.ts";
import { probeChange } from "./probe/probe-change.ts";

const root = new URL("..", import.meta.url).pathname;
const { values } = parseArgs({
  options: {
    manifest: { type: "string", default: join(root, "bench/probe/manifest.json") },
    verdicts: { type: "string", default: join(root, "bench/probe/verdicts.json") },
    results: { type: "string", default: join(root, "bench/results/probe") },
    only: { type: "string", default: "" },
    within: { type: "string", default: "540" },
    again: { type: "boolean", default: false },
    table: { type: "boolean", default: false },
  },
});

/** What one change gave, as it is stored. */
interface ChangeResult {
  readonly id: string;
  readonly repo: string;
  readonly language: string;
  readonly base: string;
  readonly head: string;
  /** Everything, with the set-up of the copy. */
  readonly wallSeconds: number;
  readonly error?: string;
  readonly probe?: ProbeResult;
  readonly findings: readonly (Pick<Finding, "title" | "severity" | "locations" | "body" | "check"> & {
    readonly id: string;
  })[];
}

const repositories = readRepositories(values.manifest);
mkdirSync(values.results, { recursive: true });
// Test programs look for a configuration in all folders above, and must not find ours.
const scratch = process.env["DEEP_REVIEW_DESKS"] ?? join(root, "scratch");
mkdirSync(scratch, { recursive: true });

const results: ChangeResult[] = [];
for (const repository of repositories) {
  for (const { base, head } of repository.changes) {
    const id = `${repository.repo}@${head.slice(0, 10)}`;
    const file = join(values.results, `${id.replaceAll("/", "+")}.json`);
    const isWanted = id.includes(values.only) && !values.table;
    if (isWanted && (values.again || !existsSync(file))) {
      const result = await measure(id, { repository, base, head });
      writeFileSync(file, `${JSON.stringify(result, null, 1)}\n`);
    }
    if (existsSync(file)) results.push(JSON.parse(readFileSync(file, "utf8")) as ChangeResult);
  }
}

async function measure(
  id: string,
  { repository, base, head }: { repository: (typeof repositories)[number]; base: string; head: string },
): Promise<ChangeResult> {
  const started = performance.now();
  const told = { id, repo: repository.repo, language: repository.language, base, head };
  const wall = (): number => Math.round((performance.now() - started) / 100) / 10;
  process.stderr.write(`${id}\n`);
  const progress = (note: string): void => void process.stderr.write(`  ${wall()} s ${note}\n`);
  try {
    const budgetSeconds = Number(values.within);
    const { probe, findings, run } = await probeChange({ repository, base, head, budgetSeconds, progress, scratch });
    const named = findings.map(({ label, title, severity, locations, body, check }) => ({
      id: `${id}#${label}`,
      title,
      severity,
      locations,
      body,
      check,
    }));
    return {
      ...told,
      wallSeconds: wall(),
      findings: named,
      ...(probe === undefined ? { error: run.message ?? "failed" } : { probe }),
    };
  } catch (error) {
    return {
      ...told,
      wallSeconds: wall(),
      findings: [],
      error: error instanceof Error ? error.message : String(error),
    };
  }
}

const rows = results.map((result) => ({ result, ...figuresOf(result) }));
printTable([
  [
    "change",
    "language",
    "state",
    "suite s",
    "probe s",
    "ratio",
    "controls",
    "breaks",
    "survived",
    "uncovered",
    "findings",
  ],
  ...rows.map((row) => [
    row.result.id,
    row.result.language,
    row.state,
    row.suite,
    row.seconds,
    row.ratio,
    row.controls,
    row.breaks,
    row.survived,
    row.uncovered,
    row.result.findings.length,
  ]),
]);

function figuresOf({ probe, error }: ChangeResult) {
  const all = probe?.breaks ?? [];
  const controls = all.filter(({ break: { kind } }) => kind === "control");
  const others = all.filter(({ break: { kind }, outcome }) => kind !== "control" && outcome !== "not-run");
  const suite = probe?.baseline?.runs[0]?.seconds ?? 0;
  const seconds = probe?.seconds ?? 0;
  const isGreen = probe?.baseline?.state === "green";
  return {
    state:
      error ?? (probe?.state === "could-not-run" ? (probe.baseline?.state ?? "could-not-run") : (probe?.state ?? "–")),
    isGreen,
    suite: round(suite),
    seconds: round(seconds),
    ratio: suite === 0 ? 0 : round(seconds / suite),
    isInTime: seconds <= 3 * suite + 60,
    controls: `${controls.filter(({ outcome }) => outcome === "noticed").length}/${controls.length}`,
    breaks: others.length,
    survived: others.filter(({ outcome }) => outcome === "survived").length,
    uncovered: probe?.coverage?.gaps.length ?? 0,
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const green = rows.filter(({ isGreen }) => isGreen);
const withFinding = green.filter(({ result }) => result.findings.length > 0).length;
console.log(`
changes ${results.length}, with a green suite ${green.length}, repositories ${new Set(results.map(({ repo }) => repo)).size}
median suite ${median(green.map(({ suite }) => suite))} s, median probe ${median(green.map(({ seconds }) => seconds))} s, median ratio ${median(green.map(({ ratio }) => ratio))}
within 3 × suite + 60 s: ${green.filter(({ isInTime }) => isInTime).length} of ${green.length}; longest ${Math.max(0, ...green.map(({ seconds }) => seconds))} s
changes with a finding: ${withFinding} of ${green.length}; findings ${results.reduce((sum, { findings }) => sum + findings.length, 0)}`);

const findings = results.flatMap((result) => result.findings);
writeFileSync(join(values.results, "..", "probe-findings.json"), `${JSON.stringify(findings, null, 1)}\n`);

const VERDICTS = ["useful", "equivalent", "trivial", "wrong"] as const;
type Judged = { readonly verdict: (typeof VERDICTS)[number]; readonly why?: string };

const judged = existsSync(values.verdicts)
  ? (JSON.parse(readFileSync(values.verdicts, "utf8")) as Readonly<Record<string, Judged>>)
  : {};
const languages = [...new Set(results.map(({ language }) => language))];
const count = (own: readonly { readonly id: string }[], verdict: string): number =>
  own.filter(({ id }) => judged[id]?.verdict === verdict).length;
console.log("");
printTable([
  ["language", "findings", ...VERDICTS, "not judged", "useful of judged"],
  ...["all", ...languages].map((language) => {
    const own = results
      .filter((each) => language === "all" || each.language === language)
      .flatMap((each) => each.findings);
    const known = own.filter(({ id }) => judged[id] !== undefined).length;
    const share = known === 0 ? "–" : `${Math.round((100 * count(own, "useful")) / known)} %`;
    return [language, own.length, ...VERDICTS.map((verdict) => count(own, verdict)), own.length - known, share];
  }),
]);
writeResults("probe", {
  changes: rows.map(({ result, ...figures }) => ({ id: result.id, ...figures, isGreen: undefined })),
});
