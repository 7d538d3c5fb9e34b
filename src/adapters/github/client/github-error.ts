import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { truncate } from "#util/words.ts";

/**
 * Why a request failed. `no-answer`: no answer, or a server error. `not-github`: something else answered. `rate-limit`:
 * the wait that GitHub asks for is too long. `refused`: GitHub refused it for good.
 */
type GitHubErrorKind = "no-answer" | "not-github" | "bad-token" | "rate-limit" | "refused";

export interface GitHubErrorFacts {
  readonly kind: GitHubErrorKind;
  readonly host: string;
  /** Absent: there was no answer. */
  readonly status?: number;
  /** The message of GitHub or of the network; untrusted. */
  readonly said: string;
  /** Single errors: the `errors` of a 422 or of GraphQL. */
  readonly details?: readonly string[];
  /** The types of GraphQL's errors: `FORBIDDEN`, `NOT_FOUND`. */
  readonly types?: readonly string[];
  /** The missing permission in GitHub's words: `pull_requests=write`. */
  readonly needs?: string;
  /** The source of the token; absent: there is none. */
  readonly tokenFrom?: string;
  /** Whether the write may have been carried out: the connection broke, or the server failed. */
  readonly maybeDone: boolean;
  /** The end of the wait that GitHub asks for. */
  readonly until?: Date;
}

/** A failed request. It never contains the token. */
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

/** Turns a `GitHubError` into a `UserError`. Returns any other error unchanged. */
export function explainGitHubError(what: string, error: unknown): unknown {
  if (!(error instanceof GitHubError)) return error;
  const { why, fix } = explain(error.facts);
  return new UserError({ what, why, fix, cause: error });
}

/** The answer in one line: `403 Resource not accessible by integration`. */
export function describeStatus({ status, said, details = [] }: GitHubErrorFacts): string {
  const all = [said, ...details.filter((detail) => !said.includes(detail))].filter((text) => text !== "").join("; ");
  const line = printable(truncate(all, 400));
  return status === undefined ? line : `${status}${line === "" ? "" : ` ${line}`}`;
}

function explain(facts: GitHubErrorFacts): { readonly why: string; readonly fix: string } {
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
            fix: "the platform has a problem: wait a little, then run the same command again",
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
            : `renew the token from ${tokenFrom}, or remove it: public repositories can be read without one`,
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

function howToGetToken(host: string): string {
  return host === "github.com"
    ? "set GITHUB_TOKEN, or run `gh auth login`"
    : `set GH_ENTERPRISE_TOKEN, or run \`gh auth login --hostname ${host}\``;
}

function formatTime(time: Date): string {
  return `${time.toISOString().slice(11, 16)} UTC`;
}
