import type { Contradiction, RetroColumn, SeverityCounts } from "#model/report.ts";
import type { Review } from "#model/review.ts";

/** Compares the numbers of a written retro table with the ledger, for rows with one clear meaning. */
export function findContradictions(review: Review, retro: readonly RetroColumn[]): Contradiction[] {
  if (review.retro === undefined) return [];
  const { columns, rows } = review.retro;
  const contradictions: Contradiction[] = [];
  for (const { label, cells } of rows) {
    const check = CHECKS.find(({ labels }) => labels.test(label));
    if (check === undefined) continue;
    for (const [index, reviewer] of columns.entries()) {
      const column = retro.find((candidate) => candidate.reviewer.id === reviewer);
      const written = cells[index];
      if (column === undefined || written === undefined) continue;
      const computed = check.compare(written, column);
      if (computed !== undefined) contradictions.push({ reviewer, row: label, written, computed });
    }
  }
  return contradictions;
}

interface Check {
  readonly labels: RegExp;
  /** The computed value if it differs from the written one; undefined if they agree or cannot be compared. */
  readonly compare: (written: string, column: RetroColumn) => string | undefined;
}

/**
 * Separate severity rows count what the reviewer raised; a `Findings` row counts what was kept under its name. The
 * other rows are ambiguous (for example, whether false positives count as dropped).
 */
const CHECKS: readonly Check[] = [
  { labels: /^critical/i, compare: (written, { raised }) => compareNumber(written, raised?.critical) },
  { labels: /^important/i, compare: (written, { raised }) => compareNumber(written, raised?.important) },
  { labels: /^suggestion/i, compare: (written, { raised }) => compareNumber(written, raised?.suggestion) },
  { labels: /^findings$/i, compare: (written, { standsBehind }) => compareCounts(written, standsBehind) },
  { labels: /^unique insights/i, compare: (written, { alone }) => compareNumber(written, total(alone)) },
  {
    labels: /^coverage misses/i,
    compare: (written, { coverageMisses }) => compareNumber(written, coverageMisses?.length),
  },
];

function compareNumber(written: string, computed: number | undefined): string | undefined {
  const match = /^\**(\d{1,4})\b/.exec(written.trim());
  if (match === null || computed === undefined || Number(match[1]) === computed) return undefined;
  return String(computed);
}

function compareCounts(written: string, computed: SeverityCounts): string | undefined {
  const cell = written.trim().replaceAll("*", "");
  if (!/^(?:\d{1,3}[CIS]\s*)+$/.test(cell) && !/^(?:0|none)$/i.test(cell)) return undefined;
  const counts = [...cell.matchAll(/(\d{1,3})([CIS])/g)].map(([, count, letter]) => [letter, Number(count)] as const);
  const claimed = new Map(counts);
  const { critical, important, suggestion } = computed;
  const same = [critical, important, suggestion].every((count, at) => (claimed.get("CIS"[at]) ?? 0) === count);
  return same ? undefined : formatCounts(computed);
}

function formatCounts({ critical, important, suggestion }: SeverityCounts): string {
  const parts = [
    critical > 0 ? `${critical}C` : "",
    important > 0 ? `${important}I` : "",
    suggestion > 0 ? `${suggestion}S` : "",
  ];
  return parts.filter((part) => part !== "").join(" ") || "none";
}

function total({ critical, important, suggestion }: SeverityCounts): number {
  return critical + important + suggestion;
}
