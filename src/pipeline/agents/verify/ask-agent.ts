import type { BundleFile } from "#model/agent/bundle.ts";
import type { Reviewer, Usage } from "#model/panel/reviewer.ts";

/** An agent that can be asked. */
export interface Askable {
  readonly reviewer: Reviewer;
}

/** What an agent is asked: the files of its bundle, and the prompt that names them. */
export interface AgentQuestion {
  readonly files: readonly BundleFile[];
  readonly prompt: string;
  /** Ends the agent. */
  readonly signal: AbortSignal;
  /** Tells the runs of one round apart, in names of files: `verify-3`. */
  readonly name: string;
}

/** What an agent said. A failure is data; `text` is then what it said until then. */
export interface AgentReply {
  /** All blocks of text, values of credentials masked. */
  readonly text: string;
  readonly seconds: number;
  readonly usage?: Usage;
  readonly failed?: { readonly kind: "failed" | "timeout" | "stopped"; readonly message: string };
}

/** Asks an agent at a desk of its own. What it throws counts as a failure. */
export type AskAgent<T extends Askable> = (agent: T, question: AgentQuestion) => Promise<AgentReply>;

/** How long an agent may take to end when it is told to, in milliseconds. */
const GRACE = 15_000;

/** Asks, and never throws nor waits much longer than the signal says. */
export async function askSafely<T extends Askable>(
  ask: AskAgent<T>,
  agent: T,
  question: AgentQuestion,
): Promise<AgentReply> {
  const begun = performance.now();
  try {
    return await Promise.race([ask(agent, question), afterAbort(question.signal)]);
  } catch (error) {
    const kind = question.signal.aborted ? "stopped" : "failed";
    const message = error instanceof Error ? error.message : String(error);
    return { text: "", seconds: (performance.now() - begun) / 1000, failed: { kind, message } };
  }
}

/** Throws a while after the signal, so that an agent that does not end cannot hold the round. */
function afterAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const wait = (): void => {
      setTimeout(() => reject(new Error("did not end when it was told to")), GRACE).unref();
    };
    if (signal.aborted) wait();
    else signal.addEventListener("abort", wait, { once: true });
  });
}
