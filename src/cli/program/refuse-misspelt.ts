import { resolve } from "node:path";
import { type Command, Help } from "commander";
import { UserError } from "#util/errors.ts";
import { nearest } from "#util/names.ts";
import type { Io } from "../io.ts";

/**
 * Throws if the first word is a misspelt command. Without this it would be taken as a revision, and the options of the
 * command as unknown ones. A word that is a revision stays a target.
 */
export async function refuseMisspelt(words: readonly string[], program: Command, io: Io): Promise<void> {
  const [word = ""] = words;
  if (!/^[a-z][a-z-]*$/i.test(word) || program.commands.some((command) => command.name() === word)) return;
  const names = new Help().visibleCommands(program).map((command) => command.name());
  const near = word === "review" ? undefined : nearest(word, [...names, "version"]);
  if (near === undefined && word !== "review") return;
  const { findRevision } = await import("#pipeline/find-change.ts");
  const { isThere, similar } = await findRevision(resolve(io.cwd(), repositoryOption(words) ?? "."), word);
  if (isThere) return;
  const revisions = similar.length === 0 ? "" : ` Or the revision ${similar.join(", ")}?`;
  throw new UserError({
    what: `there is no command "${word}"`,
    why: "it is not a branch, tag or commit either",
    fix:
      near === undefined
        ? "leave the word out: `deep-review` reviews, and `deep-review help review` shows all options"
        : `Did you mean \`${near}\`?${revisions}`,
  });
}

/** The value of `--repo`, read before the options are parsed. */
function repositoryOption(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => word === "--repo" || word.startsWith("--repo="));
  return at < 0 ? undefined : words[at] === "--repo" ? words[at + 1] : words[at]?.slice("--repo=".length);
}
