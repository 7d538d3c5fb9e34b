import type { Command } from "commander";
import { type Call, WHICH_REVIEW } from "./call.ts";

/** Commands that show the contents of an archive. */
export function addArchiveCommands(program: Command, call: Call): void {
  addList(program, call);
  addShow(program, call);
  addExplain(program, call);
}

function addList(program: Command, { io, finishPrinting }: Call): void {
  program
    .command("list")
    .summary("list the stored reviews")
    .description("list the stored reviews")
    .option("--archive <dir>", "the archive (default: .deep-review in the repository)")
    .option("--ids", "print only the ids, one per line")
    .option("--unfinished", "list only interrupted reviews")
    .action(async (options: { archive?: string; ids?: boolean; unfinished?: boolean }) => {
      const { runList } = await import("../commands/list.ts");
      finishPrinting(await runList(options, io));
    });
}

function addShow(program: Command, { io, finishPrinting }: Call): void {
  program
    .command("show")
    .summary("show a stored review, or one finding in full")
    .description("show a stored review, or one of its findings in full")
    .argument("[id]", WHICH_REVIEW)
    .argument("[finding]", "a finding: I2, claude:I1 (by reviewer), R2.I3 (from an earlier round)")
    .option("--archive <dir>", "the archive (default: .deep-review in the repository)")
    .action(async (review: string | undefined, finding: string | undefined, options: { archive?: string }) => {
      const { runShow } = await import("../commands/show.ts");
      finishPrinting(await runShow({ review, finding }, options, io));
    });
}

function addExplain(program: Command, { io, finishPrinting }: Call): void {
  program
    .command("explain")
    .summary("explain a finding, or why a check said nothing")
    .description(
      "explain a finding: what was merged into it, how it was rated, what came close to being merged; " +
        "a check or a place: what was reported, what was looked at and not reported, and why",
    )
    .argument(
      "<finding>",
      "a finding: I2, claude:I1 (by reviewer), R2.I3 (from an earlier round); a check: loose-ends/removed-name; a place: src/send.ts:12",
    )
    .argument("[id]", WHICH_REVIEW)
    .option("--archive <dir>", "the archive (default: .deep-review in the repository)")
    .action(async (finding: string, review: string | undefined, options: { archive?: string }) => {
      const { runExplain } = await import("../commands/explain.ts");
      finishPrinting(await runExplain({ finding, review }, options, io));
    });
}
