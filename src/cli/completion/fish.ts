import type { CommandSpec, Completes, OptionSpec } from "./spec.ts";

/** A script for fish. */
export function fishScript(commands: readonly CommandSpec[]): string {
  const named = commands.filter(({ name }) => name !== "");
  const all = named.map(({ name }) => name).join(" ");
  return [
    "# Completion of deep-review for fish. In ~/.config/fish/config.fish: deep-review completion fish | source",
    "complete -c deep-review -f",
    ...named.map(({ name, about }) => line("__fish_use_subcommand", `-a ${name} -d ${fishQuoted(about)}`)),
    ...commands.flatMap(({ name, options, argument }) => {
      const when = name === "" ? `not __fish_seen_subcommand_from ${all}` : `__fish_seen_subcommand_from ${name}`;
      const own = complete(argument);
      return [...(own === "" ? [] : [line(when, own)]), ...options.map((option) => line(when, optionWords(option)))];
    }),
    "",
  ].join("\n");
}

const line = (when: string, what: string): string => `complete -c deep-review -n ${fishQuoted(when)} ${what}`;

function optionWords({ names, about, value }: OptionSpec): string {
  const words = names.map((name) => (name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const takes =
    value === undefined ? [] : [value.kind === "files" ? "-r" : "-x", complete(value)].filter((part) => part !== "");
  return [...words, ...takes, `-d ${fishQuoted(about)}`].join(" ");
}

function complete(value: Completes): string {
  switch (value.kind) {
    case "nothing":
      return "";
    case "files":
      return "-F";
    case "folders":
      return "-a '(__fish_complete_directories)'";
    case "output":
      return `-a ${fishQuoted(`${value.also === undefined ? "" : `${value.also} `}(${value.command})`)}`;
    case "words":
      return `-a ${fishQuoted(value.words.join(" "))}`;
    case "list":
      return `-a ${fishQuoted(`(__fish_append , ${value.words.join(" ")})`)}`;
  }
}

/** In fish a backslash in single quotes is special only before a quote or another backslash. */
function fishQuoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
