import { shellQuoted, valueOptions } from "./shell-words.ts";
import { type CommandSpec, type Completes, REVISIONS } from "./spec.ts";

/** A script for bash, from 3.2 on, which macOS has. */
export function bashScript(commands: readonly CommandSpec[]): string {
  const names = commands.map(({ name }) => name).filter((name) => name !== "");
  return `# Completion of deep-review for bash. In ~/.bashrc: eval "$(deep-review completion bash)"
# Not compgen -W: it would expand its words, and a branch can be named $(…).
_deep_review_match() {
  local word words
  COMPREPLY=()
  read -r -d '' -a words <<< "$3"
  for word in "\${words[@]}"; do
    if [[ "$word" == "$2"* ]]; then COMPREPLY+=("$1$(printf '%q' "$word")"); fi
  done
}
_deep_review_words() { _deep_review_match "" "$cur" "$1"; }
_deep_review_list() {
  if [[ "$cur" == *,* ]]; then _deep_review_match "\${cur%,*}," "\${cur##*,}" "$1"; else _deep_review_words "$1"; fi
}
_deep_review_paths() {
  local word
  COMPREPLY=()
  compopt -o filenames 2>/dev/null
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen "$1" -- "$cur")
}
_deep_review() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command="" word at
  for ((at = 1; at < COMP_CWORD; at++)); do
    word="\${COMP_WORDS[at]}"
    if [[ "$word" == -- ]]; then _deep_review_paths -f; return; fi
    case "$word" in ${names.join("|")}) command="$word"; break ;; esac
  done
  case "$prev" in
${valueOptions(commands)
  .map(({ names: options, value }) => `    ${options.join("|")}) ${complete(value)}; return ;;`)
  .join("\n")}
  esac
  case "$command" in
${commands.map((command) => branch(command, names)).join("\n")}
  esac
}
complete -F _deep_review deep-review
`;
}

function branch({ name, options, argument }: CommandSpec, commands: readonly string[]): string {
  const words = options.flatMap(({ names }) => names).join(" ");
  const own = complete(name === "" ? { ...REVISIONS, also: commands.join(" ") } : argument);
  return `    ${name === "" ? '""' : name})
      if [[ "$cur" == -* ]]; then _deep_review_words ${shellQuoted(words)}; else ${own}; fi ;;`;
}

function complete(value: Completes): string {
  switch (value.kind) {
    case "nothing":
      return "COMPREPLY=()";
    case "files":
      return "_deep_review_paths -f";
    case "folders":
      return "_deep_review_paths -d";
    case "output":
      return `_deep_review_words "${value.also === undefined ? "" : `${value.also} `}$(${value.command})"`;
    case "words":
      return `_deep_review_words ${shellQuoted(value.words.join(" "))}`;
    case "list":
      return `_deep_review_list ${shellQuoted(value.words.join(" "))}`;
  }
}
