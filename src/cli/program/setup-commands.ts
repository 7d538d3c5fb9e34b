import type { Command } from "commander";
import type { ConfigOptions } from "../commands/config.ts";
import type { DoctorOptions } from "../commands/doctor.ts";
import type { InitOptions } from "../commands/init.ts";
import type { RulesProposeOptions } from "../commands/rules-propose.ts";
import type { RulesRepoOptions } from "../commands/rules-repo.ts";
import type { Call } from "./call.ts";

/** Commands about the program itself: what it checks, how it is configured, how to try it. */
export function addSetupCommands(program: Command, call: Call): void {
  addDoctor(program, call);
  addInit(program, call);
  addRules(program, call);
  addConfig(program, call);
  addSchema(program, call);
  addDemo(program, call);
  addCompletion(program, call);
  addAction(program, call);
}

function addDoctor(program: Command, { io, finishPrinting }: Call): void {
  program
    .command("doctor")
    .description("say what is here for a review: agents, versions, logins, sandbox, panels; sends nothing")
    .option("--try", "ask every ready agent for one word; this sends something and costs a little")
    .option("--json", "print it as JSON")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .exitOverride()
    .action(async (options: DoctorOptions) => {
      const { runDoctor } = await import("../commands/doctor.ts");
      finishPrinting(await runDoctor(options, io));
    });
}

function addInit(program: Command, { io, finish }: Call): void {
  program
    .command("init")
    .description("choose once which agents are on the panel of every review")
    .option("--reviewers <who>", "these, without asking: claude,codex@high")
    .option("--none", "no agent")
    .option("--verifier <agent>", "who checks findings that matter; of another vendor than who found them")
    .option("--editor <agent>", "who words the summary")
    .option("--force", "replace a file that cannot be read")
    .exitOverride()
    .action(async (options: InitOptions) => {
      const { runInit } = await import("../commands/init.ts");
      finish(await runInit(options, io));
    });
}

function addRules(program: Command, call: Call): void {
  const { io, finishPrinting } = call;
  const rules = program
    .command("rules")
    .description("list the checks of the built-in reviewers, with examples; or the rules of this repository")
    .argument("[check]", "one check, or one reviewer: show its examples")
    .option("--json", "print them as JSON")
    .enablePositionalOptions()
    .exitOverride()
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
      "list what this repository wants its reviewers to know: from which file, for which files, what is stale",
    )
    .option("--json", "print them as JSON")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .exitOverride()
    .action(async (options: RulesRepoOptions) => {
      const { runRulesRepo } = await import("../commands/rules-repo.ts");
      finishPrinting(await runRulesRepo(options, io));
    });
}

function addRulesPropose(rules: Command, { io, finishPrinting }: Call): void {
  rules
    .command("propose")
    .description("propose rules to add, change and remove, by what reviews and people said; changes nothing by itself")
    .option("--apply <n...>", "write these, by number as last listed or by id, into .deep-review/rules.md")
    .option("--json", "print them as JSON")
    .option("--archive <dir>", "the archive (default: that of the repository)")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .exitOverride()
    .action(async (options: RulesProposeOptions) => {
      const { runRulesPropose } = await import("../commands/rules-propose.ts");
      finishPrinting(await runRulesPropose(options, io));
    });
}

function addConfig(program: Command, { io, finishPrinting }: Call): void {
  program
    .command("config")
    .description("show which configuration is in force, and where it comes from")
    .argument("[target]", "the change whose base speaks in CI, as for a review")
    .option(
      "--trust",
      "allow this repository's configuration to run programs (itself, or those it names), as it is now",
    )
    .option("--config-from <place>", "read it from base or worktree (default: base in CI)")
    .option("--base <ref>", "compare with this instead of the default branch")
    .option("--panels", "print the names of the panels, one a line")
    .option("--schema", "print the JSON Schema of the configuration")
    .option("--json", "print it as JSON, in the form of deep-review.config.json")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .exitOverride()
    .action(async (target: string | undefined, options: ConfigOptions) => {
      const { runConfig } = await import("../commands/config.ts");
      finishPrinting(await runConfig(target, options, io));
    });
}

function addSchema(program: Command, { io, finishPrinting }: Call): void {
  program
    .command("schema")
    .description("print the JSON Schema of review.json, or of the configuration")
    .option("--config", "of the configuration")
    .exitOverride()
    .action(async (options: { config?: boolean }) => {
      const { runSchema } = await import("../commands/schema.ts");
      finishPrinting(runSchema(options, io));
    });
}

function addDemo(program: Command, { io, finish }: Call): void {
  program
    .command("demo")
    .description("render the sample review that ships with the program, and say where the page is")
    .option("--out <dir>", "where to write it (default: a new folder for temporary files)")
    .option("--open", "open the page")
    .exitOverride()
    .action(async (options: { out?: string; open?: boolean }) => {
      const { runDemo } = await import("../commands/demo.ts");
      finish(await runDemo(options, io));
    });
}

function addCompletion(program: Command, { io, finishPrinting }: Call): void {
  program
    .command("completion")
    .description("print a script that completes commands, options and ids in your shell")
    .argument("<shell>", "bash, zsh or fish")
    .exitOverride()
    .action(async (shell: string) => {
      const { runCompletion } = await import("../commands/completion.ts");
      finishPrinting(runCompletion(shell, program, io));
    });
}

/** What `action.yml` runs; of no use elsewhere, so the help does not list it. */
function addAction(program: Command, { io, finish }: Call): void {
  program
    .command("action", { hidden: true })
    .description("what the GitHub Action runs; its inputs are variables of the environment")
    .argument("[step]", "which: only find the pull request")
    .exitOverride()
    .action(async (step: string | undefined) => {
      const { runAction } = await import("../commands/action.ts");
      finish(await runAction(step, io));
    });
}
