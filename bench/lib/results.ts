import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";

const folder = new URL("../results/", import.meta.url).pathname;

/** Writes a bench's figures as JSON to bench/results/, with what they were measured on. */
export function writeResults(name: string, figures: unknown): void {
  mkdirSync(folder, { recursive: true });
  const machine = { node: process.version, cores: cpus().length, platform: process.platform };
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ name, machine, figures }, null, 2)}\n`);
  console.log(`\nfigures: bench/results/${name}.json`);
}

/** Prints rows as aligned columns, numbers to the right. */
export function printTable(rows: readonly (readonly (string | number)[])[]): void {
  const widths: number[] = [];
  for (const row of rows)
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, String(cell).length);
  for (const row of rows) {
    console.log(
      row
        .map((cell, at) =>
          typeof cell === "number" ? String(cell).padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    );
  }
}

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
