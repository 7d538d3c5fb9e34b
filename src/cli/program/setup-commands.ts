import type { Command } from "commander";
import type { ConfigOptions } from "../commands/config.ts";
import type { DoctorOptions } from "../commands/doctor.ts";
import type { InitOptions } from "../commands/init.ts";
import type { RulesProposeOptions } from "../commands/rules-propose.ts";
import type { RulesRepoOptions } from "../commands/rules-repo.ts";
import { EXIT } from "../io.ts";
import { VERSION } from "../version.ts";
import type { Call } from "./call.ts";
import { runHelp } from "./help.ts";

/** Commands about the program itself: its checks, its configuration, a demo. */
export function addSetupCommands(program: Command, call: Call): void {
  addDoctor(program, call);
  addInit(program, call);
  addRules(program, call);
  addConfig(program, call);
  addSchema(program, call);
  addDemo(program, call);
  addCompletion(program, call);
  addHelp(program, call);
  addVersion(program, call);
  addAction(program, call);
}

function addDoctor(program: Command, { io, finishPrinting }: Call): void {
  program
    .command("doctor")
    .summary("show which agents are ready, and what is missing")
    .description("show what is available for a review: agents, versions, logins, sandbox, panels; sends nothing")
    .option("--try", "ask every ready agent for one word; this sends a request and costs a little")
    .option("--json", "print as JSON")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .action(async (options: DoctorOptions) => {
      const { runDoctor } = await import("../commands/doctor.ts");
      finishPrinting(await runDoctor(options, io));
    });
}

function addInit(program: Command, { io, finish }: Call): void {
  program
    .command("init")
    .summary("choose agents for every review; write gates")
    .description("choose which agents take part in every review")
    .option("--reviewers <who>", "use these, without asking: claude,codex@high")
    .option("--none", "use no agents")
    .option(
      "--verifier <agent>",
      "who checks findings that matter; must be of another vendor than the one that raised them",
    )
    .option("--editor <agent>", "who writes the summary")
    .option("--gates", "write the recognised commands of this repository into its configuration, as gates")
    .option("--force", "replace a configuration file that cannot be read")
    .action(async (options: InitOptions) => {
      const { runInit } = await import("../commands/init.ts");
      finish(await runInit(options, io));
    });
}

function addRules(program: Command, call: Call): void {
  const { io, finishPrinting } = call;
  const rules = program
    .command("rules")
    .summary("list the checks, or the rules of this repository")
    .description("list the checks of the built-in reviewers, with examples, or the rules of this repository")
    .argument("[check]", "a check or a reviewer: show its examples")
    .option("--json", "print as JSON")
    .action(async (id: string | undefined, options: { json?: boolean }) => {
      const { runRules } = await import("../commands/rules.ts");
      finishPrinting(runRules(id, options, io));
    });
  addRulesRepo(rules, call);
  addRulesPropose(rules, call);
}

function addRulesRepo(rules: Command, { io, finishPrinting }: Call): void {
  rules
    .command("repo")
    .description(
      "list the rules that this repository gives its reviewers: where they come from, which files they apply to, which are stale",
    )
    .option("--json", "print as JSON")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .action(async (options: RulesRepoOptions) => {
      const { runRulesRepo } = await import("../commands/rules-repo.ts");
      finishPrinting(await runRulesRepo(options, io));
    });
}

function addRulesPropose(rules: Command, { io, finishPrinting }: Call): void {
  rules
    .command("propose")
    .description(
      "propose rules to add, change or remove, based on past reviews and decisions; changes nothing by itself",
    )
    .option("--apply <n...>", "write these proposals to .deep-review/rules.md, by number in the last list or by id")
    .option("--json", "print as JSON")
    .option("--archive <dir>", "the archive (default: .deep-review in the repository)")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .action(async (options: RulesProposeOptions) => {
      const { runRulesPropose } = await import("../commands/rules-propose.ts");
      finishPrinting(await runRulesPropose(options, io));
    });
}

function addConfig(program: Command, { io, finishPrinting }: Call): void {
  program
    .command("config")
    .summary("show the configuration in force")
    .description("show the configuration in force, and where each value comes from")
    .argument("[target]", "a change, as for a review; in CI its base has the configuration")
    .option(
      "--trust",
      "allow this repository's configuration, exactly as it is now, to run code: its own, or the programs that it names",
    )
    .option("--config-from <place>", "read it from base or worktree (default: base in CI)")
    .option("--base <ref>", "compare with this instead of the default branch")
    .option("--panels", "print the names of the panels, one per line")
    .option("--schema", "print the JSON Schema of the configuration")
    .option("--json", "print as JSON, in the form of deep-review.config.json")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .action(async (target: string | undefined, options: ConfigOptions) => {
      const { runConfig } = await import("../commands/config.ts");
      finishPrinting(await runConfig(target, options, io));
    });
}

function addSchema(program: Command, { io, finishPrinting }: Call): void {
  program
    .command("schema")
    .summary("print the JSON Schema of review.json")
    .description("print the JSON Schema of review.json or of the configuration")
    .option("--config", "print the schema of the configuration")
    .action(async (options: { config?: boolean }) => {
      const { runSchema } = await import("../commands/schema.ts");
      finishPrinting(runSchema(options, io));
    });
}

function addDemo(program: Command, { io, finish }: Call): void {
  program
    .command("demo")
    .summary("review a sample repository, with recorded agents")
    .description("review a sample repository in a temporary folder, with recorded agents; needs no key and no network")
    .option("--out <dir>", "the folder for the report (default: beside the sample repository)")
    .option("--open", "open the page")
    .action(async (options: { out?: string; open?: boolean }) => {
      const { runDemo } = await import("../commands/demo.ts");
      finish(await runDemo(options, io));
    });
}

function addCompletion(program: Command, { io, finishPrinting }: Call): void {
  program
    .command("completion")
    .summary("print a completion script for your shell")
    .description("print a completion script for your shell")
    .argument("<shell>", "bash, zsh or fish")
    .action(async (shell: string) => {
      const { runCompletion } = await import("../commands/completion.ts");
      finishPrinting(runCompletion(shell, program, io));
    });
}

function addHelp(program: Command, { io, finishPrinting }: Call): void {
  program
    .command("help")
    .summary("show all options of the review or of a command")
    .description("show all options of the review or of a command, or the exit codes")
    .argument("[topic...]", "a command, review or exit-codes (default: an overview)")
    .action((topic: string[]) => finishPrinting(runHelp(topic, program, io)));
}

/** Hidden, since the help shows `--version`. */
function addVersion(program: Command, { io, finishPrinting }: Call): void {
  program
    .command("version", { hidden: true })
    .description("print the version")
    .action(() => {
      io.stdout.write(`${VERSION}\n`);
      finishPrinting(EXIT.ok);
    });
}

/** Only for `action.yml`, so the help does not list it. */
function addAction(program: Command, { io, finish }: Call): void {
  program
    .command("action", { hidden: true })
    .description("what the GitHub Action runs; its inputs are environment variables")
    .argument("[step]", "which: only find the pull request")
    .action(async (step: string | undefined) => {
      const { runAction } = await import("../commands/action.ts");
      finish(await runAction(step, io));
    });
}
