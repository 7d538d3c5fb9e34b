import { performance } from "node:perf_hooks";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import { openPrinted } from "#adapters/store/raw-output.ts";
import type { Usage } from "#model/panel/reviewer.ts";
import { pickSecrets } from "#reviewers/agent/login.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { createRoundMask } from "../round/masking.ts";
import type { AgentHost, ChosenAgent } from "./agent-host.ts";
import { type AgentAttempt, askAgain } from "./ask-again.ts";
import { attemptAgent } from "./agent-member.ts";
import { addUsages } from "./review-bundle.ts";
import type { AskAgent, AgentReply } from "./verify/ask-agent.ts";

/** The round that questions belong to. */
export interface QuestionContext {
  readonly host: AgentHost;
  readonly opened: OpenedChange;
  /** The round's folder. */
  readonly folder: string;
}

const ignore = (): void => {};

/** Asks agents single questions, each at a desk of its own. Asks again and keeps the output as for a review. */
export function questionAgent({ host, opened, folder }: QuestionContext): AskAgent<ChosenAgent> {
  const { secrets: ofChange } = createRoundMask(opened.change);
  return async (agent, { files, prompt, signal, name }) => {
    const started = performance.now();
    const secrets = [...pickSecrets(agent.adapter.login, agent.login.variables), ...ofChange];
    const printed = openPrinted(folder, `${name}-${agent.reviewer.id}`, secrets);
    const callbacks = { watch: () => ignore, onText: ignore, onEvent: ignore, onNote: ignore };
    const task = { host, opened, folder, signal, files, prompt, printed, ...callbacks };
    const usages: (Usage | undefined)[] = [];
    const attempt = async (): Promise<AgentAttempt> => {
      const ended = await attemptAgent(agent, task);
      usages.push(ended.transcript.usage);
      return ended;
    };
    const retry = { longestWait: host.longestWait, signal, onRetry: ignore };
    const { text, end } = await askAgain(attempt, retry).finally(() => printed.close());
    const reply: AgentReply = {
      text: maskSecrets(text, secrets),
      seconds: Math.round(performance.now() - started) / 1000,
      usage: addUsages(usages),
    };
    if (end.ok) return reply;
    return { ...reply, failed: { kind: kindOf(end.kind), message: maskSecrets(end.message, secrets) } };
  };
}

function kindOf(kind: string): "failed" | "timeout" | "stopped" {
  if (kind === "timeout" || kind === "idle") return "timeout";
  return kind === "stopped" ? "stopped" : "failed";
}
