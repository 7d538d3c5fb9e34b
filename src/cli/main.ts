import { Command, CommanderError } from "commander";
import { EXIT, type ExitCode, type Io } from "./io.ts";
import { showError } from "./show-error.ts";
import { VERSION } from "./version.ts";

/** Runs one command line and says with which code the process should end. Never throws. */
export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const program = createProgram(io, (result) => {
    code = result;
  });
  try {
    // Without a command there is nothing to do yet but to say what there is.
    if (argv.length <= 2) program.outputHelp();
    else await program.parseAsync([...argv]);
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.user;
    return showError(error, io);
  }
}

type Finish = (code: ExitCode) => void;

function createProgram(io: Io, finish: Finish): Command {
  const program = new Command("deep-review")
    .description("Reviews as data: read them, keep them, show them. Every finding is accounted for.")
    .version(VERSION, "-V, --version")
    .exitOverride()
    .showHelpAfterError("(run with --help for the options)")
    .showSuggestionAfterError()
    .configureOutput({ writeOut: (text) => io.stdout.write(text), writeErr: (text) => io.stderr.write(text) })
    .addHelpText("after", EXIT_CODES);
  addImport(program, io, finish);
  addSite(program, io, finish);
  addRender(program, io, finish);
  addSchema(program, io, finish);
  addDemo(program, io, finish);
  return program;
}

const EXIT_CODES = `
Exit codes:
  0    finished
  2    something that you must put right (a file, an option, the disk)
  70   our fault
  130  interrupted`;

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
    .argument("<review>", "a review.json, or the id of a review in the archive")
    .option("--archive <dir>", "the archive that holds the id", ".deep-review")
    .option("--format <list>", "comma list of md, html, json, sarif, terminal", "terminal")
    .option("--out <dir>", "write report.<ext> files here instead of printing")
    .exitOverride()
    .action(async (review: string, options: { archive: string; format: string; out?: string }) => {
      const { runRender } = await import("./commands/render.ts");
      finish(await runRender(review, options, io));
    });
}

function addSchema(program: Command, io: Io, finish: Finish): void {
  program
    .command("schema")
    .description("print the JSON Schema of review.json")
    .exitOverride()
    .action(async () => {
      const { runSchema } = await import("./commands/schema.ts");
      finish(runSchema(io));
    });
}

function addDemo(program: Command, io: Io, finish: Finish): void {
  program
    .command("demo")
    .description("render the sample review that ships with the program, and say where the page is")
    .option("--out <dir>", "where to write it (default: a new folder for temporary files)")
    .exitOverride()
    .action(async (options: { out?: string }) => {
      const { runDemo } = await import("./commands/demo.ts");
      finish(await runDemo(options, io));
    });
}
