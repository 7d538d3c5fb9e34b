import type { Command, Option } from "commander";
import { PUBLICATION_PARTS } from "#model/pull/publication.ts";
import { SEVERITIES } from "#model/severity.ts";
import { FORMATS } from "#pipeline/render-review.ts";
import { HELP_TOPICS } from "../program/help.ts";

/**
 * What an argument or a value can be. `words`: one of these; `list`: several of them with commas; `output`: a line that a
 * command prints, or one of `also`.
 */
export type Completes =
  | { readonly kind: "nothing" | "files" | "folders" }
  | { readonly kind: "words" | "list"; readonly words: readonly string[] }
  | { readonly kind: "output"; readonly command: string; readonly also?: string };

/** Lists branches and tags. */
export const REVISIONS = {
  kind: "output",
  command: "git for-each-ref --format='%(refname:short)' refs/heads refs/tags refs/remotes 2>/dev/null",
} as const;
const REVIEWS = { kind: "output", command: "deep-review list --ids 2>/dev/null", also: "last" } as const;
const ROUNDS = { kind: "output", command: "deep-review list --unfinished --ids 2>/dev/null" } as const;
const PANELS = { kind: "output", command: "deep-review config --panels 2>/dev/null" } as const;

/** An option, for a completion script. */
export interface OptionSpec {
  /** `--fail-on`, and the short form if there is one. */
  readonly names: readonly string[];
  readonly about: string;
  /** Absent: it takes no value. */
  readonly value?: Completes;
}

/** A command, for a completion script. The review itself has the empty name. */
export interface CommandSpec {
  readonly name: string;
  readonly about: string;
  readonly options: readonly OptionSpec[];
  readonly argument: Completes;
}

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** Names that cannot be read from the program's options. */
interface KnownNames {
  readonly checks: readonly string[];
  readonly reviewers: readonly string[];
  readonly agents: readonly string[];
}

interface AllNames extends KnownNames {
  /** What `help` takes. */
  readonly topics: readonly string[];
}

/** Everything that can be completed, read from the program itself: the review first, then each command. */
export function describeProgram(program: Command, known: KnownNames): CommandSpec[] {
  const shown = program.createHelp().visibleCommands(program);
  const commands = program.commands.filter((it) => shown.includes(it));
  const all = { ...known, topics: [...HELP_TOPICS, ...commands.map((it) => it.name())] };
  return [describeCommand(program, "", all), ...commands.map((it) => describeCommand(it, it.name(), all))];
}

function describeCommand(command: Command, name: string, known: AllNames): CommandSpec {
  const help: OptionSpec = { names: ["--help", "-h"], about: "show the help" };
  const [argument] = command.registeredArguments;
  const inside = name === "" ? [] : command.commands;
  const options = [...command.options, ...inside.flatMap((it) => it.options)].filter(({ hidden }) => !hidden);
  const own = argument === undefined ? NOTHING : completesArgument(argument.name(), known);
  const words = own.kind === "words" ? own.words : [];
  return {
    name,
    about: command.description(),
    options: [...byName(options).map((option) => describeOption(option, known)), help],
    argument: inside.length === 0 ? own : { kind: "words", words: [...inside.map((it) => it.name()), ...words] },
  };
}

const NOTHING: Completes = { kind: "nothing" };

/** A command and the commands inside it may have an option in common. */
function byName(options: readonly Option[]): Option[] {
  return [...new Map(options.toReversed().map((option) => [option.long, option])).values()].toReversed();
}

function describeOption({ long, short, description, flags }: Option, known: KnownNames): OptionSpec {
  const names = [long, short].filter((name) => name !== undefined && name !== null);
  const placeholder = /[<[]([a-z]+)/.exec(flags)?.[1];
  return { names, about: description, value: placeholder === undefined ? undefined : valueOf(placeholder, known) };
}

function valueOf(placeholder: string, { reviewers, agents }: KnownNames): Completes {
  if (placeholder === "who") return { kind: "list", words: reviewers };
  if (placeholder === "agent") return { kind: "words", words: agents };
  return VALUES.get(placeholder) ?? NOTHING;
}

const VALUES: ReadonlyMap<string, Completes> = new Map<string, Completes>([
  ["dir", { kind: "folders" }],
  ["file", { kind: "files" }],
  ["ref", REVISIONS],
  ["id", REVIEWS],
  ["severity", { kind: "words", words: SEVERITIES }],
  ["panel", PANELS],
  ["list", { kind: "list", words: FORMATS }],
  ["parts", { kind: "list", words: PUBLICATION_PARTS }],
  ["where", { kind: "words", words: ["github", "pages"] }],
]);

function completesArgument(name: string, { checks, topics }: AllNames): Completes {
  if (name === "topic") return { kind: "words", words: topics };
  if (name === "check") return { kind: "words", words: checks };
  return ARGUMENTS.get(name) ?? NOTHING;
}

const ARGUMENTS: ReadonlyMap<string, Completes> = new Map<string, Completes>([
  ["target", REVISIONS],
  ["id", REVIEWS],
  ["round", ROUNDS],
  ["review", REVIEWS],
  ["path", { kind: "files" }],
  ["archive", { kind: "folders" }],
  ["shell", { kind: "words", words: SHELLS }],
]);
