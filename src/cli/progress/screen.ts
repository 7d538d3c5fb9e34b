import { stripVTControlCharacters } from "node:util";
import { displayWidth } from "#util/terminal.ts";

/**
 * Lines at the bottom of a terminal that are redrawn in place. The cursor stays below them and visible, so that a killed
 * process leaves the terminal in order.
 */
export function createScreen(stream: { write(text: string): unknown; readonly columns?: number }) {
  let drawn: readonly string[] = [];
  return {
    /** Replaces the lines drawn before. */
    draw(lines: readonly string[]): void {
      const up = heightOf(drawn, stream.columns ?? FALLBACK_COLUMNS);
      const back = up === 0 ? "\r" : `\r\u001b[${up}A`;
      // One write, each line cleared after its text, so that nothing flickers.
      stream.write(`${back}${lines.map((line) => `${line}\u001b[K\n`).join("")}\u001b[J`);
      drawn = lines;
    },
  };
}

/** The rows that lines take on the screen: a terminal that became narrower has wrapped long ones. */
export function heightOf(lines: readonly string[], columns: number): number {
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / Math.max(1, columns))), 0);
}

const widthOf = (line: string): number => displayWidth(stripVTControlCharacters(line));

/** For a terminal that does not report its width. */
export const FALLBACK_COLUMNS = 80;
