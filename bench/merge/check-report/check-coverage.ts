import { isKept, standsOf } from "./facts.ts";
import { type Cells, tablesOf } from "./markdown.ts";
import type { ListedFinding, Sheet } from "./read-sheet.ts";

/** The table of files, row by row. */
export interface CoverageSheet {
  readonly files: readonly CoverageRow[];
  /** Written names of those that gave an account of files. */
  readonly claimants: readonly string[];
}

interface CoverageRow {
  /** As printed, in backticks. */
  readonly path: string;
  /** By written name; `—` where nothing is claimed. */
  readonly claims: ReadonlyMap<string, string>;
  readonly clusters: readonly string[];
  readonly missedBy: readonly string[];
}

/** Reads the table of files. */
export function readCoverage(sheet: Sheet): CoverageSheet {
  const table: Cells = tablesOf(sheet.computed("File Coverage"))[0] ?? { head: [], rows: [] };
  const claimants = table.head.slice(1, -2);
  const items = (cell = "—"): string[] => (cell === "—" ? [] : cell.split(", "));
  return {
    claimants,
    files: table.rows.map((cells) => ({
      path: cells[0] ?? "",
      claims: new Map(claimants.map((name, at) => [name, cells[at + 1] ?? "—"])),
      clusters: items(cells.at(-2)),
      missedBy: items(cells.at(-1)),
    })),
  };
}

/** Findings stand in the files that their lines name, and who missed a file is who called it clean. */
export function* checkCoverage(sheet: Sheet): Generator<string> {
  const { files, claimants } = readCoverage(sheet);
  const stands = standsOf(sheet.rulings);
  const kept = new Set(sheet.rulings.filter(isKept).map(({ cluster }) => cluster));
  const labels = sheet.listed.map(({ label }) => label);
  // A label that stands twice cannot be told apart on the page.
  const plain = sheet.listed.filter(
    ({ label }) => kept.has(label) && labels.indexOf(label) === labels.lastIndexOf(label),
  );
  for (const { path, claims, clusters, missedBy } of files) {
    for (const cluster of clusters) if (!kept.has(cluster)) yield `files, ${path}: ${cluster} is no kept finding`;
    const missed = sheet.panel.filter(({ id, name }, at) => {
      const claim = claims.get(sheet.retro?.head[at + 1] ?? name) ?? "—";
      return /^(?:clean|trivial)$/.test(claim) && clusters.some((cluster) => stands.get(cluster)?.has(id) !== true);
    });
    if (
      missed
        .map(({ id }) => id)
        .toSorted()
        .join() !== missedBy.toSorted().join()
    ) {
      yield `files, ${path}: missed by ${missedBy.join(", ") || "nobody"}, by its row ${missed.map(({ id }) => id).join(", ") || "nobody"}`;
    }
    if (sheet.isArchitecture) continue;
    for (const finding of plain) {
      if (isIn(finding, path) !== clusters.includes(finding.label)) {
        yield `files, ${path}: ${finding.label} is ${clusters.includes(finding.label) ? "" : "not "}among its findings, unlike on its line`;
      }
    }
  }
  for (const name of claimants) {
    if (!sheet.panel.some((row, at) => (sheet.retro?.head[at + 1] ?? row.name) === name))
      yield `files: ${name} is not on the panel`;
  }
}

/** The places behind the title, each in backticks with its lines. */
function isIn({ line }: ListedFinding, path: string): boolean {
  const file = path.replaceAll(/^`|`$/g, "");
  // A line break in a path is a space in a table.
  const shown = line.slice(line.lastIndexOf("** — ")).replaceAll(/\\u000[ad]/g, " ");
  const places = shown.matchAll(/`([^`]+?)(?::\d[\d,\s–-]*)?`/g);
  return [...places].some(
    ([, place = ""]) => place === file || place.endsWith(`/${file}`) || file.endsWith(`/${place}`),
  );
}
