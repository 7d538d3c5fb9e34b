import { type Command, Option } from "commander";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import { UserError } from "#util/errors.ts";
import type { DecideOptions } from "../commands/decide.ts";
import type { DecisionsOptions } from "../commands/decisions.ts";
import type { TriageOptions } from "../commands/triage.ts";
import { type Call, WHICH_REVIEW } from "./call.ts";

/** Commands to decide about findings. */
export function addDecideCommands(program: Command, call: Call): void {
  addTriage(program, call);
  addDecline(program, call);
  addAcceptRisk(program, call);
  addFixed(program, call);
  addReopen(program, call);
  addDecisions(program, call);
}

const FINDINGS = "I2, S1-S4 (a range), claude:I1 (by reviewer), R2.I3 (from an earlier round), D-… (a decision)";

function addDecline(program: Command, call: Call): void {
  const command = program
    .command("decline")
    .summary("decline findings: later reviews drop them")
    .description("decline findings: later reviews drop them, with your reason")
    .argument("<finding...>", FINDINGS)
    .option("--because <text>", "the reason (default: asks, if run in a terminal)");
  decide(limits(command), "declined", call);
}

function addAcceptRisk(program: Command, call: Call): void {
  const command = program
    .command("accept-risk")
    .summary("record that findings are true and will stay")
    .description("record that findings are true and will stay: later reviews do not show them as new")
    .argument("<finding...>", FINDINGS)
    .option("--because <text>", "the reason (default: asks, if run in a terminal)");
  decide(limits(command), "accepted-risk", call);
}

function addFixed(program: Command, call: Call): void {
  const command = program
    .command("fixed")
    .summary("mark findings as fixed")
    .description("mark findings as fixed")
    .argument("<finding...>", FINDINGS)
    .option("--because <text>", "how they were fixed");
  decide(command, "fixed", call);
}

function addReopen(program: Command, call: Call): void {
  const command = program
    .command("reopen")
    .summary("undo decisions about findings")
    .description("undo decisions about findings: they count again")
    .argument("<finding...>", FINDINGS)
    .option("--because <text>", "the reason");
  decide(command, "reopened", call);
}

function limits(command: Command): Command {
  return command
    .option("--until <date>", "the last day on which the decision applies: 2027-01-31 (default: no end)")
    .option("--only-here", "apply only to this pull request or branch (default: the whole repository)");
}

function decide(command: Command, kind: StandingDecision["kind"], { io, finish }: Call): void {
  for (const flags of ["--reason <text>", "--message <text>", "-m <text>"]) {
    command.addOption(new Option(flags).hideHelp().argParser(() => refuseReason(flags)));
  }
  command
    .option("--review <id>", WHICH_REVIEW)
    .option("--author <name>", "who decides (default: git's user.name and user.email)")
    .option("--archive <dir>", "the archive (default: .deep-review in the repository)")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .option("--json", "print the decisions as JSON")
    .action(async (words: string[], options: DecideOptions) => {
      const { runDecide } = await import("../commands/decide.ts");
      finish(await runDecide({ kind, words }, options, io));
    });
}

/** Other programs call it so. */
function refuseReason(flags: string): never {
  throw new UserError({
    what: `there is no option ${flags.replace(" <text>", "")}`,
    why: "the reason of a decision has another option",
    fix: 'write --because "the queue gives up after a day"',
  });
}

function addDecisions(program: Command, { io, finishPrinting }: Call): void {
  program
    .command("decisions")
    .summary("list the decisions in force")
    .description("list the decisions in force")
    .option("--all", "include decisions that ended, were reopened or were replaced")
    .option("--archive <dir>", "the archive (default: .deep-review in the repository)")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .option("--json", "print as JSON")
    .action(async (options: DecisionsOptions) => {
      const { runDecisions } = await import("../commands/decisions.ts");
      finishPrinting(await runDecisions(options, io));
    });
}

function addTriage(program: Command, { io, finish }: Call): void {
  program
    .command("triage")
    .summary("go through the open findings and decide about each")
    .description("go through the open findings of a review and decide about each")
    .argument("[review]", WHICH_REVIEW)
    .option("--author <name>", "who decides (default: git's user.name and user.email)")
    .option("--archive <dir>", "the archive (default: .deep-review in the repository)")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .action(async (review: string | undefined, options: TriageOptions) => {
      const { runTriage } = await import("../commands/triage.ts");
      finish(await runTriage(review, options, io));
    });
}
