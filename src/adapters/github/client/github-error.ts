import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { truncate } from "#util/words.ts";

/**
 * Why a request was in vain. `no-answer`: nothing came back, or an error of the server's. `not-github`: something else
 * answered. `rate-limit`: the wait that the platform asks for is too long. `refused`: it said no, for good.
 */
export type GitHubErrorKind = "no-answer" | "not-github" | "bad-token" | "rate-limit" | "refused";

/** What a `GitHubError` is made of. */
export interface GitHubErrorFacts {
  readonly kind: GitHubErrorKind;
  readonly host: string;
  /** Absent: no answer came. */
  readonly status?: number;
  /** The words of the platform, or of the network; untrusted. */
  readonly said: string;
  /** What it finds wrong, one by one: the `errors` of a 422 or of GraphQL. */
  readonly details?: readonly string[];
  /** The types of GraphQL's errors: `FORBIDDEN`, `NOT_FOUND`. */
  readonly types?: readonly string[];
  /** What the token would have to be allowed, in the platform's words: `pull_requests=write`. */
  readonly needs?: string;
  /** Where the token comes from; absent: there is none. */
  readonly tokenFrom?: string;
  /** A write that may have been carried out all the same: the connection broke, or the server failed half-way. */
  readonly maybeDone: boolean;
  /** Until when the platform asks to wait. */
  readonly until?: Date;
}

/** A request to the platform that gave nothing. It never holds the token. */
export class GitHubError extends Error {
  override readonly name = "GitHubError";
  readonly facts: GitHubErrorFacts;

  constructor(facts: GitHubErrorFacts) {
    super(`${facts.host}: ${describeStatus(facts)}`);
    this.facts = facts;
  }

  get kind(): GitHubErrorKind {
    return this.facts.kind;
  }

  get status(): number | undefined {
    return this.facts.status;
  }

  get maybeDone(): boolean {
    return this.facts.maybeDone;
  }
}

/** The same for the user: what was tried in vain, why, and what to do. Anything but a `GitHubError` is given back as it is. */
export function explainGitHubError(what: string, error: unknown): unknown {
  if (!(error instanceof GitHubError)) return error;
  const { why, fix } = explain(error.facts);
  return new UserError({ what, why, fix, cause: error });
}

/** What the platform answered, in a line: `403 Resource not accessible by integration`. */
export function describeStatus({ status, said, details = [] }: GitHubErrorFacts): string {
  const all = [said, ...details.filter((detail) => !said.includes(detail))].filter((text) => text !== "").join("; ");
  const line = printable(truncate(all, 400));
  return status === undefined ? line : `${status}${line === "" ? "" : ` ${line}`}`;
}

interface Explanation {
  readonly why: string;
  readonly fix: string;
}

function explain(facts: GitHubErrorFacts): Explanation {
  const { host, tokenFrom } = facts;
  const answered = `${host} answered ${describeStatus(facts)}`;
  switch (facts.kind) {
    case "no-answer":
      return facts.status === undefined
        ? {
            why: `${host} gave no answer: ${describeStatus(facts)}`,
            fix: "check the connection, then run the same command again",
          }
        : {
            why: answered,
            fix: "the platform has a problem of its own: wait a little, then run the same command again",
          };
    case "not-github":
      return {
        why: `${host} answered, but not as GitHub does (${describeStatus(facts)})`,
        fix: `check the address; for GitHub Enterprise, https://${host}/api/v3 must be reachable from here`,
      };
    case "bad-token":
      return {
        why: tokenFrom === undefined ? answered : `${answered}; the token is from ${tokenFrom}`,
        fix:
          tokenFrom === undefined
            ? howToGetToken(host)
            : `renew the token from ${tokenFrom}, or take it away: public repositories can be read without one`,
      };
    case "rate-limit":
      return {
        why: `${answered}; it asks to wait until ${facts.until === undefined ? "later" : formatTime(facts.until)}`,
        fix:
          tokenFrom === undefined
            ? `${howToGetToken(host)}: with a token the limit is far higher`
            : "run the same command again after that",
      };
    case "refused":
      return { why: answered, fix: fixRefusal(facts) };
  }
}

function fixRefusal({ status, types = [], host, tokenFrom, needs }: GitHubErrorFacts): string {
  if (tokenFrom === undefined) return `${howToGetToken(host)}: without a token only public repositories can be read`;
  if (status === 404 || types.includes("NOT_FOUND"))
    return `check the name; if it is private, the token from ${tokenFrom} must be allowed to see it`;
  if (needs !== undefined) return `allow the token from ${tokenFrom}: ${printable(needs.slice(0, 200))}`;
  return `see what the token from ${tokenFrom} is allowed to do`;
}

/** A sentence's first half: `set GITHUB_TOKEN, or run gh auth login`. */
function howToGetToken(host: string): string {
  return host === "github.com"
    ? "set GITHUB_TOKEN, or run `gh auth login`"
    : `set GH_ENTERPRISE_TOKEN, or run \`gh auth login --hostname ${host}\``;
}

function formatTime(time: Date): string {
  return `${time.toISOString().slice(11, 16)} UTC`;
}
