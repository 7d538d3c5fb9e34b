import { type Command, Help } from "commander";
import { UserError } from "#util/errors.ts";
import { nearest } from "#util/names.ts";
import { COMMAND_NOTES } from "./examples.ts";
import { EXIT, type ExitCode, type Io } from "../io.ts";

/** What `deep-review --help` prints: one screen with every command and the options that are needed most. */
export function formatOverview(program: Command): string {
  const commands = new Help().visibleCommands(program);
  const groups = [...new Set(commands.map((command) => command.helpGroup()))];
  const rows = groups.map((group) =>
    commands
      .filter((command) => command.helpGroup() === group)
      .map((command, at) => row(at === 0 ? group : "", command.name(), command.summary()))
      .join(""),
  );
  const options = OPTIONS.map(([flags, about], at) => row(at === 0 ? "Options" : "", flags, about));
  return `${INTRODUCTION}\n${rows.join("")}\n${options.join("")}\n${MORE}`;
}

const row = (group: string, name: string, about: string): string => `${group.padEnd(9)}${name.padEnd(21)}${about}\n`;

const INTRODUCTION = `Usage: deep-review [target] [options] [-- path…]
       deep-review <command> …

Reviews a change: a branch, a commit, A..B, or a pull request by number or URL.
Without a target, it reviews this branch and uncommitted work.
`;

const OPTIONS = [
  ["--allow-run", "run tests and linters, in the sandbox"],
  ["--base <ref>", "compare with this instead of the default branch"],
  ["--panel <panel>", "deep (all ready agents) or quick (no agents)"],
  ["--fail-on <severity>", "exit with 1 if a finding is at or above this"],
] as const;

const MORE = `\`deep-review help review\` shows all options, \`help <command>\` those of a
command, \`help exit-codes\` the exit codes.
`;

/** The exit codes and what they mean. */
export const EXIT_CODES: readonly (readonly [number, string])[] = [
  [EXIT.ok, "finished; no finding at or above --fail-on"],
  [EXIT.findings, "finished; a finding is at or above --fail-on"],
  [EXIT.user, "something for you to fix (a file, an option, the disk)"],
  [EXIT.incomplete, "incomplete: something was not read, or did not run or answer"],
  [EXIT.internal, "a bug in Deep Review"],
  [EXIT.interrupted, "interrupted; `deep-review resume` continues"],
];

const EXIT_HELP = `Exit codes:\n${EXIT_CODES.map(([code, about]) => `  ${String(code).padEnd(4)} ${about}\n`).join("")}`;

/** Adds its example to the help of every command. */
export function addExamples(parent: Command): void {
  for (const command of parent.commands) {
    command.addHelpText("after", () => exampleOf(command));
    addExamples(command);
  }
}

function exampleOf(command: Command): string {
  const notes = COMMAND_NOTES.get(fullName(command));
  return notes === undefined ? "" : `\nExample:\n  ${notes.example}`;
}

/** The name of a command as it is typed: `rules propose`. */
export function fullName(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${fullName(parent)} ${command.name()}`;
}

/** What `help` takes besides commands. */
export const HELP_TOPICS = ["review", "exit-codes"] as const;

/** `deep-review help [topic…]`: the overview, all options of the review or of a command, or the exit codes. */
export function runHelp(topic: readonly string[], program: Command, io: Io): ExitCode {
  io.stdout.write(helpText(topic, program, io));
  return EXIT.ok;
}

function helpText(topic: readonly string[], program: Command, { stdout }: Io): string {
  const [first] = topic;
  if (first === undefined) return formatOverview(program);
  if (first === "exit-codes") return EXIT_HELP;
  if (first === "review") return `${formatReviewHelp(program, stdout.columns)}\n${EXIT_HELP}`;
  return commandHelp(topic.reduce((command, name) => findCommand(command, name), program));
}

/** The same text as `--help` prints. */
function commandHelp(command: Command): string {
  return `${command.helpInformation()}${exampleOf(command)}\n`;
}

/** All options of the review, which the program itself has. */
function formatReviewHelp(program: Command, columns: number | undefined): string {
  const help = Object.assign(new Help(), { visibleCommands: () => [], helpWidth: columns });
  return help.formatHelp(program, help);
}

function findCommand(parent: Command, name: string): Command {
  const found = parent.commands.find((command) => command.name() === name);
  if (found !== undefined) return found;
  const isTop = parent.parent === null;
  const names = [...new Help().visibleCommands(parent).map((one) => one.name()), ...(isTop ? HELP_TOPICS : [])];
  const near = nearest(name, names);
  throw new UserError({
    what: `there is no command "${isTop ? "" : `${parent.name()} `}${name}"`,
    why: isTop ? "help takes the name of a command, review or exit-codes" : `${parent.name()} has no such command`,
    fix: near === undefined ? "run `deep-review help` to list the commands" : `did you mean \`${near}\`?`,
  });
}
