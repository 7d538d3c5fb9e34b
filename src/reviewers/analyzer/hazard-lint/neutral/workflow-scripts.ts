/** The lines of a workflow that belong to a script: values of `run`, and of `script` below actions/github-script. */
export function scriptLines(yaml: string): ReadonlySet<number> {
  const lines = yaml.split(/\r?\n/);
  const scripts = new Set<number>();
  let depth: number | undefined;
  let uses = "";
  for (const [at, text] of lines.entries()) {
    if (text.trim() === "") continue;
    if (depth !== undefined && indentOf(text) > depth) {
      scripts.add(at + 1);
      continue;
    }
    depth = undefined;
    const key = KEY.exec(text);
    if (key === null) continue;
    const { dash, name, value = "" } = key.groups ?? {};
    // A list item may be a new step, which has said nothing yet of what it uses.
    if (dash !== undefined) uses = "";
    if (name === "uses") uses = value;
    if (name !== "run" && !(name === "script" && /actions\/github-script\b/.test(uses))) continue;
    depth = indentOf(text) + (dash?.length ?? 0);
    scripts.add(at + 1);
  }
  return scripts;
}

const KEY = /^\s*(?<dash>- +)?["']?(?<name>run|script|uses|[\w-]+)["']?:(?:\s+(?<value>.*))?$/;

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
