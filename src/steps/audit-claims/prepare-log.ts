import type { CommandLog, LoggedCommand } from "#model/panel/command-log.ts";
import { onlyShows, runnersIn } from "./programs.ts";

/** A command of a log, with everything that each comparison needs. */
export interface PreparedCommand extends LoggedCommand {
  readonly plain: string;
  readonly runners: ReadonlySet<string>;
  readonly printed: string;
  /** It runs nothing, and only shows files or prints its own words. */
  readonly isShow: boolean;
}

/** A log, prepared once for all statements of its reviewer. */
export interface PreparedLog {
  readonly commands: readonly PreparedCommand[];
  readonly left: number;
}

export function prepareLog({ commands, left = 0 }: CommandLog): PreparedLog {
  return {
    left,
    commands: commands.map((each) => ({
      ...each,
      plain: plainCommand(each.command),
      runners: runnersIn(each.command),
      printed: plainOutput(each.output ?? ""),
      isShow: onlyShows(each.command),
    })),
  };
}

/** A command without folders of the desk, quotes and variables before the program. */
export function plainCommand(text: string): string {
  return text
    .replaceAll(/(?:\/[\w.@+~-]+)+\/code\/?/g, "")
    .replaceAll(/["'\\]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^(?:\$ |\w+=\S* )+/, "")
    .replace(/^\.\//, "");
}

/** An output without times, addresses, folders of the desk and colours, which differ from run to run. */
export function plainOutput(text: string): string {
  return text
    .replaceAll(/\u001b\[[0-9;]*[A-Za-z]/g, "")
    .replaceAll(/\b\d+(?:\.\d+)?(?: ?(?:ms|µs|ns|s|sec|seconds|m|min))\b/g, "#")
    .replaceAll(/\b\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?\b/g, "#")
    .replaceAll(/\b0x[0-9a-f]+\b/gi, "#")
    .replaceAll(/(?:\/[\w.@+~-]+)+\/(?:code|tmp|review)\//g, "")
    .replaceAll(/[ \t]+/g, " ");
}
