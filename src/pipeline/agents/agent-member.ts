import type { Desk } from "#adapters/desk/open-desk.ts";
import { pickSecrets } from "#reviewers/agent/login.ts";
import type { PanelMember } from "../panel.ts";
import type { AgentHost, ChosenAgent } from "./agent-host.ts";
import { prepareDesk, attemptAgent } from "./attempt-agent.ts";
import { reviewBundle } from "./review-bundle.ts";

/** A coding agent as a member of the panel. */
export function agentMember(agent: ChosenAgent, host: AgentHost): PanelMember {
  const { reviewer, adapter, login, model, version } = agent;
  const settings = { ...host.bundleLimits, blind: reviewer.blind === true };
  const secrets = pickSecrets(adapter.login, login.variables);
  const { product, isObservable } = adapter;
  let firstDesk: Promise<Desk> | undefined;
  /** The desk that was prepared for the first pass; each desk is used once. */
  const takeDesk = (pass: number): Promise<Desk> | undefined => {
    if (pass !== 1) return undefined;
    const desk = firstDesk;
    firstDesk = undefined;
    return desk;
  };
  return {
    reviewer,
    async passes(assignment) {
      const bundles = host.bundles(assignment, settings);
      if (adapter.takesBudget === true) host.budget.expect(reviewer.id, 1);
      // The code is checked out while the built-in reviewers still look for evidence.
      const files = bundles.then((set) => set.bundles[0]?.files ?? []);
      firstDesk = prepareDesk(agent, { ...assignment, host, files });
      firstDesk.catch(() => undefined);
      // The first attempt asks for the sandbox again and reports the error.
      host.sandbox().catch(() => undefined);
      const { length } = (await bundles).bundles;
      if (adapter.takesBudget === true) host.budget.expect(reviewer.id, length);
      return length;
    },
    async review(assignment) {
      const { pass, opened } = assignment;
      const about = { reviewer, model, version, product, isObservable, settings, host, secrets };
      try {
        return await reviewBundle(assignment, {
          ...about,
          attempt: (task) =>
            attemptAgent(agent, { ...task, host, opened, expectedAs: reviewer.id, desk: takeDesk(pass) }),
        });
      } finally {
        // Nobody used the desk if the review failed before its first attempt.
        await takeDesk(pass)?.then(
          (desk) => desk.close(),
          () => undefined,
        );
      }
    },
  };
}
