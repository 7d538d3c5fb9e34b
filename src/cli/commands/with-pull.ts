import type { ScopeRequest } from "#pipeline/run-round.ts";
import type { OpenedPull } from "#pipeline/pulls/open-pull.ts";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { interruptible } from "../interruptible.ts";
import { EXIT, type ExitCode, type Io } from "../io.ts";
import { VERSION } from "../version.ts";

/** How a command was asked for a change that may be a pull request. */
export interface PullOptions {
  /** The pull request of the current branch, or of the job. */
  readonly pr?: boolean;
  /** The commit that its head must be at; another one is not shown to anybody. */
  readonly head?: string;
  /** The branch that it must be going into: that branch's configuration is the one that was meant. */
  readonly into?: string;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** What of a request says which change is meant. */
export interface NamedChange {
  readonly target: string | undefined;
  readonly folder: string;
}

/** Which change is meant, and the pull request if it is one. */
export interface MeantChange {
  readonly change: Pick<ScopeRequest, "target" | "pull">;
  readonly pull?: OpenedPull;
}

/** Reads and fetches the pull request, where the target names one, for as long as the work takes. */
export async function withPull(
  { target, folder, options, io }: NamedChange & { readonly options: PullOptions; readonly io: Io },
  work: (meant: MeantChange) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { openPull } = await import("#pipeline/pulls/open-pull.ts");
  const isSilent = options.quiet === true || options.json === true;
  let pull: OpenedPull | undefined;
  const wasInterrupted = await interruptible(async (signal) => {
    const onNote = (note: string): unknown => isSilent || io.stderr.write(`${printable(note)}\n`);
    const question = { folder, env: io.env, userAgent: `deep-review/${VERSION}`, signal, onNote };
    const named = { target, ...(options.pr === true ? { isOwn: true } : {}) };
    pull = await openPull({ ...question, ...named }).catch((error: unknown) => {
      if (signal.aborted) return undefined;
      throw error;
    });
  });
  try {
    if (wasInterrupted) {
      io.stderr.write("Interrupted before any reviewer started; there is nothing to resume.\n");
      return EXIT.interrupted;
    }
    requireHead(pull, options.head);
    requireBase(pull, options.into);
    if (pull === undefined) return await work({ change: target === undefined ? {} : { target } });
    return await work({ change: { pull: pull.scope }, pull });
  } finally {
    await pull?.close();
  }
}

/** Between the moment when somebody allowed this and now, the pull request may have become another one. */
function requireHead(opened: OpenedPull | undefined, head: string | undefined): void {
  const now = opened?.pull.head.commit;
  if (head === undefined || now === undefined || now === head) return;
  throw new UserError({
    what: `pull request #${opened?.address.number} moved from ${head.slice(0, 10)} to ${now.slice(0, 10)}`,
    why: "somebody pushed to it after this review was requested",
    fix: "look at the new commits, then request the review again",
  });
}

/** Its author may change the base branch at any time, and with it whose configuration, rules and decisions hold. */
function requireBase(opened: OpenedPull | undefined, into: string | undefined): void {
  const now = opened?.pull.base.branch;
  if (into === undefined || now === undefined || now === into) return;
  throw new UserError({
    what: `pull request #${opened?.address.number} now targets ${printable(now)} instead of ${printable(into)}`,
    why: "its base branch, and with it the configuration, changed after this review was requested",
    fix: "check the new base branch, then request the review again",
  });
}
