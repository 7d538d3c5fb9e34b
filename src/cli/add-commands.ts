import type { Command } from "commander";
import type { MergeOptions } from "./commands/merge.ts";
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

/** `deep-review explain`. */
export function addExplain(program: Command, io: Io, finish: Finish): void {
  program
    .command("explain")
    .description("say why a finding is what it is: what joined it, how it was rated, what was next in line")
    .argument("<finding>", "a finding of the report, I2, or of a reviewer, claude:I1")
    .argument("[id]", "of which review: its id, the start of it, or last", "last")
    .option("--archive <dir>", "the archive (default: .deep-review in the repository)")
    .exitOverride()
    .action(async (finding: string, review: string, options: { archive?: string }) => {
      const { runExplain } = await import("./commands/explain.ts");
      finish(await runExplain({ finding, review }, options, io));
    });
}

/** `deep-review merge`. */
export function addMerge(program: Command, io: Io, finish: Finish): void {
  program
    .command("merge")
    .description("merge reviews that exist already, from anywhere, into one report")
    .argument("[file...]", "reviews: Markdown, a published report (its raw reviews), review.json, SARIF")
    .option("--as <name=file...>", "a review, and who wrote it (default: the name of the file)")
    .option("--findings <file>", "findings as JSON or JSON Lines; prints the result as JSON")
    .option("--repo <dir>", "check what they cite against the code there")
    .option("--head <ref>", "the reviewed commit (default: HEAD)")
    .option("--archive <dir>", "keep the record there")
    .option("--format <list>", "md, html, sarif, json, terminal (default: terminal)")
    .option("--out <dir>", "write report.<ext> files there")
    .option("--json", "print clusters, dropped and routed as JSON")
    .exitOverride()
    .action(async (files: string[], options: MergeOptions) => {
      const { runMerge } = await import("./commands/merge.ts");
      finish(await runMerge(files, options, io));
    });
}
