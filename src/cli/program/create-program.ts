import { Command } from "commander";
import { VERSION } from "../version.ts";
import { addArchiveCommands } from "./archive-commands.ts";
import type { Call } from "./call.ts";
import { addDecideCommands } from "./decide-commands.ts";
import { addExchangeCommands } from "./exchange-commands.ts";
import { addReviewCommands } from "./review-commands.ts";
import { addSetupCommands } from "./setup-commands.ts";

/** The program with all its commands, in the order in which the help lists them. What a command runs is loaded when it is called. */
export function createProgram(call: Call): Command {
  const { stdout, stderr } = call.io;
  const program = new Command("deep-review")
    .description("Reviews a change with several independent reviewers. Every finding is accounted for.")
    .usage("[options] [target] [-- path…]\n       deep-review <command> …")
    .enablePositionalOptions()
    .version(VERSION, "-V, --version")
    .exitOverride()
    .showHelpAfterError("(run with --help for the options)")
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
  0    finished, nothing at or above --fail-on
  1    finished, something is
  2    something that you must put right (a file, an option, the disk)
  3    incomplete: not enough was read
  70   our fault
  130  interrupted; \`deep-review resume\` goes on`;
