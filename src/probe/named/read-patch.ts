/** A hunk of a reviewer's patch. */
export interface NamedHunk {
  /** The first old line, as far as the `@@` line says it. */
  readonly start: number | undefined;
  readonly lines: readonly { readonly sign: " " | "+" | "-"; readonly text: string }[];
}

/** A reviewer's patch of one file. */
export interface ReadPatch {
  /** Undefined: it names none. */
  readonly path: string | undefined;
  readonly hunks: readonly NamedHunk[];
}

const MAX_LINES = 2000;

/** Reads a unified diff as people write it: with or without headers, with wrong counts. */
export function readPatch(text: string): ReadPatch[] {
  const patches: {
    path: string | undefined;
    hunks: { start: number | undefined; lines: NamedHunk["lines"][number][] }[];
  }[] = [];
  const lines = text.split(/\r?\n/).slice(0, MAX_LINES);
  let inHeader = false;
  for (const [index, line] of lines.entries()) {
    if (line.startsWith("diff --git ") || (line.startsWith("--- ") && lines[index + 1]?.startsWith("+++ ") === true)) {
      if (!inHeader) patches.push({ path: undefined, hunks: [] });
      inHeader = true;
      continue;
    }
    const patch = patches.at(-1);
    if (inHeader && patch !== undefined && line.startsWith("+++ ")) {
      patch.path = line.slice(4).replace(/\t.*$/, "").trim().replace(/^b\//, "");
      continue;
    }
    const start = /^@@ -(\d{1,9})/.exec(line)?.[1];
    if (line.startsWith("@@")) {
      inHeader = false;
      if (patch === undefined) patches.push({ path: undefined, hunks: [] });
      patches.at(-1)?.hunks.push({ start: start === undefined ? undefined : Number(start), lines: [] });
      continue;
    }
    if (inHeader || line.startsWith("\\")) continue;
    addLine(patches, line);
  }
  return patches.map(({ path, hunks }) => ({
    path,
    hunks: hunks.map(trimEnd).filter(({ lines: each }) => each.some(({ sign }) => sign !== " ")),
  }));
}

type Growing = Parameters<typeof addLine>[0];

function addLine(
  patches: { path: string | undefined; hunks: { start: number | undefined; lines: NamedHunk["lines"][number][] }[] }[],
  line: string,
): void {
  if (patches.length === 0) patches.push({ path: undefined, hunks: [] });
  const patch = patches.at(-1) as Growing[number];
  if (patch.hunks.length === 0) patch.hunks.push({ start: undefined, lines: [] });
  const sign = line[0] === "+" || line[0] === "-" ? line[0] : " ";
  // Editors strip the space of an empty line of context.
  patch.hunks.at(-1)?.lines.push({ sign, text: line === "" ? "" : line.slice(1) });
}

/** An empty line at the end is the end of the block, not of the hunk. */
function trimEnd({ start, lines }: NamedHunk): NamedHunk {
  let end = lines.length;
  while (end > 0 && lines[end - 1]?.sign === " " && lines[end - 1]?.text === "") end -= 1;
  return { start, lines: lines.slice(0, end) };
}
