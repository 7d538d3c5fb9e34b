import { Command, CommanderError } from "commander";
import type { AuditOptions } from "./commands/audit.ts";
import type { ConfigOptions } from "./commands/config.ts";
import type { ReviewOptions } from "./commands/review.ts";
import { addCompletion, addExplain, addMerge, addShow } from "./add-commands.ts";
import { EXIT, type ExitCode, type Io } from "./io.ts";
import { showError } from "./show-error.ts";
import { VERSION } from "./version.ts";

/** Runs one command line and says with which code the process should end. Never throws. */
export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  // What stands behind `--` are paths, whatever they look like.
  const border = argv.indexOf("--");
  const [words, paths] = border < 0 ? [argv, []] : [argv.slice(0, border), argv.slice(border + 1)];
  const program = createProgram({ io, paths }, (result) => {
    code = result;
  });
  try {
    await program.parseAsync([...words]);
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.user;
    return showError(error, io);
  }
}

type Finish = (code: ExitCode) => void;

interface Call {
  readonly io: Io;
  readonly paths: readonly string[];
}

function createProgram({ io, paths }: Call, finish: Finish): Command {
  const program = new Command("deep-review")
    .description("Reviews a change with several independent reviewers. Every finding is accounted for.")
    .usage("[options] [target] [-- path…]\n       deep-review <command> …")
    .enablePositionalOptions()
    .version(VERSION, "-V, --version")
    .exitOverride()
    .showHelpAfterError("(run with --help for the options)")
    .showSuggestionAfterError()
    .configureOutput({ writeOut: (text) => io.stdout.write(text), writeErr: (text) => io.stderr.write(text) })
    .addHelpText("after", EXIT_CODES);
  addReview(program, { io, paths }, finish);
  addResume(program, io, finish);
  addList(program, io, finish);
  addShow(program, io, finish);
  addExplain(program, io, finish);
  addMerge(program, io, finish);
  addRules(program, io, finish);
  addAudit(program, { io, paths }, finish);
  addConfig(program, io, finish);
  addImport(program, io, finish);
  addSite(program, io, finish);
  addRender(program, io, finish);
  addSchema(program, io, finish);
  addDemo(program, io, finish);
  addCompletion(program, io, finish);
  return program;
}

const EXIT_CODES = `
Exit codes:
  0    finished, nothing at or above --fail-on
  1    finished, something is
  2    something that you must put right (a file, an option, the disk)
  3    incomplete: not enough was read
  70   our fault
  130  interrupted; \`deep-review resume\` goes on`;

function addReview(program: Command, { io, paths }: Call, finish: Finish): void {
  reviewOptions(program)
    .argument("[target]", "a branch, a commit, A..B or A...B (default: this branch and what is not committed)")
    .option("--staged", "review what is staged")
    .option("--uncommitted", "review what is not committed")
    .option("--base <ref>", "compare with this instead of the default branch")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .action(async (target: string | undefined, options: ReviewOptions) => {
      const { runReview } = await import("./commands/review.ts");
      finish(await runReview({ target, paths }, options, io));
    });
}

function addResume(program: Command, io: Io, finish: Finish): void {
  reviewOptions(program.command("resume"))
    .description("go on with a review that was cut short")
    .argument("[round]", "its id (default: the last that was cut short)")
    .exitOverride()
    .action(async (id: string | undefined, options: ReviewOptions) => {
      const { runResume } = await import("./commands/review.ts");
      finish(await runResume(id, options, io));
    });
}

function reviewOptions(command: Command): Command {
  return command
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

function addList(program: Command, io: Io, finish: Finish): void {
  program
    .command("list")
    .description("list the reviews of an archive")
    .option("--archive <dir>", "the archive (default: .deep-review in the repository)")
    .option("--ids", "print the ids alone, one a line")
    .option("--unfinished", "only those that were cut short")
    .exitOverride()
    .action(async (options: { archive?: string; ids?: boolean; unfinished?: boolean }) => {
      const { runList } = await import("./commands/list.ts");
      finish(await runList(options, io));
    });
}

function addRules(program: Command, io: Io, finish: Finish): void {
  program
    .command("rules")
    .description("list the checks of the built-in reviewers, with examples")
    .argument("[check]", "one check, or one reviewer: show its examples")
    .option("--json", "print them as JSON")
    .exitOverride()
    .action(async (id: string | undefined, options: { json?: boolean }) => {
      const { runRules } = await import("./commands/rules.ts");
      finish(runRules(id, options, io));
    });
}

function addAudit(program: Command, { io, paths: behind }: Call, finish: Finish): void {
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
      const { runAudit } = await import("./commands/audit.ts");
      finish(await runAudit([...paths, ...behind], options, io));
    });
}

function addConfig(program: Command, io: Io, finish: Finish): void {
  program
    .command("config")
    .description("show which configuration is in force, and where it comes from")
    .argument("[target]", "the change whose base speaks in CI, as for a review")
    .option("--trust", "allow this repository's deep-review.config.ts or .js to be run, as it is now")
    .option("--config-from <place>", "read it from base or worktree (default: base in CI)")
    .option("--base <ref>", "compare with this instead of the default branch")
    .option("--schema", "print the JSON Schema of the configuration")
    .option("--json", "print it as JSON, in the form of deep-review.config.json")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .exitOverride()
    .action(async (target: string | undefined, options: ConfigOptions) => {
      const { runConfig } = await import("./commands/config.ts");
      finish(await runConfig(target, options, io));
    });
}

function addImport(program: Command, io: Io, finish: Finish): void {
  program
    .command("import")
    .description("read published Deep Review reports (Markdown) into records")
    .argument("<path...>", "report files, or folders of them")
    .option("--archive <dir>", "store the records in this archive")
    .option("--json", "print the records as one JSON array")
    .option("--repo <dir>", "take code excerpts from the cited commits of this git repository")
    .exitOverride()
    .action(async (paths: string[], options: { archive?: string; json?: boolean; repo?: string }) => {
      const { runImport } = await import("./commands/import.ts");
      finish(await runImport(paths, options, io));
    });
}

function addSite(program: Command, io: Io, finish: Finish): void {
  program
    .command("site")
    .description("make a browsable site of an archive: index, reviewers, one page a review")
    .argument("<archive>", "the archive's folder")
    .option("--out <dir>", "where to write it (default: site/ in the archive)")
    .exitOverride()
    .action(async (archive: string, options: { out?: string }) => {
      const { runSite } = await import("./commands/site.ts");
      finish(await runSite(archive, options, io));
    });
}

function addRender(program: Command, io: Io, finish: Finish): void {
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
      const { runRender } = await import("./commands/render.ts");
      finish(await runRender(review, options, io));
    });
}

function addSchema(program: Command, io: Io, finish: Finish): void {
  program
    .command("schema")
    .description("print the JSON Schema of review.json, or of the configuration")
    .option("--config", "of the configuration")
    .exitOverride()
    .action(async (options: { config?: boolean }) => {
      const { runSchema } = await import("./commands/schema.ts");
      finish(runSchema(options, io));
    });
}

function addDemo(program: Command, io: Io, finish: Finish): void {
  program
    .command("demo")
    .description("render the sample review that ships with the program, and say where the page is")
    .option("--out <dir>", "where to write it (default: a new folder for temporary files)")
    .option("--open", "open the page")
    .exitOverride()
    .action(async (options: { out?: string; open?: boolean }) => {
      const { runDemo } = await import("./commands/demo.ts");
      finish(await runDemo(options, io));
    });
}
