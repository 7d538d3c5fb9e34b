import type { Command } from "commander";
import type { Call } from "./call.ts";

/** Commands that show what an archive holds. */
export function addArchiveCommands(program: Command, call: Call): void {
  addList(program, call);
  addShow(program, call);
  addExplain(program, call);
  addSite(program, call);
}

function addList(program: Command, { io, finishPrinting }: Call): void {
  program
    .command("list")
    .description("list the reviews of an archive")
    .option("--archive <dir>", "the archive (default: .deep-review in the repository)")
    .option("--ids", "print the ids alone, one a line")
    .option("--unfinished", "only those that were cut short")
    .exitOverride()
    .action(async (options: { archive?: string; ids?: boolean; unfinished?: boolean }) => {
      const { runList } = await import("../commands/list.ts");
      finishPrinting(await runList(options, io));
    });
}

function addShow(program: Command, { io, finishPrinting }: Call): void {
  program
    .command("show")
    .description("show a stored review, or one finding of it in full")
    .argument("[id]", "which one: its id, the start of it, or last", "last")
    .argument("[finding]", "a finding of it: I2, of a reviewer claude:I1, of an earlier round R2.I3")
    .option("--archive <dir>", "the archive (default: .deep-review in the repository)")
    .exitOverride()
    .action(async (review: string, finding: string | undefined, options: { archive?: string }) => {
      const { runShow } = await import("../commands/show.ts");
      finishPrinting(await runShow({ review, finding }, options, io));
    });
}

function addExplain(program: Command, { io, finishPrinting }: Call): void {
  program
    .command("explain")
    .description("say why a finding is what it is: what joined it, how it was rated, what was next in line")
    .argument("<finding>", "a finding of the report, I2, or of a reviewer, claude:I1")
    .argument("[id]", "of which review: its id, the start of it, or last", "last")
    .option("--archive <dir>", "the archive (default: .deep-review in the repository)")
    .exitOverride()
    .action(async (finding: string, review: string, options: { archive?: string }) => {
      const { runExplain } = await import("../commands/explain.ts");
      finishPrinting(await runExplain({ finding, review }, options, io));
    });
}

function addSite(program: Command, { io, finish }: Call): void {
  program
    .command("site")
    .description("make a browsable site of an archive: index, reviewers, one page a review")
    .argument("<archive>", "the archive's folder")
    .option("--out <dir>", "where to write it (default: site/ in the archive)")
    .exitOverride()
    .action(async (archive: string, options: { out?: string }) => {
      const { runSite } = await import("../commands/site.ts");
      finish(await runSite(archive, options, io));
    });
}
