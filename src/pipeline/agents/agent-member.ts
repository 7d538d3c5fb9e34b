import type { Desk } from "#adapters/desk/open-desk.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import type { PanelMember } from "../panel.ts";
import type { AgentHost, ChosenAgent } from "./agent-host.ts";
import { reviewBundle } from "./review-bundle.ts";
import { orderDesk, tryAgent } from "./try-agent.ts";

/** A coding agent as a member of the panel. */
export function agentMember(agent: ChosenAgent, host: AgentHost): PanelMember {
  const { reviewer, adapter, login, model, version } = agent;
  const settings = { ...host.bundleLimits, blind: reviewer.blind === true };
  const about = { reviewer, model, version, product: adapter.product, isObservable: adapter.isObservable };
  let early: Promise<Desk> | undefined;
  return {
    reviewer,
    async passes(assignment) {
      const bundles = host.bundles(assignment, settings);
      // The code can be laid out while the built-in reviewers still look for evidence.
      const files = bundles.then((set) => set.bundles[0]?.files ?? []);
      early = orderDesk(agent, { ...assignment, host, files });
      early.catch(() => undefined);
      // Whether it can be had is asked again, and told, when it is needed.
      host.sandbox().catch(() => undefined);
      return (await bundles).bundles.length;
    },
    review: (assignment) =>
      reviewBundle(assignment, {
        ...about,
        settings,
        host,
        // Companions are no secrets: a project's name must not be masked wherever it stands in a review.
        secrets: adapter.login.variables.flatMap((name) => login.variables[name] ?? []),
        attempt(errand) {
          const desk = assignment.pass === 1 ? early : undefined;
          early = assignment.pass === 1 ? undefined : early;
          return tryAgent(agent, { ...errand, host, opened: assignment.opened, ...omitUndefined({ desk }) });
        },
      }),
  };
}
