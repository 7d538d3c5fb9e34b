import { performance } from "node:perf_hooks";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import { openPrinted } from "#adapters/store/printed.ts";
import { pickSecrets } from "#reviewers/agent/login.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { createRoundMask } from "../round/round-mask.ts";
import type { AgentHost, ChosenAgent } from "./agent-host.ts";
import { askAgain } from "./ask-again.ts";
import { addUsages } from "./review-bundle.ts";
import { attemptAgent } from "./attempt-agent.ts";
import type { AskAgent, AgentReply } from "./verify/ask-agent.ts";

/** Where questions are asked. */
export interface QuestionContext {
  readonly host: AgentHost;
  readonly opened: OpenedChange;
  /** The round's folder. */
  readonly folder: string;
  readonly onNote: (note: string) => void;
}

/** How an agent is asked one question at a desk of its own: watched, tried again and kept like a review. */
export function questionAgent({ host, opened, folder, onNote }: QuestionContext): AskAgent<ChosenAgent> {
  const { secrets: ofChange } = createRoundMask(opened.change);
  return async (agent, { files, prompt, signal, name }) => {
    const begun = performance.now();
    const secrets = [...pickSecrets(agent.adapter.login, agent.login.variables), ...ofChange];
    const printed = openPrinted(folder, `${name}-${agent.reviewer.id}`, secrets);
    const ask = () =>
      attemptAgent(agent, {
        host,
        opened,
        folder,
        signal,
        files,
        prompt,
        printed,
        onNote,
        watch: () => () => {},
        onText: () => {},
        onEvent: () => {},
      });
    const { last, tries } = await askAgain(ask, { longestWait: host.longestWait, signal, onNote }).finally(() =>
      printed.close(),
    );
    const usage = addUsages(tries.map(({ transcript }) => transcript.usage));
    const reply: AgentReply = {
      text: maskSecrets(last.text, secrets),
      seconds: Math.round(performance.now() - begun) / 1000,
      usage,
    };
    return last.end.ok
      ? reply
      : { ...reply, failed: { kind: kindOf(last.end.kind), message: maskSecrets(last.end.message, secrets) } };
  };
}

function kindOf(kind: string): "failed" | "timeout" | "stopped" {
  if (kind === "timeout" || kind === "idle") return "timeout";
  return kind === "stopped" ? "stopped" : "failed";
}
