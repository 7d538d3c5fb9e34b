/** A command that people run by name: a script of package.json or a target of a Makefile. */
export interface Command {
  readonly kind: "script" | "target";
  readonly name: string;
}

/** The kind of command that a file declares, by its name. */
export function commandKind(path: string): Command["kind"] | undefined {
  if (/(?:^|\/)package\.json$/.test(path)) return "script";
  return /(?:^|\/)(?:GNU)?[Mm]akefile$|\.mk$/.test(path) ? "target" : undefined;
}

/** The commands that a package.json or a Makefile declares; none if it cannot be parsed. */
export function commandsIn(path: string, text: string): Command[] {
  const kind = commandKind(path);
  if (kind === "script") return scriptsOf(text).map((name) => ({ kind, name }));
  return kind === undefined ? [] : targetsOf(text).map((name) => ({ kind, name }));
}

function scriptsOf(text: string): string[] {
  try {
    const { scripts } = JSON.parse(text) as { scripts?: unknown };
    return typeof scripts === "object" && scripts !== null ? Object.keys(scripts) : [];
  } catch {
    // Incomplete, or with comments.
    return [];
  }
}

function targetsOf(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const heads = line.length > 500 ? undefined : /^([A-Za-z][\w./ -]*?)\s*::?(?!=)/.exec(line)?.[1];
    return heads === undefined ? [] : heads.split(/\s+/).filter((name) => /^[A-Za-z][\w-]+$/.test(name));
  });
}

/** The command line: `npm run lint`, `make lint`. */
export function called({ kind, name }: Command): string {
  return kind === "script" ? `npm run ${name}` : `make ${name}`;
}

/** Whether a line runs the command, and does not just mention it in a sentence. */
export function calls(line: string, { kind, name }: Command): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const caller =
    kind === "script"
      ? "(?:npm|pnpm|yarn|bun) (?:run|run-script) (?:-s )?"
      : "(?:^\\s*|[`$\"'&|;(=:-]\\s*)(?:sudo )?make (?:-[\\w-]+ ){0,3}(?:[a-z][\\w-]* ){0,3}";
  return new RegExp(`${caller}${escaped}(?![\\w:./=-])`).test(line);
}
