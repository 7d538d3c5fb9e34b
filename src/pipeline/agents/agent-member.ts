import type { Desk } from "#adapters/desk/open-desk.ts";
import { pickSecrets } from "#reviewers/agent/login.ts";
import type { PanelMember } from "../panel.ts";
import type { AgentHost, ChosenAgent } from "./agent-host.ts";
import { reviewBundle } from "./review-bundle.ts";
import { prepareDesk, attemptAgent } from "./attempt-agent.ts";

/** A coding agent as a member of the panel. */
export function agentMember(agent: ChosenAgent, host: AgentHost): PanelMember {
  const { reviewer, adapter, login, model, version } = agent;
  const settings = { ...host.bundleLimits, blind: reviewer.blind === true };
  const about = { reviewer, model, version, product: adapter.product, isObservable: adapter.isObservable };
  let early: Promise<Desk> | undefined;
  const takeEarly = (pass: number): Promise<Desk> | undefined => {
    const desk = pass === 1 ? early : undefined;
    early = pass === 1 ? undefined : early;
    return desk;
  };
  return {
    reviewer,
    async passes(assignment) {
      const bundles = host.bundles(assignment, settings);
      if (adapter.takesBudget === true) host.budget.expect(reviewer.id, 1);
      // The code can be laid out while the built-in reviewers still look for evidence.
      const files = bundles.then((set) => set.bundles[0]?.files ?? []);
      early = prepareDesk(agent, { ...assignment, host, files });
      early.catch(() => undefined);
      // Whether it can be had is asked again, and told, when it is needed.
      host.sandbox().catch(() => undefined);
      const { length } = (await bundles).bundles;
      if (adapter.takesBudget === true) host.budget.expect(reviewer.id, length);
      return length;
    },
    review: (assignment) =>
      reviewBundle(assignment, {
        ...about,
        settings,
        host,
        secrets: pickSecrets(adapter.login, login.variables),
        attempt(errand) {
          const desk = takeEarly(assignment.pass);
          const { opened } = assignment;
          return attemptAgent(agent, { ...errand, host, opened, expectedAs: reviewer.id, desk });
        },
        // A desk that nobody came to sit at.
      }).finally(() =>
        takeEarly(assignment.pass)?.then(
          (desk) => desk.close(),
          () => undefined,
        ),
      ),
  };
}
