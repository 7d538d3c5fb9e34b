import { diffsOfPatch, type Finding } from "#model/finding.ts";

/** A patch that a finding proposes. */
export interface ProposedPatch {
  readonly finding: Finding["id"];
  /** All its diffs as one text for `git apply`. */
  readonly text: string;
  /** Whether its author says that it applies as it is. */
  readonly isMeant: boolean;
}

const MAX_LENGTH = 1_000_000;

/**
 * The patch of a finding: its `diff patch` blocks, or else its plain diffs if they have the headers of a patch. Undefined:
 * it proposes none.
 */
export function buildPatch({ id, fix }: Finding): ProposedPatch | undefined {
  const chosen = fix === undefined ? [] : diffsOfPatch(fix);
  const text = chosen.map(correctCounts).join("");
  if (chosen.length === 0 || text.length > MAX_LENGTH) return undefined;
  return { finding: id, text, isMeant: (fix?.patches ?? []).length > 0 };
}

const HUNK = /^@@ -(\d{1,9})(?:,\d{1,9})? \+(\d{1,9})(?:,\d{1,9})? @@(.*)$/;

/**
 * A diff with the right numbers of lines in its hunk headers, which authors count wrong, and a line end. Nothing else is
 * changed: where its lines do not fit, git refuses it.
 */
export function correctCounts(diff: string): string {
  const lines = diff.replaceAll("\r\n", "\n").replace(/\n+$/, "").split("\n");
  const out: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const [, old, fresh, rest] = HUNK.exec(line) ?? [];
    if (old === undefined || fresh === undefined) {
      out.push(line);
      continue;
    }
    const body = hunkBody(lines, at + 1);
    const count = (signs: string): number => body.filter((one) => signs.includes(one.charAt(0) || " ")).length;
    out.push(`@@ -${old},${count(" -")} +${fresh},${count(" +")} @@${rest}`, ...body);
    at += body.length;
  }
  return `${out.join("\n")}\n`;
}

/** The lines of a hunk: up to the next hunk or file. A blank line is context whose space was lost. */
function hunkBody(lines: readonly string[], from: number): string[] {
  const body: string[] = [];
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const isHeader = line.startsWith("--- ") && (lines[at + 1] ?? "").startsWith("+++ ");
    if (isHeader || !/^(?:[ +\\-]|$)/.test(line)) break;
    body.push(line);
  }
  // A blank line before the header of another file is not part of the hunk.
  while (body.at(-1) === "" && lines[from + body.length] !== undefined && !HUNK.test(lines[from + body.length] ?? ""))
    body.pop();
  return body;
}
