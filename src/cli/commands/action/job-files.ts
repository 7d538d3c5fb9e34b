import { randomUUID } from "node:crypto";
import { appendFile } from "node:fs/promises";

/** GitHub does not show a longer summary at all. */
const MAX_BYTES = 1024 * 1024;

/** Adds outputs of the step. A value may contain anything, since nobody can guess its end marker. */
export async function addOutputs(path: string | undefined, values: Readonly<Record<string, string>>): Promise<void> {
  if (path === undefined) return;
  const blocks = Object.entries(values).map(([name, value]) => {
    const end = `end-${randomUUID()}`;
    return `${name}<<${end}\n${value}\n${end}\n`;
  });
  await appendFile(path, blocks.join(""));
}

/** Adds Markdown to the summary of the job; cuts a report that is too long, with a note. */
export async function addSummary(path: string | undefined, markdown: string): Promise<void> {
  if (path === undefined) return;
  await appendFile(path, cutMarkdown(markdown, MAX_BYTES));
}

/** Cuts Markdown to a number of bytes, at the end of a line, and closes an open fence. */
export function cutMarkdown(markdown: string, most: number): string {
  const bytes = Buffer.from(markdown);
  if (bytes.length <= most) return markdown;
  const room = Math.max(0, most - CUT_ROOM);
  const whole = bytes.subarray(0, room).toString("utf8");
  const text = whole.slice(0, Math.max(0, whole.lastIndexOf("\n")));
  const fence = openFence(text);
  // A very long fence leaves no room to close it; then everything is left out.
  if (fence.length > CUT_ROOM / 2) return CUT;
  return `${text}\n${fence === "" ? "" : `${fence}\n`}${CUT}`;
}

const CUT_ROOM = 1024;
const CUT = "\n> The report is longer than fits here. The bundle of this run has all of it.\n";

/** The fence that is open at the end of the text, if any. */
function openFence(text: string): string {
  let open = "";
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark === undefined) continue;
    if (open === "") open = mark;
    else if (mark[0] === open[0] && mark.length >= open.length && line.trim() === mark) open = "";
  }
  return open;
}
