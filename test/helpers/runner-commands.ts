/** A workflow command as a runner takes it from a line of the log. */
export interface RunnerCommand {
  readonly command: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

/** The commands that a runner obeys in a log, in either of the two forms that it knows. */
export function commandsIn(log: string): RunnerCommand[] {
  const obeyed: RunnerCommand[] = [];
  let stopped: string | undefined;
  for (const line of log.split(/\r?\n|\r/)) {
    const found = parseCommand(line) ?? parseOldCommand(line);
    if (found === undefined) continue;
    if (stopped !== undefined) {
      if (found.command === stopped) stopped = undefined;
    } else if (found.command === "stop-commands") stopped = found.data;
    else obeyed.push(found);
  }
  return obeyed;
}

/** `::name key=value,key=value::data`; undefined for other lines. */
export function parseCommand(line: string): RunnerCommand | undefined {
  const text = line.trimStart();
  const end = text.indexOf("::", 2);
  if (!text.startsWith("::") || end < 0) return undefined;
  const [command = "", ...rest] = text.slice(2, end).split(" ");
  const pairs = rest.join(" ").split(",").filter(Boolean);
  const properties = pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), decode(pair.slice(pair.indexOf("=") + 1))]);
  return { command, properties: Object.fromEntries(properties), data: decode(text.slice(end + 2)) };
}

/** `##[name …]data`, anywhere in a line. */
function parseOldCommand(line: string): RunnerCommand | undefined {
  const [, command, data = ""] = /##\[([a-z-]+)[^\]]*\](.*)$/.exec(line) ?? [];
  return command === undefined ? undefined : { command, properties: {}, data };
}

function decode(text: string): string {
  return text
    .replaceAll("%2C", ",")
    .replaceAll("%3A", ":")
    .replaceAll("%0D", "\r")
    .replaceAll("%0A", "\n")
    .replaceAll("%25", "%");
}
