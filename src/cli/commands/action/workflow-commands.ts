/** What a line of the log can be made into on the page of the run. */
export interface LogNote {
  readonly level: "error" | "warning" | "notice";
  readonly message: string;
  readonly title?: string;
  readonly path?: string;
  readonly line?: number;
  readonly endLine?: number;
}

/**
 * A note as a workflow command of GitHub Actions: exactly one line, whatever the texts say. The runner reads a command
 * up to the end of its line, so nothing in a message can begin another one.
 */
export function formatNote({ level, message, title, path, line, endLine }: LogNote): string {
  const named = { title, file: path, line, endLine };
  const properties = Object.entries(named).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [`${name}=${escapeProperty(String(value))}`],
  );
  const head = properties.length === 0 ? level : `${level} ${properties.join(",")}`;
  return `::${head}::${escapeData(message)}`;
}

/** From here to `resumeCommands` the runner takes lines of the log for text, also those that look like commands. */
export const stopCommands = (token: string): string => `::stop-commands::${token}`;

/** The end of what `stopCommands` began with the same token, which nobody can guess. */
export const resumeCommands = (token: string): string => `::${token}::`;

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
