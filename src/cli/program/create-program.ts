import { Command } from "commander";
import { VERSION } from "../version.ts";
import { addArchiveCommands } from "./archive-commands.ts";
import type { Call } from "./call.ts";
import { addDecideCommands } from "./decide-commands.ts";
import { addPublishCommands } from "./publish-commands.ts";
import { addExamples, formatOverview } from "./help.ts";
import { refuseEmpty } from "./refuse-empty.ts";
import { addReviewCommands } from "./review-commands.ts";
import { addSetupCommands } from "./setup-commands.ts";

/** The program with all its commands, in the order of the help. Each command loads its code when it is called. */
export function createProgram(call: Call): Command {
  const { stdout, stderr } = call.io;
  const program = new Command("deep-review")
    .description("Reviews a change with several independent reviewers and accounts for every finding.")
    .usage("[options] [target] [-- path…]\n       deep-review <command> …")
    .enablePositionalOptions()
    .version(VERSION, "-V, --version", "print the version")
    .exitOverride()
    .showHelpAfterError("(run with --help to list the options)")
    .showSuggestionAfterError()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) });
  addReviewCommands(program.commandsGroup("Review"), call);
  addArchiveCommands(program.commandsGroup("Read"), call);
  addDecideCommands(program.commandsGroup("Decide"), call);
  addPublishCommands(program.commandsGroup("Publish"), call);
  addSetupCommands(program.commandsGroup("Set up"), call);
  addExamples(program);
  program.hook("preAction", (_, command) => refuseEmpty(command));
  // Of the program alone, whose action says what to do with two targets.
  program.allowExcessArguments();
  // Of the program alone: its help is an overview, and `help review` has all its options.
  program.helpInformation = () => formatOverview(program);
  return program.showHelpAfterError("(run `deep-review help review` to list the options)");
}
