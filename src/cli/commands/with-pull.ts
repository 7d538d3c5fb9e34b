import type { ScopeRequest } from "#pipeline/run-round.ts";
import type { OpenedPull } from "#pipeline/pulls/open-pull.ts";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { interruptible } from "../interruptible.ts";
import { EXIT, type ExitCode, type Io } from "../io.ts";
import { VERSION } from "../version.ts";

/** Options of a command whose change may be a pull request. */
interface PullOptions {
  /** The pull request of the current branch, or of the job. */
  readonly pr?: boolean;
  /** The commit that its head must be at. */
  readonly head?: string;
  /** The base branch that it must have: the configuration comes from there. */
  readonly into?: string;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

interface PullRequestTarget {
  readonly target: string | undefined;
  readonly folder: string;
  readonly options: PullOptions;
  readonly io: Io;
}

/** The change to review, and the pull request if it is one. */
interface ResolvedChange {
  readonly change: Pick<ScopeRequest, "target" | "pull">;
  readonly pull?: OpenedPull;
}

/** Runs the work with the change. If the target names a pull request, it is fetched before and closed afterwards. */
export async function withPull(
  { target, folder, options, io }: PullRequestTarget,
  work: (resolved: ResolvedChange) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { openPull } = await import("#pipeline/pulls/open-pull.ts");
  const isSilent = options.quiet === true || options.json === true;
  let pull: OpenedPull | undefined;
  const wasInterrupted = await interruptible(async (signal) => {
    const onNote = (note: string): unknown => isSilent || io.stderr.write(`${printable(note)}\n`);
    const request = { folder, env: io.env, userAgent: `deep-review/${VERSION}`, signal, onNote };
    pull = await openPull({ ...request, target, isOwn: options.pr }).catch((error: unknown) => {
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

/** Somebody may have pushed to the pull request since this review was allowed. */
function requireHead(opened: OpenedPull | undefined, head: string | undefined): void {
  const now = opened?.pull.head.commit;
  if (head === undefined || now === undefined || now === head) return;
  throw new UserError({
    what: `pull request #${opened?.address.number} moved from ${head.slice(0, 10)} to ${now.slice(0, 10)}`,
    why: "somebody pushed to it after this review was requested",
    fix: "look at the new commits, then request the review again",
  });
}

/** The author can change the base branch at any time, and with it the configuration, rules and decisions in force. */
function requireBase(opened: OpenedPull | undefined, into: string | undefined): void {
  const now = opened?.pull.base.branch;
  if (into === undefined || now === undefined || now === into) return;
  throw new UserError({
    what: `pull request #${opened?.address.number} now targets ${printable(now)} instead of ${printable(into)}`,
    why: "its base branch, and with it the configuration, changed after this review was requested",
    fix: "check the new base branch, then request the review again",
  });
}
