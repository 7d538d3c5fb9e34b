/** Finds the line of an offset and the text of a line. Lines count from 1. */
export class LineTable {
  private readonly starts: number[] = [0];
  private readonly text: string;
  private last = 0;

  constructor(text: string) {
    this.text = text;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) this.starts.push(at + 1);
  }

  lineAt(offset: number): number {
    const { starts } = this;
    // Offsets mostly come in order, so the last result is a good guess.
    let low = (starts[this.last] ?? 0) <= offset ? this.last : 0;
    if ((starts[low + 1] ?? Infinity) > offset) return low + 1;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    this.last = low;
    return low + 1;
  }

  /** The line without its line break. */
  lineText(line: number): string {
    const start = this.starts[line - 1];
    if (start === undefined) return "";
    const next = this.starts[line];
    const raw = this.text.slice(start, next === undefined ? this.text.length : next - 1);
    return raw.endsWith("\r") ? raw.slice(0, -1) : raw;
  }

  startOf(line: number): number {
    return this.starts[line - 1] ?? this.text.length;
  }
}
