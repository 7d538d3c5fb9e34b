import type { Command } from "commander";
import type { ExitCode, Io } from "./io.ts";

/** What a command reports when it has ended. */
type Finish = (code: ExitCode) => void;

/** `deep-review show`. */
export function addShow(program: Command, io: Io, finish: Finish): void {
  program
    .command("show")
    .description("show a stored review, or one finding of it in full")
    .argument("[id]", "which one: its id, the start of it, or last", "last")
    .argument("[finding]", "a finding of it: I2")
    .option("--archive <dir>", "the archive (default: .deep-review in the repository)")
    .exitOverride()
    .action(async (review: string, finding: string | undefined, options: { archive?: string }) => {
      const { runShow } = await import("./commands/show.ts");
      finish(await runShow({ review, finding }, options, io));
    });
}

/** `deep-review completion`. */
export function addCompletion(program: Command, io: Io, finish: Finish): void {
  program
    .command("completion")
    .description("print a script that completes commands, options and ids in your shell")
    .argument("<shell>", "bash, zsh or fish")
    .exitOverride()
    .action(async (shell: string) => {
      const { runCompletion } = await import("./commands/completion.ts");
      finish(runCompletion(shell, program, io));
    });
}
