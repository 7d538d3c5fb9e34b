import { Command } from "commander";
import { VERSION } from "../version.ts";
import { addArchiveCommands } from "./archive-commands.ts";
import type { Call } from "./call.ts";
import { addDecideCommands } from "./decide-commands.ts";
import { addExchangeCommands } from "./exchange-commands.ts";
import { addReviewCommands } from "./review-commands.ts";
import { addSetupCommands } from "./setup-commands.ts";

/** The program with all its commands, in the order of the help. Each command loads its code when it is called. */
export function createProgram(call: Call): Command {
  const { stdout, stderr } = call.io;
  const program = new Command("deep-review")
    .description("Reviews a change with several independent reviewers and accounts for every finding.")
    .usage("[options] [target] [-- path…]\n       deep-review <command> …")
    .enablePositionalOptions()
    .version(VERSION, "-V, --version")
    .exitOverride()
    .showHelpAfterError("(run with --help to list the options)")
    .showSuggestionAfterError()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .addHelpText("after", EXIT_CODES);
  addReviewCommands(program, call);
  addArchiveCommands(program, call);
  addDecideCommands(program, call);
  addExchangeCommands(program, call);
  addSetupCommands(program, call);
  return program;
}

const EXIT_CODES = `
Exit codes:
  0    finished; no finding at or above --fail-on
  1    finished; a finding is at or above --fail-on
  2    something for you to fix (a file, an option, the disk)
  3    incomplete: not everything was read
  70   a bug in Deep Review
  130  interrupted; \`deep-review resume\` continues`;
