import type { BundleFile } from "#model/agent/bundle.ts";
import type { Reviewer, Usage } from "#model/panel/reviewer.ts";
import { messageOf } from "#util/errors.ts";

export interface Askable {
  readonly reviewer: Reviewer;
}

/** A question for an agent: the files of its bundle, and the prompt that names them. */
export interface AgentQuestion {
  readonly files: readonly BundleFile[];
  readonly prompt: string;
  /** Ends the agent. */
  readonly signal: AbortSignal;
  /** Names the files of this run: `verify-3`. */
  readonly name: string;
}

/** An agent's answer. After a failure, `text` is what it wrote until then. */
export interface AgentReply {
  /** All blocks of text, credentials masked. */
  readonly text: string;
  readonly seconds: number;
  readonly usage?: Usage;
  readonly failed?: { readonly kind: "failed" | "timeout" | "stopped"; readonly message: string };
}

/** Asks an agent at a desk of its own. An error that it throws counts as a failure. */
export type AskAgent<T extends Askable> = (agent: T, question: AgentQuestion) => Promise<AgentReply>;

/** How long an agent may take to end after the signal, in milliseconds. */
const GRACE = 15_000;

/** Asks without throwing, and without waiting much longer than the signal allows. */
export async function askSafely<T extends Askable>(
  ask: AskAgent<T>,
  agent: T,
  question: AgentQuestion,
): Promise<AgentReply> {
  const started = performance.now();
  try {
    return await Promise.race([ask(agent, question), afterAbort(question.signal)]);
  } catch (error) {
    const kind = question.signal.aborted ? "stopped" : "failed";
    return { text: "", seconds: (performance.now() - started) / 1000, failed: { kind, message: messageOf(error) } };
  }
}

/** Rejects some time after the signal, so that an agent that does not end cannot block the round. */
function afterAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const wait = (): void => {
      setTimeout(() => reject(new Error("did not end when it was told to")), GRACE).unref();
    };
    if (signal.aborted) wait();
    else signal.addEventListener("abort", wait, { once: true });
  });
}
