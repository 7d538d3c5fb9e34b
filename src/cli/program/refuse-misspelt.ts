import { resolve } from "node:path";
import { type Command, Help } from "commander";
import { UserError } from "#util/errors.ts";
import { nearest } from "#util/names.ts";
import type { Io } from "../io.ts";

/** Words that people type as a command although there is none of that name, and what to run. */
const NO_COMMANDS = new Map([
  [
    "review",
    "to review, leave the word out: run `deep-review` alone or with a target; `deep-review help review` shows all options.",
  ],
  ["reviews", "`deep-review list` lists the stored reviews."],
  ["status", "`deep-review list` lists the stored reviews, `deep-review show` shows the newest one."],
  [
    "report",
    "`deep-review show` shows the newest review of this branch, `deep-review render last --format html` writes its report.",
  ],
]);

/**
 * Throws if the first word is a misspelt command, or a word for which there is another command. Without this it would be taken as a revision, and the options of the
 * command as unknown ones. A word that is a revision stays a target.
 */
export async function refuseMisspelt(words: readonly string[], program: Command, io: Io): Promise<void> {
  const [word = ""] = words;
  if (!/^[a-z][a-z-]*$/i.test(word) || program.commands.some((command) => command.name() === word)) return;
  const names = new Help().visibleCommands(program).map((command) => command.name());
  const near = nearest(word, [...NO_COMMANDS.keys(), ...names, "version"]);
  if (near === undefined) return;
  const { findRevision } = await import("#pipeline/find-change.ts");
  const { isThere, similar } = await findRevision(resolve(io.cwd(), repositoryOption(words) ?? "."), word);
  if (isThere) return;
  const revisions = similar.length === 0 ? "" : ` Or the revision ${similar.join(", ")}?`;
  throw new UserError({
    what: `there is no command "${word}"`,
    why: "it is not a branch, tag or commit either",
    fix: `${NO_COMMANDS.get(near) ?? `Did you mean \`${near}\`?`}${revisions}`,
  });
}

/** The value of `--repo`, read before the options are parsed. */
function repositoryOption(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => word === "--repo" || word.startsWith("--repo="));
  return at < 0 ? undefined : words[at] === "--repo" ? words[at + 1] : words[at]?.slice("--repo=".length);
}
