import { displayWidth, padEnd } from "#util/terminal.ts";
import { printable } from "#util/printable.ts";

/** Rows as aligned columns, two spaces apart. Makes untrusted text printable. */
export function formatColumns(rows: readonly (readonly string[])[]): string {
  const safe = rows.map((row) => row.map((cell) => printable(cell)));
  const widths: number[] = [];
  for (const row of safe) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, displayWidth(cell));
  }
  const lines = safe.map((row) =>
    row
      .map((cell, index) => padEnd(cell, widths[index] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return lines.join("\n");
}
