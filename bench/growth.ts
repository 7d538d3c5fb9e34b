// Merges invented panels of 30 to 5,000 findings whose problems are known, and prints how the result changes with the size.
import { judgeProblems } from "#steps/judge/judge.ts";
import { makePanel, type Panel, type PanelKind } from "./growth/panels.ts";
import { type PairScore, scorePairs } from "./growth/score-pairs.ts";
import { printTable, writeResults } from "./lib/results.ts";

const SIZES = [30, 100, 150, 153, 300, 1000, 2000, 5000];
/** The rules were made while looking at the panels of seed 1; these were not looked at. */
const SEEDS = process.argv.includes("--seed-1") ? [1] : [11, 12, 13];

const KINDS: readonly PanelKind[] = (["generic", "generic, four in a file", "specific"] as const).flatMap((texts) =>
  (["same lines", "a few lines apart", "a third without"] as const).map((places) => ({ texts, places })),
);

interface Row extends PairScore, PanelKind {
  readonly size: number;
  readonly seed: number;
  readonly problems: number;
  readonly clusters: number;
  readonly milliseconds: number;
}

// The first merge of a process also compiles the program.
merge(makePanel(300, KINDS[0]!, 99));
const rows = KINDS.flatMap((kind) => SIZES.flatMap((size) => SEEDS.map((seed) => measure(size, kind, seed))));
for (const { texts, places } of KINDS) {
  console.log(`\nTexts: ${texts}; places: ${places} (mean of seeds ${SEEDS.join(", ")})\n`);
  printTable([
    ["findings", "problems", "clusters", "F1 of pairs", "wrong joins", "both placed", "missed joins", "processor ms"],
    ...SIZES.map((size) => {
      const own = rows.filter((row) => row.texts === texts && row.places === places && row.size === size);
      const mean = (read: (row: Row) => number): number => own.reduce((sum, row) => sum + read(row), 0) / own.length;
      return [
        size,
        mean(({ problems }) => problems).toFixed(0),
        mean(({ clusters }) => clusters).toFixed(1),
        mean(({ f1 }) => f1).toFixed(3),
        mean(({ wrong }) => wrong).toFixed(1),
        mean(({ wrongPlaced }) => wrongPlaced).toFixed(1),
        mean(({ missed }) => missed).toFixed(1),
        mean(({ milliseconds }) => milliseconds).toFixed(0),
      ];
    }),
  ]);
}
writeResults("growth", { rows });

function measure(size: number, kind: PanelKind, seed: number): Row {
  const panel = makePanel(size, kind, seed);
  const before = process.cpuUsage();
  const groups = merge(panel);
  const { user, system } = process.cpuUsage(before);
  const milliseconds = (user + system) / 1000;
  const problems = new Set(panel.truth).size;
  return { ...kind, size, seed, problems, clusters: groups.length, milliseconds, ...scorePairs(groups, panel) };
}

function merge({ findings }: Panel): number[][] {
  const at = new Map<string, number>(findings.map(({ id }, index) => [id, index]));
  return judgeProblems({ raised: findings.map((finding) => ({ finding })) }).map(({ members }) =>
    members.filter(({ share }) => share !== "secondary").map(({ finding }) => at.get(finding)!),
  );
}
