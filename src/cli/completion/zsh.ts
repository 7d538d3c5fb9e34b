import { shellQuoted, valueOptions } from "./shell-words.ts";
import { type CommandSpec, type Completes, type OptionSpec, REVISIONS } from "./spec.ts";

/** A script for zsh, to evaluate, or to put into a folder of `fpath` as `_deep-review`. */
export function zshScript(commands: readonly CommandSpec[]): string {
  const named = commands.filter(({ name }) => name !== "");
  return `#compdef deep-review
# Completion of deep-review for zsh. In ~/.zshrc, behind compinit: eval "$(deep-review completion zsh)"
_deep_review() {
  local command="" word
  local -a commands
  for word in "\${(@)words[2,CURRENT-1]}"; do
    if [[ "$word" == -- ]]; then _files; return; fi
    case "$word" in (${named.map(({ name }) => name).join("|")}) command="$word"; break ;; esac
  done
  case "\${words[CURRENT-1]}" in
${valueOptions(commands)
  .map(({ names, value }) => `    (${names.join("|")}) ${complete(value)}; return ;;`)
  .join("\n")}
  esac
  if [[ "$command" == "" && "$PREFIX" != -* ]]; then
    commands=(${named.map(({ name, about }) => entry(name, about)).join(" ")})
    _describe command commands
    ${complete(REVISIONS)}
    return
  fi
  case "$command" in
${commands.map(branch).join("\n")}
  esac
}
if [[ "$funcstack[1]" == _deep-review ]]; then _deep_review "$@"; else compdef _deep_review deep-review; fi
`;
}

function branch({ name, options, argument }: CommandSpec): string {
  return `    (${name === "" ? "''" : name})
      if [[ "$PREFIX" == -* ]]; then
        commands=(${options.flatMap(optionEntries).join(" ")})
        _describe option commands
      else ${complete(argument)}; fi ;;`;
}

const optionEntries = ({ names, about }: OptionSpec): string[] => names.map((name) => entry(name, about));

const entry = (name: string, about: string): string => shellQuoted(`${name.replaceAll(":", "\\:")}:${about}`);

function complete(value: Completes): string {
  switch (value.kind) {
    case "nothing":
      return "return 1";
    case "files":
      return "_files";
    case "folders":
      return "_files -/";
    case "output":
      return `compadd -- ${value.also === undefined ? "" : `${value.also} `}\${(f)"$(${value.command})"}`;
    case "words":
      return `compadd -- ${value.words.map(shellQuoted).join(" ")}`;
    case "list":
      return `compset -P '*,'; compadd -q -S ',' -- ${value.words.map(shellQuoted).join(" ")}`;
  }
}
