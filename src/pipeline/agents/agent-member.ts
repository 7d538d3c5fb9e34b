import type { PanelMember } from "../panel.ts";
import type { AgentHost, ChosenAgent } from "./agent-host.ts";
import { reviewBundle } from "./review-bundle.ts";
import { tryAgent } from "./try-agent.ts";

/** A coding agent as a member of the panel. */
export function agentMember(agent: ChosenAgent, host: AgentHost): PanelMember {
  const { reviewer, adapter, login, model, version } = agent;
  const settings = { blind: reviewer.blind === true };
  const about = { reviewer, model, version, product: adapter.product, isObservable: adapter.isObservable };
  return {
    reviewer,
    passes: async (assignment) => (await host.bundles(assignment, settings)).bundles.length,
    review: (assignment) =>
      reviewBundle(assignment, {
        ...about,
        settings,
        host,
        secrets: Object.values(login.variables),
        attempt: (errand) => tryAgent(agent, { ...errand, host, opened: assignment.opened }),
      }),
  };
}
