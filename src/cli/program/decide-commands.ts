import type { Command } from "commander";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import type { DecideOptions } from "../commands/decide.ts";
import type { DecisionsOptions } from "../commands/decisions.ts";
import type { TriageOptions } from "../commands/triage.ts";
import type { Call } from "./call.ts";

/** Commands by which people say what becomes of findings. */
export function addDecideCommands(program: Command, call: Call): void {
  addTriage(program, call);
  addDecline(program, call);
  addAcceptRisk(program, call);
  addFixed(program, call);
  addReopen(program, call);
  addDecisions(program, call);
}

const FINDINGS = "I2, a range S1-S4, one of a reviewer claude:I1, one of an earlier round R2.I3, a decision D-…";

function addDecline(program: Command, call: Call): void {
  const command = program
    .command("decline")
    .description("decide against findings: later reviews drop them, with your reason")
    .argument("<finding...>", FINDINGS)
    .option("--because <text>", "the reason; asked for on a terminal");
  decide(limits(command), "declined", call);
}

function addAcceptRisk(program: Command, call: Call): void {
  const command = program
    .command("accept-risk")
    .description("say that findings are true and stay: later reviews do not show them as new")
    .argument("<finding...>", FINDINGS)
    .option("--because <text>", "the reason; asked for on a terminal");
  decide(limits(command), "accepted-risk", call);
}

function addFixed(program: Command, call: Call): void {
  const command = program
    .command("fixed")
    .description("say that findings are done")
    .argument("<finding...>", FINDINGS)
    .option("--because <text>", "how");
  decide(command, "fixed", call);
}

function addReopen(program: Command, call: Call): void {
  const command = program
    .command("reopen")
    .description("take back what was decided about findings: they count again")
    .argument("<finding...>", FINDINGS)
    .option("--because <text>", "why");
  decide(command, "reopened", call);
}

function limits(command: Command): Command {
  return command
    .option("--until <date>", "the last day on which it holds: 2027-01-31 (default: for ever)")
    .option("--only-here", "for this pull request or branch alone (default: for the repository)");
}

function decide(command: Command, kind: StandingDecision["kind"], { io, finish }: Call): void {
  command
    .option("--review <id>", "of which review: its id, the start of it, or last (default: last)")
    .option("--author <name>", "who decides (default: user.name and user.email of git)")
    .option("--archive <dir>", "the archive (default: .deep-review in the repository)")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .option("--json", "print what was decided as JSON")
    .exitOverride()
    .action(async (words: string[], options: DecideOptions) => {
      const { runDecide } = await import("../commands/decide.ts");
      finish(await runDecide({ kind, words }, options, io));
    });
}

function addDecisions(program: Command, { io, finishPrinting }: Call): void {
  program
    .command("decisions")
    .description("list the decisions that hold today")
    .option("--all", "those too that ended, were reopened or were followed by another")
    .option("--archive <dir>", "the archive (default: .deep-review in the repository)")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .option("--json", "print them as JSON")
    .exitOverride()
    .action(async (options: DecisionsOptions) => {
      const { runDecisions } = await import("../commands/decisions.ts");
      finishPrinting(await runDecisions(options, io));
    });
}

function addTriage(program: Command, { io, finish }: Call): void {
  program
    .command("triage")
    .description("go through the findings of a review in a checklist and decide, by keyboard")
    .argument("[review]", "its id, the start of it, or last", "last")
    .option("--author <name>", "who decides (default: user.name and user.email of git)")
    .option("--archive <dir>", "the archive (default: .deep-review in the repository)")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .exitOverride()
    .action(async (review: string, options: TriageOptions) => {
      const { runTriage } = await import("../commands/triage.ts");
      finish(await runTriage(review, options, io));
    });
}
