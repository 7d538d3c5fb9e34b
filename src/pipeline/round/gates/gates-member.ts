import type { Config } from "#config/config.ts";
import { reviewerId } from "#model/ids.ts";
import { type Gate, GATES_ID, GATES_NAME } from "#model/panel/gate.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import { writeAnalysis } from "#reviewers/analyzer/write-analysis.ts";
import { describeNotRun, findNewlyRed } from "#steps/judge-gates/describe-gates.ts";
import { UserError } from "#util/errors.ts";
import type { AgentHost } from "../../agents/agent-host.ts";
import type { ConfigFrom } from "../../load-config.ts";
import { type PanelMember, runOf } from "../../panel.ts";
import { commandHost } from "./command-host.ts";
import { runGates } from "./run-gates.ts";

/** Who allows gates to run. */
export interface GatePermission {
  /** `--allow-run`. */
  readonly allowRun?: boolean | undefined;
  readonly configFrom: ConfigFrom;
  readonly isCi: boolean;
}

/**
 * Whether commands of the repository may run. In CI the working tree is the change's, and a change must not name commands
 * for its own review.
 */
export function mayRunCommands({ allowRun, configFrom, isCi }: GatePermission): boolean {
  return allowRun === true && (configFrom === "base" || !isCi);
}

/** Whether gates run. */
export function mayRunGates({ gates }: Pick<Config, "gates">, permission: GatePermission): boolean {
  return gates.length > 0 && mayRunCommands(permission);
}

/** Throws a UserError if a member of the panel has the id of the gates. */
export function requireGatesId(members: readonly PanelMember[]): void {
  if (!members.some(({ reviewer }) => reviewer.id === GATES_ID)) return;
  throw new UserError({
    what: `a member of the panel has the id "${GATES_ID}"`,
    why: "the gates of the repository have this id in reports",
    fix: "give the member another id in the configuration",
  });
}

const REVIEWER: Reviewer = { id: reviewerId(GATES_ID), name: GATES_NAME, kind: "gate", family: GATES_ID };

/** The gates as a member of the panel. It raises what the change made red. */
export function gatesMember(gates: readonly Gate[], host: AgentHost): PanelMember {
  return {
    reviewer: REVIEWER,
    async review(assignment) {
      const results = await runGates(gates, await commandHost(assignment, host));
      const { text, findings } = writeAnalysis({
        reviewer: REVIEWER.id,
        name: GATES_NAME,
        question: "Do the repository's own commands pass as before?",
        hits: findNewlyRed(results),
        paths: [],
      });
      const missed = describeNotRun(results);
      const isolation = results.find((result) => result.isolation !== undefined)?.isolation;
      const incidents = missed.length === 0 ? undefined : missed;
      return {
        findings,
        gates: results,
        run: runOf(REVIEWER, assignment.pass, { text, incidents, isolation }),
      };
    },
  };
}
