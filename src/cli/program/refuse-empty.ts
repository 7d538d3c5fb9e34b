import type { Command } from "commander";
import { UserError } from "#util/errors.ts";

/**
 * Throws if an argument or the value of an option is empty, as after an unset variable in a script. Most options would
 * mean something else then: `--repo ""` this folder, `--base ""` nothing.
 */
export function refuseEmpty(command: Command): void {
  if (command.args.includes("")) throw empty("an argument");
  for (const option of command.options) {
    // `decline` says itself why it needs a reason and an author.
    if (option.long === "--because" || option.long === "--author") continue;
    const value: unknown = command.getOptionValue(option.attributeName());
    const isEmpty = Array.isArray(value) ? value.includes("") : typeof value === "string" && value.trim() === "";
    if (isEmpty) throw empty(option.long ?? option.flags);
  }
}

function empty(name: string): UserError {
  return new UserError({
    what: `${name} is empty`,
    why: "its value is empty, perhaps because a variable is unset",
    fix: "give it a value, or leave it out",
  });
}
