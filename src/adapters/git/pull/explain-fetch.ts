import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import type { PullFetch } from "./fetch-pull.ts";
import { shownAddress } from "./network-git.ts";

/** The ref that the server said it does not have. */
export function missingRef(complaint: string): string | undefined {
  return /couldn't find remote ref (\S+)/.exec(complaint)?.[1];
}

/** A readable error for a failed fetch of a pull request. */
export function explainFetch({ url, pull, login }: PullFetch, complaint: string): UserError {
  const number = pull.address.number;
  const what = `cannot fetch pull request #${number} from ${printable(shownAddress(url))}`;
  const said = firstComplaint(complaint);
  const missing = missingRef(complaint);
  if (missing !== undefined) {
    const isHead = missing === `refs/pull/${number}/head`;
    return new UserError({
      what,
      why: isHead ? "the server has no commits of it" : `the server has no ${printable(missing)}`,
      fix: "if it was fetched before, name its commits: A..B",
    });
  }
  const fix = FIXES.find(({ pattern }) => pattern.test(complaint))?.fix ?? "try `git fetch` in the clone";
  const who = login === undefined ? "" : "; a token was sent";
  return new UserError({ what, why: `git said: ${said}${who}`, fix });
}

const FIXES: readonly { readonly pattern: RegExp; readonly fix: string }[] = [
  {
    pattern: /no space left on device|disk quota exceeded/i,
    fix: "free some space in the clone, or in the folder that TMPDIR names",
  },
  {
    pattern: /could not resolve host|failed to connect|network is unreachable|timed out|connection refused/i,
    fix: "check the network and the proxy; without them name commits that are here: A..B",
  },
  {
    pattern: /permission denied \(publickey|host key verification failed/i,
    fix: "check that `ssh -T git@HOST` works without a question, or set GITHUB_TOKEN and use https",
  },
  {
    pattern:
      /authentication failed|could not read username|could not read password|repository not found|error: 40[134]/i,
    fix: "set GITHUB_TOKEN or GH_TOKEN to a token that may read the code, or run `gh auth login`",
  },
];

/** The line in which git names the error, safe to show. Progress lines do not count. */
function firstComplaint(complaint: string): string {
  const lines = complaint.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  const reason = lines.find((line) => /^(?:fatal|error|ssh|remote: (?!(?:Enum|Count|Compress|Total)))/.test(line));
  const line = reason ?? lines.at(-1) ?? "nothing";
  return printable(shownAddress(line.replace(/^(?:fatal|error): /, "").slice(0, 300)));
}
