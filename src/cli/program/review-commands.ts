import type { Command } from "commander";
import type { AuditOptions } from "../commands/audit.ts";
import type { ProbeCommandOptions } from "../commands/probe.ts";
import type { MergeOptions } from "../commands/merge.ts";
import type { PromptOptions } from "../commands/prompt.ts";
import type { ReviewOptions } from "../commands/review.ts";
import { UserError } from "#util/errors.ts";
import type { Call } from "./call.ts";

/** Commands that lead to a report: review, resume, merge, probe; and prompt and audit. */
export function addReviewCommands(program: Command, call: Call): void {
  addReview(program, call);
  addResume(program, call);
  addMerge(program, call);
  addProbe(program, call);
  addPrompt(program, call);
  addAudit(program, call);
}

function addReview(program: Command, { io, paths, finish }: Call): void {
  reviewOptions(program)
    .argument(
      "[target]",
      "a branch, a commit, A..B, A...B, or a pull request by number or URL (default: this branch and uncommitted work)",
    )
    .option("--pr", "review the pull request of this branch (in GitHub Actions: of the job)")
    .option("--staged", "review only what is staged")
    .option("--uncommitted", "review only uncommitted work")
    .option("--base <ref>", "compare with this instead of the default branch")
    .option("--continues <target>", "the pull request, branch or review that this one replaces; its rounds come first")
    .option("--again", "ask the reviewers again, even if they have reviewed this commit before")
    .option("--with-comments", "add bots and people who commented on the pull request to the panel")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .action(async (target: string | undefined, options: ReviewOptions, { args }: Command) => {
      if (args.length > 1) throw severalTargets(args);
      const { runReview } = await import("../commands/review.ts");
      finish(await runReview({ target, paths }, options, io));
    });
}

function severalTargets([one = "", other = ""]: readonly string[]): UserError {
  return new UserError({
    what: `"${one}" and "${other}" were both given`,
    why: "a review has one target",
    fix: `to compare two revisions, write ${one}..${other}; to review only some files, write -- before them`,
  });
}

function addResume(program: Command, { io, finish }: Call): void {
  reviewOptions(program.command("resume"))
    .summary("resume an interrupted review")
    .description("resume an interrupted review")
    .argument("[round]", "the id of the review (default: the last one that was interrupted)")
    .action(async (id: string | undefined, options: ReviewOptions) => {
      const { runResume } = await import("../commands/review.ts");
      finish(await runResume(id, options, io));
    });
}

function reviewOptions(command: Command): Command {
  return command
    .option("--reviewers <who>", "use only these reviewers: claude,codex=gpt-5.5@high,loose-ends")
    .option("--panel <panel>", "a panel of the configuration, or deep (all ready agents), or quick (no agents)")
    .option("--timeout <time>", "how long one reviewer may take: 90s, 30m, 1h (default: 30m)")
    .option("--idle <time>", "how long one reviewer may be silent (default: 10m)")
    .option("--budget <usd>", "stop the agents when they have reported this cost")
    .option(
      "--verify [agent]",
      "have findings that matter checked by an agent of another vendor (default: one of the panel)",
    )
    .option("--no-verify", "verify nothing, even if the configuration names a verifier")
    .option("--editor <agent>", "have an agent write the summary; text that the record does not confirm is not used")
    .option("--no-editor", "use no editor, even if the configuration names one")
    .option(
      "--allow-run",
      "run the gates and the probe of the configuration and the repro scripts of findings, in the sandbox and without network",
    )
    .option("--no-allow-run", "run nothing of the repository, even if its configuration is trusted")
    .option(
      "--run-without-sandbox",
      "run gates even where no sandbox works: with your rights and the network; refused in CI",
    )
    .option("--archive <dir>", "where reviews are stored (default: .deep-review in the repository)")
    .option("--format <list>", "formats, separated by commas: md, html, json, sarif, terminal")
    .option("--out <dir>", "write report.<ext> files to this folder instead of printing")
    .option("--fail-on <severity>", "exit with 1 if a finding is at or above this: critical, important or suggestion")
    .option("--sarif <file...>", "results of other tools; each tool joins the panel")
    .option("--scripted <file...>", "reviewers that replay a file, for tests")
    .option("--config-from <place>", "read the configuration from base or worktree (default: base in CI)")
    .option("--open", "open the HTML report when it is ready")
    .option("--json", "print the report as JSON")
    .option("--quiet", "print only errors");
}

