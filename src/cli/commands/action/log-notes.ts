import type { Severity } from "#model/severity.ts";
import type { ActionResult } from "./read-result.ts";

/** An annotation on the page of the run. */
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

/** Until `resumeCommands` the runner treats all lines as text, also those that look like commands. */
export const stopCommands = (token: string): string => `::stop-commands::${token}`;

/** Ends `stopCommands` with the same token, which nobody can guess. */
export const resumeCommands = (token: string): string => `::${token}::`;

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** The runner shows this many annotations of one level per step. */
const MAX_PER_LEVEL = 10;

const LEVELS: Readonly<Record<Severity, LogNote["level"]>> = {
  critical: "error",
  important: "warning",
  suggestion: "notice",
};

/** The kept findings as annotations at their places; the last one counts those that are not shown. */
export function annotate({ computed }: ActionResult): LogNote[] {
  const all = computed.findings.filter(({ fate }) => fate === "kept").map(noteOf);
  const used = new Map<LogNote["level"], number>();
  const shown = all.filter(({ level }) => {
    const count = (used.get(level) ?? 0) + 1;
    used.set(level, count);
    return count <= roomFor(level);
  });
  const left = all.length - shown.length;
  if (left === 0) return shown;
  const count = left === 1 ? "1 finding is" : `${left} findings are`;
  return [
    ...shown,
    { level: "notice", title: "Deep Review", message: `${count} not shown here; the report lists them all.` },
  ];
}

/** One notice is reserved for the number of findings that are not shown. */
const roomFor = (level: LogNote["level"]): number => (level === "notice" ? MAX_PER_LEVEL - 1 : MAX_PER_LEVEL);

function noteOf({ id, severity, title, locations }: ActionResult["computed"]["findings"][number]): LogNote {
  const place = locations.find(({ start }) => start !== undefined) ?? locations[0];
  return {
    level: LEVELS[severity],
    title: `${id} (Deep Review)`,
    message: title,
    path: place?.path,
    line: place?.start,
    endLine: place?.end,
  };
}
