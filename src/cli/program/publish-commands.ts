import type { Command } from "commander";
import type { PublishOptions } from "../commands/publish.ts";
import { type Call, WHICH_REVIEW } from "./call.ts";

/** Commands that publish reviews, and import published ones. */
export function addPublishCommands(program: Command, call: Call): void {
  addPublish(program, call);
  addSite(program, call);
  addRender(program, call);
  addImport(program, call);
}

function addImport(program: Command, { io, finish }: Call): void {
  program
    .command("import")
    .summary("import published reports (Markdown)")
    .description("import published Deep Review reports (Markdown)")
    .argument("<path...>", "report files, or folders with reports")
    .option("--archive <dir>", "store the records in this archive")
    .option("--json", "print the records as one JSON array")
    .option("--repo <dir>", "read the cited code from this git repository")
    .action(async (paths: string[], options: { archive?: string; json?: boolean; repo?: string }) => {
      const { runImport } = await import("../commands/import.ts");
      finish(await runImport(paths, options, io));
    });
}

function addRender(program: Command, { io, finishPrinting }: Call): void {
  program
    .command("render")
    .summary("render a review as Markdown, HTML, JSON or SARIF")
    .description("render one review as Markdown, HTML, JSON, SARIF or a terminal summary")
    .argument("<review>", "a review.json, or a review in the archive: its id, the start of its id, or last")
    .option("--archive <dir>", "the archive that holds the id (default: .deep-review in the repository)")
    .option("--format <list>", "formats, separated by commas: md, html, json, sarif, terminal", "terminal")
    .option("--out <dir>", "write report.<ext> files to this folder instead of printing")
    .option("--open", "open the HTML page; needs --format html and --out")
    .action(async (review: string, options: { archive?: string; format: string; out?: string; open?: boolean }) => {
      const { runRender } = await import("../commands/render.ts");
      finishPrinting(await runRender(review, options, io));
    });
}

function addPublish(program: Command, { io, finish }: Call): void {
  program
    .command("publish")
    .summary("publish a review to GitHub or GitHub Pages")
    .description(
      "publish a stored review to its pull request, or to a branch for GitHub Pages; publishing again changes nothing",
    )
    .argument("[id]", WHICH_REVIEW)
    .requiredOption("--to <where>", "github or pages")
    .option("--pr <number>", "the pull request, by number or URL (default: the reviewed one)")
    .option(
      "--parts <parts>",
      "parts, separated by commas: review, summary, check, sarif (default: all that the token may write)",
    )
    .option("--max-comments <count>", "maximum number of line comments; the rest go to the summary (default: 25)")
    .option(
      "--fail-on <severity>",
      "fail the check run if a finding is at or above this: critical, important or suggestion",
    )
    .option("--check-name <name>", "the name of the check run (default: Deep Review)")
    .option("--moved", "post even if the pull request has new commits or was closed or merged")
    .option("--branch <branch>", "pages: the branch (default: reviews)")
    .option("--push", "pages: also push the branch")
    .option("--remote <remote>", "pages: the remote to push to (default: origin)")
    .option("--message <text>", "pages: the commit message")
    .option("--dry-run", "show exactly what would be sent, and send nothing")
    .option("--json", "print the result as JSON")
    .option("--archive <dir>", "the archive (default: .deep-review in the repository)")
    .action(async (id: string | undefined, options: PublishOptions) => {
      const { runPublish } = await import("../commands/publish.ts");
      finish(await runPublish(id, options, io));
    });
}

function addSite(program: Command, { io, finish }: Call): void {
  program
    .command("site")
    .summary("build a site from the stored reviews")
    .description("build a site from an archive: index, reviewers, one page per review")
    .argument("[archive]", "the archive (default: .deep-review in the repository)")
    .option("--out <dir>", "the output folder (default: site/ in the archive)")
    .action(async (archive: string | undefined, options: { out?: string }) => {
      const { runSite } = await import("../commands/site.ts");
      finish(await runSite(archive, options, io));
    });
}
