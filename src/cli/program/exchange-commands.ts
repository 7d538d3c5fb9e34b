import type { Command } from "commander";
import type { MergeOptions } from "../commands/merge.ts";
import type { PublishOptions } from "../commands/publish.ts";
import type { Call } from "./call.ts";

/** Commands that bring reviews in from elsewhere, and give them out. */
export function addExchangeCommands(program: Command, call: Call): void {
  addMerge(program, call);
  addImport(program, call);
  addRender(program, call);
  addPublish(program, call);
}

function addMerge(program: Command, { io, finishPrinting }: Call): void {
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
      const { runMerge } = await import("../commands/merge.ts");
      finishPrinting(await runMerge(files, options, io));
    });
}

function addImport(program: Command, { io, finish }: Call): void {
  program
    .command("import")
    .description("read published Deep Review reports (Markdown) into records")
    .argument("<path...>", "report files, or folders of them")
    .option("--archive <dir>", "store the records in this archive")
    .option("--json", "print the records as one JSON array")
    .option("--repo <dir>", "take code excerpts from the cited commits of this git repository")
    .exitOverride()
    .action(async (paths: string[], options: { archive?: string; json?: boolean; repo?: string }) => {
      const { runImport } = await import("../commands/import.ts");
      finish(await runImport(paths, options, io));
    });
}

function addRender(program: Command, { io, finishPrinting }: Call): void {
  program
    .command("render")
    .description("render one record as Markdown, HTML, JSON, SARIF or a terminal summary")
    .argument("<review>", "a review.json, or the id of a review in the archive (its start, or last)")
    .option("--archive <dir>", "the archive that holds the id (default: .deep-review in the repository)")
    .option("--format <list>", "comma list of md, html, json, sarif, terminal", "terminal")
    .option("--out <dir>", "write report.<ext> files here instead of printing")
    .option("--open", "open the page; needs --format html and --out")
    .exitOverride()
    .action(async (review: string, options: { archive?: string; format: string; out?: string; open?: boolean }) => {
      const { runRender } = await import("../commands/render.ts");
      finishPrinting(await runRender(review, options, io));
    });
}

function addPublish(program: Command, { io, finish }: Call): void {
  program
    .command("publish")
    .description("bring a stored review to its pull request, or to a branch of pages; doing it again changes nothing")
    .argument("[id]", "which one: its id, the start of it, or last", "last")
    .requiredOption("--to <where>", "github, or pages")
    .option("--pr <number>", "the pull request, by number or address (default: the one that was reviewed)")
    .option("--parts <parts>", "comma list of review, summary, check, sarif (default: all that the token may write)")
    .option("--max-comments <count>", "at most so many comments at lines; the rest stands in the summary (default: 25)")
    .option("--fail-on <severity>", "the check run fails if a finding is at or above critical, important or suggestion")
    .option("--check-name <name>", "what the check run is called (default: Deep Review)")
    .option("--moved", "post although the pull request has moved on: other commits, closed, merged")
    .option("--branch <branch>", "pages: the branch that holds them (default: reviews)")
    .option("--push", "pages: push the branch, too")
    .option("--remote <remote>", "pages: where to (default: origin)")
    .option("--message <text>", "pages: the message of the commit")
    .option("--dry-run", "say exactly what would be sent, and send nothing")
    .option("--json", "print what was done as JSON")
    .option("--archive <dir>", "the archive (default: .deep-review in the repository)")
    .exitOverride()
    .action(async (id: string, options: PublishOptions) => {
      const { runPublish } = await import("../commands/publish.ts");
      finish(await runPublish(id, options, io));
    });
}
