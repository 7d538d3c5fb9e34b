import { stripVTControlCharacters } from "node:util";
import { displayWidth } from "#util/terminal.ts";

/** A stream to a terminal, as far as redrawing needs it. */
export interface TerminalStream {
  write(text: string): unknown;
  readonly columns?: number;
}

/**
 * Lines at the bottom of a terminal that are drawn over in place. The cursor rests below them and stays visible, so that
 * a process that is killed leaves a terminal as it should be.
 */
export function createScreen(stream: TerminalStream) {
  let drawn: readonly string[] = [];
  return {
    /** Puts these lines in the place of the ones before. */
    draw(lines: readonly string[]): void {
      const up = heightOf(drawn, stream.columns ?? FALLBACK_COLUMNS);
      const back = up === 0 ? "\r" : `\r\u001b[${up}A`;
      // One write, each line cleared behind its text: nothing flickers.
      stream.write(`${back}${lines.map((line) => `${line}\u001b[K\n`).join("")}\u001b[J`);
      drawn = lines;
    },
  };
}

/** A terminal that became narrower has broken the lines that no longer fit. */
export function heightOf(lines: readonly string[], columns: number): number {
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / Math.max(1, columns))), 0);
}

const widthOf = (line: string): number => displayWidth(stripVTControlCharacters(line));

/** Where a terminal does not say how wide it is. */
export const FALLBACK_COLUMNS = 80;
