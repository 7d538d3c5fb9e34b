/** A step of a workflow or of `action.yml`, as far as tests look at it. Texts are as they stand there, with expressions. */
export interface WorkflowStep {
  readonly name: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly run?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly with: Readonly<Record<string, string>>;
}

/** The steps of every list called `steps` in a file of ours: plain YAML without anchors, flow lists or folded texts. */
export function readSteps(yaml: string): WorkflowStep[] {
  const lines = yaml.split("\n");
  const steps: WorkflowStep[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const list = /^( *)steps:$/.exec(lines[at] ?? "");
    if (list === null) continue;
    const end = lines.findIndex((line, index) => index > at && line.trim() !== "" && indentOf(line) <= indent(list));
    steps.push(...readList(lines.slice(at + 1, end < 0 ? undefined : end)));
  }
  return steps;
}

const indent = (match: RegExpExecArray): number => match[1]?.length ?? 0;
const indentOf = (line: string): number => line.length - line.trimStart().length;

function readList(lines: readonly string[]): WorkflowStep[] {
  const shown = lines.filter((line) => !/^ *#/.test(line) || indentOf(line) > 8);
  const dash = Math.min(...shown.filter((line) => line.trimStart().startsWith("- ")).map(indentOf));
  const items: string[][] = [];
  for (const line of shown) {
    if (indentOf(line) === dash && line.trimStart().startsWith("- ")) items.push([line.replace("- ", "  ")]);
    else items.at(-1)?.push(line);
  }
  return items.map((item) => readItem(item, dash + 2));
}

function readItem(lines: readonly string[], column: number): WorkflowStep {
  const texts: Record<string, string> = {};
  const maps: Record<string, Record<string, string>> = {};
  let open = "";
  for (const line of lines) {
    const key = indentOf(line) === column ? /^([\w-]+):(?: (.*))?$/.exec(line.trim()) : null;
    if (key !== null) {
      open = key[1] ?? "";
      if (key[2] !== undefined && key[2] !== "|") texts[open] = plain(key[2]);
    } else if (open === "env" || open === "with") {
      const pair = /^ *([\w-]+): (.*)$/.exec(line);
      if (pair !== null) (maps[open] ??= {})[pair[1] ?? ""] = plain(pair[2] ?? "");
    } else if (open === "run") texts["run"] = `${texts["run"] ?? ""}${line.slice(column + 2)}\n`;
  }
  return { name: "", ...texts, env: maps["env"] ?? {}, with: maps["with"] ?? {} };
}

const plain = (text: string): string => text.replace(/\s+# .*$/, "").replace(/^"(.*)"$/, "$1");