function addProbe(program: Command, { io, paths, finish }: Call): void {
  program
    .command("probe")
    .summary("break the changed code: do the tests notice?")
    .description("break the changed code on copies, one place at a time, and see whether the tests notice")
    .argument("[target]", "a change, as for a review")
    .option(
      "--allow-run",
      "run the tests, in the sandbox and without network; needed unless the configuration is trusted",
    )
    .option("--test <command>", "runs the whole suite (default: probe.test or the gate test of the configuration)")
    .option("--within <time>", "for all runs together: 90s, 9m, 1h (default: 9m)")
    .option("--pr", "the pull request of this branch")
    .option("--staged", "what is staged")
    .option("--uncommitted", "what is not committed")
    .option("--base <ref>", "compare with this instead of the default branch")
    .option("--again", "run again, even if these commits were probed before")
    .option("--fail-on <severity>", "exit with 1 if a finding is at or above this: critical, important or suggestion")
    .option("--config-from <place>", "read the configuration from base or worktree (default: base in CI)")
    .option("--archive <dir>", "where reviews are stored (default: .deep-review in the repository)")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .option("--format <list>", "formats, separated by commas: md, html, json, sarif, terminal")
    .option("--out <dir>", "write report.<ext> files to this folder instead of printing")
    .option("--open", "open the HTML report when it is ready")
    .option("--json", "print the report as JSON")
    .option("--quiet", "print only errors")
    .action(async (target: string | undefined, options: ProbeCommandOptions) => {
      const { runProbeCommand } = await import("../commands/probe.ts");
      finish(await runProbeCommand({ target, paths }, options, io));
    });
}

function addPrompt(program: Command, { io, paths, finishPrinting }: Call): void {
  program
    .command("prompt")
    .summary("show what an agent would receive; sends nothing")
    .description("show what an agent or a model would receive; sends nothing")
    .argument("[target]", "a change, as for a review")
    .option(
      "--for <agent>",
      "for this agent: claude, codex=gpt-5.5@high, a member of a panel; also shows how it is started",
    )
    .option("--blind", "for a blind reviewer: without title, description, messages and author")
    .option("--part <number>", "which part, if the change is split (default: 1)")
    .option("--file <name>", "print one file verbatim: scope.md, patches/0001")
    .option("--out <dir>", "write all files of the part to this folder")
    .option("--json", "print the whole part as JSON")
    .option("--pr", "the pull request of this branch")
    .option("--staged", "what is staged")
    .option("--uncommitted", "what is not committed")
    .option("--base <ref>", "compare with this instead of the default branch")
    .option("--continues <target>", "the pull request, branch or review that this one replaces")
    .option("--config-from <place>", "read the configuration from base or worktree (default: base in CI)")
    .option("--archive <dir>", "where reviews are stored (default: .deep-review in the repository)")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .action(async (target: string | undefined, options: PromptOptions) => {
      const { runPrompt } = await import("../commands/prompt.ts");
      finishPrinting(await runPrompt({ target, paths }, options, io));
    });
}

function addAudit(program: Command, { io, paths: behind, finishPrinting }: Call): void {
  program
    .command("audit")
    .summary("run the checks over the whole tree at HEAD")
    .description("run the checks over the whole tree at HEAD, for existing problems; not a review")
    .argument("[path...]", "only these files or folders")
    .option("--check <id>", "only this check or reviewer, even if it has many hits")
    .option("--limit <number>", "how many places to show per check", "10")
    .option("--format <name>", "terminal, md or json (default: terminal)")
    .option("--json", "print as JSON")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .action(async (paths: string[], options: AuditOptions) => {
      const { runAudit } = await import("../commands/audit.ts");
      finishPrinting(await runAudit([...paths, ...behind], options, io));
    });
}

function addMerge(program: Command, { io, finishPrinting }: Call): void {
  program
    .command("merge")
    .summary("merge reviews from anywhere into one report")
    .description("merge existing reviews, from anywhere, into one report")
    .argument("[file...]", "reviews: Markdown, a published report (its raw reviews), review.json, SARIF")
    .option("--as <name=file...>", "a review and its author (default: the file name)")
    .option("--findings <file>", "findings as JSON or JSON Lines; prints the result as JSON")
    .option("--repo <dir>", "check the cited code in this repository")
    .option("--head <ref>", "the reviewed commit (default: HEAD)")
    .option("--archive <dir>", "store the record in this archive")
    .option("--format <list>", "formats, separated by commas: md, html, json, sarif, terminal (default: terminal)")
    .option("--out <dir>", "write report.<ext> files to this folder")
    .option("--json", "print as JSON: clusters, dropped findings, findings moved to other sections")
    .action(async (files: string[], options: MergeOptions) => {
      const { runMerge } = await import("../commands/merge.ts");
      finishPrinting(await runMerge(files, options, io));
    });
}
