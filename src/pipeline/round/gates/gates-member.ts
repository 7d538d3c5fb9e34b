import { basename } from "node:path";
import { findDeskRoot } from "#adapters/desk/desk-root.ts";
import type { Config } from "#config/config.ts";
import { reviewerId } from "#model/ids.ts";
import { type Gate, GATES_ID, GATES_NAME } from "#model/panel/gate.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import { writeAnalysis } from "#reviewers/analyzer/write-analysis.ts";
import { describeNotRun, findNewlyRed } from "#steps/judge-gates/describe-gates.ts";
import { UserError } from "#util/errors.ts";
import { type AgentHost, commonEnvironment } from "../../agents/agent-host.ts";
import { hiddenFolders } from "../../agents/agent-member.ts";
import type { ConfigFrom } from "../../load-config.ts";
import { type Assignment, type PanelMember, runOf } from "../../panel.ts";
import { openToolReader } from "./read-tools.ts";
import { runGates } from "./run-gates.ts";
import { reviewTools } from "./tool-reviews.ts";

/** Who allows gates to run. */
export interface GatePermission {
  /** `--allow-run`. */
  readonly allowRun?: boolean | undefined;
  readonly configFrom: ConfigFrom;
  readonly isCi: boolean;
}

/** Whether gates run. In CI the working tree is the change's, and a change must not name commands for its own review. */
export function mayRunGates({ gates }: Pick<Config, "gates">, { allowRun, configFrom, isCi }: GatePermission): boolean {
  return gates.length > 0 && allowRun === true && (configFrom === "base" || !isCi);
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
      const outputs = openToolReader(assignment.index);
      const results = await runGates(gates, { ...(await hostFor(assignment, host)), outputs });
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

async function hostFor({ opened, folder, signal, progress }: Assignment, host: AgentHost) {
  const { base, head = "" } = opened.change.scope;
  const env = commonEnvironment(host.env);
  return {
    sandbox: await host.sandbox(),
    desk: {
      owner: basename(folder),
      store: opened.store,
      root: findDeskRoot(host.env),
      setup: host.setup,
      setupEnv: env,
      submodules: host.submodules,
    },
    head,
    // Before the first commit there is nothing to compare with.
    base: opened.base.files.length === 0 ? undefined : base,
    path: env["PATH"] ?? "",
    hidden: hiddenFolders({ opened, folder, host }),
    signal,
    progress,
  };
}
