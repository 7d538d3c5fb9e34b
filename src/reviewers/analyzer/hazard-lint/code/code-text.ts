import { lowerBound } from "#util/lower-bound.ts";
import { dialectOf } from "#util/text/lexer/dialect.ts";
import { COMMENT, Scan } from "#util/text/lexer/scan.ts";
import { LineTable } from "#util/text/line-table.ts";

/**
 * The code of one file. `code` is the text with blank comments and strings (their quotes stay), so offsets are the same in
 * both.
 */
export class CodeText {
  readonly path: string;
  readonly text: string;
  readonly code: string;
  readonly lines: LineTable;
  private readonly commentLines = new Set<number>();
  /** Offsets of opening brackets in order, the bracket that closes each, and the number of the bracket around each. */
  private readonly opens: number[] = [];
  private readonly closes: number[] = [];
  private readonly parents: number[] = [];

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
    this.lines = new LineTable(text);
    this.code = this.blank();
    this.pair();
  }

  /** The offset of the bracket that closes the one at this offset; -1 if none does. */
  closing(at: number): number {
    const number = this.lastOpen(at);
    return this.opens[number] === at ? (this.closes[number] ?? -1) : -1;
  }

  /** The offsets of the opening brackets around an offset, innermost first. */
  around(at: number): number[] {
    const found: number[] = [];
    for (let number = this.lastOpen(at - 1); number >= 0; number = this.parents[number] ?? -1) {
      if ((this.closes[number] ?? -1) >= at) found.push(this.opens[number] ?? 0);
    }
    return found;
  }

  /** Whether the line, or a line right above it, has a comment: somebody explained it. */
  isCommented(line: number, above = 1): boolean {
    for (let at = line - above; at <= line; at++) if (this.commentLines.has(at)) return true;
    return false;
  }

  private blank(): string {
    const scan = new Scan(this.text, dialectOf(this.path, this.text).syntax);
    scan.code(0);
    const { segments } = scan;
    const parts: string[] = [];
    let at = 0;
    for (let segment = 0; segment < segments.length; segment += 3) {
      const start = segments[segment] ?? 0;
      const end = segments[segment + 1] ?? 0;
      const hidden = this.text.slice(start, end).replaceAll(/[^\n]/g, " ");
      parts.push(this.text.slice(at, start));
      if (segments[segment + 2] === COMMENT) {
        parts.push(hidden);
        for (let line = this.lines.lineAt(start); line <= this.lines.lineAt(end - 1); line++)
          this.commentLines.add(line);
      } else parts.push(hidden.length < 2 ? hidden : `"${hidden.slice(1, -1)}"`);
      at = end;
    }
    return parts.join("") + this.text.slice(at);
  }

  private pair(): void {
    const stack: number[] = [];
    for (let at = 0; at < this.code.length; at++) {
      const kind = BRACKETS[this.code.charCodeAt(at)];
      if (kind === undefined) continue;
      if (kind > 0) {
        this.parents.push(stack.at(-1) ?? -1);
        stack.push(this.opens.push(at) - 1);
        this.closes.push(-1);
      } else {
        const number = stack.at(-1);
        // A bracket of another kind closes nothing.
        if (number !== undefined && BRACKETS[this.code.charCodeAt(this.opens[number] ?? 0)] === -kind) {
          this.closes[number] = at;
          stack.pop();
        }
      }
    }
  }

  /** The number of the last opening bracket up to an offset; -1 if there is none. */
  private lastOpen(at: number): number {
    return lowerBound(this.opens, at + 1) - 1;
  }
}

// By character code: positive opens, negative closes.
const BRACKETS: readonly (number | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  const [opens, closes] = ["([{".indexOf(char), ")]}".indexOf(char)];
  return opens >= 0 ? opens + 1 : closes >= 0 ? -closes - 1 : undefined;
});
