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
import { openToolReader } from "./read-tools.ts";
import { runGates } from "./run-gates.ts";
import { reviewTools } from "./tool-reviews.ts";

/** Who allows gates to run. */
export interface GatePermission {
  /** `--allow-run`, or false for `--no-allow-run`: nothing runs, whatever else allows it. */
  readonly allowRun?: boolean | undefined;
  readonly configFrom: ConfigFrom;
  readonly isCi: boolean;
  /** Whether the user has allowed exactly this text of the configuration. */
  readonly isTrusted: boolean;
}

/**
 * Whether gates run. In CI the working tree is the change's, and a change must not name commands for its own review. There the
 * base branch may say that they run. Elsewhere the user's trust is about the text of the working tree.
 */
export function mayRunGates(
  { gates, gatesInCi }: Pick<Config, "gates" | "gatesInCi">,
  { allowRun, configFrom, isCi, isTrusted }: GatePermission,
): boolean {
  if (gates.length === 0 || allowRun === false) return false;
  if (isCi) return configFrom === "base" && (allowRun === true || gatesInCi);
  return allowRun === true || (configFrom === "worktree" && isTrusted);
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
export function gatesMember(gates: readonly Gate[], host: AgentHost, mayLackSandbox = false): PanelMember {
  return {
    reviewer: REVIEWER,
    async review(assignment) {
      const outputs = openToolReader(assignment.index);
      const results = await runGates(gates, { ...(await commandHost(assignment, host)), outputs, mayLackSandbox });
      const { index, switches, pass, panel = [] } = assignment;
      const tools = await reviewTools(outputs.readings(), { index, switches, pass, panel, results });
      const { text, findings } = writeAnalysis({
        reviewer: REVIEWER.id,
        name: GATES_NAME,
        question: "Do the repository's own commands pass as before?",
        hits: findNewlyRed(results, tools.causes),
        paths: [],
      });
      const missed = describeNotRun(results, outputs.unread());
      const isolation = results.find((result) => result.isolation !== undefined)?.isolation;
      const incidents = missed.length === 0 ? undefined : missed;
      return {
        findings,
        gates: results,
        ...(tools.reviews.length > 0 && { tools: tools.reviews }),
        run: runOf(REVIEWER, assignment.pass, { text, incidents, isolation }),
      };
    },
  };
}
