/** A part of a rendered report: a heading of the second level and the lines below it. */
export interface Part {
  readonly title: string;
  readonly lines: readonly Line[];
}

/** A line of text; code in fences is never structure. */
export interface Line {
  readonly text: string;
  readonly inFence: boolean;
}

/** The cells of a table, head and rows. */
export interface Cells {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The lines before the first heading of the second level, and the parts below each. */
export function splitParts(markdown: string): { readonly top: readonly Line[]; readonly parts: readonly Part[] } {
  const top: Line[] = [];
  const parts: { title: string; lines: Line[] }[] = [];
  for (const line of markFences(markdown)) {
    const title = line.inFence ? undefined : /^## (.*)$/.exec(line.text)?.[1];
    if (title !== undefined) parts.push({ title, lines: [] });
    else (parts.at(-1)?.lines ?? top).push(line);
  }
  return { top, parts };
}

/** All tables among some lines, in order. */
export function tablesOf(lines: readonly Line[]): Cells[] {
  const tables: Cells[] = [];
  let rows: string[][] = [];
  const finish = (): void => {
    const [head, separator, ...rest] = rows;
    if (head !== undefined && separator?.every((cell) => /^:?-+:?$/.test(cell)) === true) {
      tables.push({ head, rows: rest });
    }
    rows = [];
  };
  for (const { text, inFence } of lines) {
    if (!inFence && text.startsWith("|")) rows.push(cellsOf(text));
    else finish();
  }
  finish();
  return tables;
}

/** The text of each cell: a bar behind an odd number of backslashes belongs to the text. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  let cell = "";
  for (const piece of line.slice(1).split("|")) {
    const backslashes = piece.length - piece.replace(/\\+$/, "").length;
    if (backslashes % 2 === 1) cell += `${piece.slice(0, piece.length - (backslashes + 1) / 2)}|`;
    else {
      cells.push((cell + piece).trim());
      cell = "";
    }
  }
  // Behind the last bar stands nothing.
  return cells.slice(0, -1);
}

function markFences(markdown: string): Line[] {
  let open: string | undefined;
  return markdown.split("\n").map((text) => {
    const [, mark = "", info = ""] = /^\s*(`{3,}|~{3,})(.*)$/.exec(text) ?? [];
    const isMark = mark !== "" && !(mark.startsWith("`") && info.includes("`"));
    if (open === undefined) {
      if (isMark) open = mark;
      return { text, inFence: isMark };
    }
    if (isMark && mark[0] === open[0] && mark.length >= open.length && info.trim() === "") open = undefined;
    return { text, inFence: true };
  });
}
