import { type Command, Help, type Option } from "commander";
import { createProgram } from "#cli/program/create-program.ts";
import { COMMAND_NOTES } from "#cli/program/examples.ts";
import { EXIT_CODES, fullName } from "#cli/program/help.ts";

/** The reference of all commands: usage, arguments, options with defaults, an example, exit codes. */
export function commandsPage(): string {
  const program = quietProgram();
  const help = new Help();
  const commands = help.visibleCommands(program).flatMap((one) => [one, ...help.visibleCommands(one)]);
  const shown = commands.filter((command) => command.name() !== "help" || command.parent === program);
  return `${[
    "# Commands",
    "Generated from the program by `npm run commands`. `deep-review help COMMAND` prints the same.",
    contents(shown),
    section("review", program, help),
    ...shown.map((command) => section(fullName(command), command, help)),
    "## Exit codes",
    `| Code | Meaning |\n|---|---|\n${EXIT_CODES.map(([code, about]) => `| ${code} | ${cell(about)} |`).join("\n")}`,
  ].join("\n\n")}\n`;
}

/** The program as it is declared; it runs nothing and prints nothing. */
export function quietProgram(): Command {
  const stream = { write: () => true };
  const nothing = (): void => {};
  const io = { stdout: stream, stderr: stream, env: {}, cwd: () => "/" };
  return createProgram({ io, paths: [], finish: nothing, finishPrinting: nothing });
}

function contents(commands: readonly Command[]): string {
  const groups = new Map<string, string[]>();
  for (const command of commands) {
    const group = (command.parent?.parent === null ? command : command.parent)?.helpGroup() ?? "";
    groups.set(group, [...(groups.get(group) ?? []), link(fullName(command))]);
  }
  groups.set("Review", [link("review"), ...(groups.get("Review") ?? [])]);
  const rows = [...groups].map(([group, links]) => `| ${group} | ${links.join(" · ")} |`);
  return `| | |\n|---|---|\n${rows.join("\n")}`;
}

const link = (name: string): string => `[${name}](#${name.replaceAll(" ", "-")})`;

function section(name: string, command: Command, help: Help): string {
  const notes = COMMAND_NOTES.get(name);
  if (notes === undefined) throw new Error(`src/cli/program/examples.ts has no example of ${name}`);
  const isReview = command.parent === null;
  const usage = isReview ? "deep-review [target] [options] [-- path…]" : help.commandUsage(command);
  const codes = [0, 2, 70, ...(notes.exits ?? [])].sort((one, other) => one - other);
  return [
    `## ${name}`,
    sentence(isReview ? "review a change; this is what `deep-review` does without a command" : command.description()),
    `\`\`\`text\n${usage}\n\`\`\``,
    table(
      "Argument",
      help.visibleArguments(command).map((one) => [one.name(), one.description, one.defaultValue]),
    ),
    table(
      "Option",
      help
        .visibleOptions(command)
        .filter(isOwn)
        .map((one) => [one.flags, one.description, defaultOf(one)]),
    ),
    `Example:\n\n\`\`\`sh\n${notes.example}\n\`\`\``,
    `Exit codes: ${codes.join(", ")} ([meaning](#exit-codes)).`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

const isOwn = ({ long }: Option): boolean => long !== "--help" && long !== "--version";

function table(title: string, rows: readonly (readonly [string, string, unknown])[]): string {
  if (rows.length === 0) return "";
  const lines = rows.map(([name, about, standard]) => {
    const [, text = about, told] = /^(.*) \(default: (.*)\)$/s.exec(about) ?? [];
    return `| \`${name.replaceAll("|", "\\|")}\` | ${cell(text)} | ${cell(told ?? (standard === undefined ? "" : `\`${String(standard)}\``))} |`;
  });
  return `| ${title} | Meaning | Default |\n|---|---|---|\n${lines.join("\n")}`;
}

/** `--no-verify` makes commander set a default for `--verify`. */
const defaultOf = ({ defaultValue, negate }: Option): unknown =>
  negate || defaultValue === true ? undefined : defaultValue;

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/<(\w+)>/g, "`<$1>`");

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
