import type { Command } from "commander";
import type { AuditOptions } from "../commands/audit.ts";
import type { PromptOptions } from "../commands/prompt.ts";
import type { ReviewOptions } from "../commands/review.ts";
import type { Call } from "./call.ts";

/** Commands that look at code: a review, going on with one, an audit. */
export function addReviewCommands(program: Command, call: Call): void {
  addReview(program, call);
  addResume(program, call);
  addPrompt(program, call);
  addAudit(program, call);
}

function addReview(program: Command, { io, paths, finish }: Call): void {
  reviewOptions(program)
    .argument(
      "[target]",
      "a branch, a commit, A..B, A...B, or a pull request by number or address (default: this branch and what is not committed)",
    )
    .option("--pr", "review the pull request of this branch; in GitHub Actions, of the job")
    .option("--staged", "review what is staged")
    .option("--uncommitted", "review what is not committed")
    .option("--base <ref>", "compare with this instead of the default branch")
    .option("--continues <target>", "the pull request, branch or review that this one replaces: its rounds come first")
    .option("--again", "ask the reviewers again, also where they have reviewed this commit before")
    .option("--with-comments", "let those who commented on the pull request sit on the panel, programs and people")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .action(async (target: string | undefined, options: ReviewOptions) => {
      const { runReview } = await import("../commands/review.ts");
      finish(await runReview({ target, paths }, options, io));
    });
}

function addResume(program: Command, { io, finish }: Call): void {
  reviewOptions(program.command("resume"))
    .description("go on with a review that was cut short")
    .argument("[round]", "its id (default: the last that was cut short)")
    .exitOverride()
    .action(async (id: string | undefined, options: ReviewOptions) => {
      const { runResume } = await import("../commands/review.ts");
      finish(await runResume(id, options, io));
    });
}

function reviewOptions(command: Command): Command {
  return command
    .option("--reviewers <who>", "who reviews, and nobody else: claude,codex=gpt-5.5@high,loose-ends")
    .option("--panel <panel>", "a panel of the configuration, or deep (all ready agents) or quick (no agent)")
    .option("--timeout <time>", "how long one reviewer may take: 90s, 30m, 1h (default: 30m)")
    .option("--idle <time>", "how long one reviewer may be silent (default: 10m)")
    .option("--budget <usd>", "end the agents when they have cost this much, as far as they tell it")
    .option("--verify [agent]", "put findings that matter to an agent of another vendor (default: one of the panel)")
    .option("--no-verify", "verify nothing, whatever is configured")
    .option("--editor <agent>", "let an agent word the summary; what the record does not bear out is not used")
    .option("--no-editor", "let nobody word it, whatever is configured")
    .option("--allow-run", "run the repro scripts of findings, in the sandbox and without the network")
    .option("--archive <dir>", "where reviews are kept (default: .deep-review in the repository)")
    .option("--format <list>", "comma list of md, html, json, sarif, terminal")
    .option("--out <dir>", "write report.<ext> files here instead of printing")
    .option("--fail-on <severity>", "end with 1 if a finding is at or above critical, important or suggestion")
    .option("--sarif <file...>", "results of other tools; each tool becomes a member of the panel")
    .option("--scripted <file...>", "reviewers that say what a file tells them, for tests and replays")
    .option("--config-from <place>", "read the configuration from base or worktree (default: base in CI)")
    .option("--open", "open the page of the report when it is there")
    .option("--json", "print the report as JSON")
    .option("--quiet", "print nothing but errors");
}

function addPrompt(program: Command, { io, paths, finishPrinting }: Call): void {
  program
    .command("prompt")
    .description("show what an agent or a model would be given of a change; sends nothing")
    .argument("[target]", "as for a review")
    .option("--for <agent>", "whose: claude, codex=gpt-5.5@high, a place of a panel; shows how it is started, too")
    .option("--blind", "as for a blind reviewer: without title, description, message and author")
    .option("--part <number>", "which part, where the change comes in several (default: 1)")
    .option("--file <name>", "print this file of it as it is: scope.md, patches/0001")
    .option("--out <dir>", "write all files of the part there")
    .option("--json", "print all of the part as JSON")
    .option("--pr", "the pull request of this branch")
    .option("--staged", "what is staged")
    .option("--uncommitted", "what is not committed")
    .option("--base <ref>", "compare with this instead of the default branch")
    .option("--continues <target>", "the pull request, branch or review that this one replaces")
    .option("--config-from <place>", "read the configuration from base or worktree (default: base in CI)")
    .option("--archive <dir>", "where reviews are kept (default: .deep-review in the repository)")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .exitOverride()
    .action(async (target: string | undefined, options: PromptOptions) => {
      const { runPrompt } = await import("../commands/prompt.ts");
      finishPrinting(await runPrompt({ target, paths }, options, io));
    });
}

function addAudit(program: Command, { io, paths: behind, finishPrinting }: Call): void {
  program
    .command("audit")
    .description("look through the whole tree at HEAD for what was there before; no review")
    .argument("[path...]", "only these files or folders")
    .option("--check <id>", "only this check or reviewer; lists it also where it fires often")
    .option("--limit <number>", "places shown of each check", "10")
    .option("--format <name>", "terminal, md or json (default: terminal)")
    .option("--json", "print it as JSON")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .exitOverride()
    .action(async (paths: string[], options: AuditOptions) => {
      const { runAudit } = await import("../commands/audit.ts");
      finishPrinting(await runAudit([...paths, ...behind], options, io));
    });
}
