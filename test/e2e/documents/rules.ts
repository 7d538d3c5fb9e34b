/** How a command of the documents is tested, if it cannot just be run. */
export interface CommandRule {
  /** Why it is not run. Its command and its options are checked all the same. */
  readonly notRun?: string;
  /** What is run instead: the same command with names that exist in the test's repository. */
  readonly instead?: string;
  /** What is run before it. */
  readonly before?: string;
  /** Exit codes that are right; by default 0. */
  readonly exits?: readonly number[];
}

const AGENT = { notRun: "it needs agents that are signed in; test/agents runs the real programs" };
const GITHUB = { notRun: "it needs GitHub; test/github runs it against our own server" };
const TERMINAL = { notRun: "it asks in a terminal; test/e2e and test/cli answer it" };
const PACKAGES = { notRun: "it installs packages; test/e2e/package.deep.test.ts does that" };
const CLONE = { notRun: "it needs the clone of Deep Review and its packages" };
const FINDINGS = { exits: [0, 1] };

/** By the line. A line without a rule must end with 0 in the test's repository. */
export const COMMAND_RULES: ReadonlyMap<string, CommandRule> = new Map<string, CommandRule>([
  ["npm ci && npx deep-review demo", { instead: "deep-review demo" }],
  ["npx deep-review demo", { instead: "deep-review demo" }],
  ["npm ci", PACKAGES],
  ["npm pack", PACKAGES],
  ["npm install -g .", PACKAGES],
  ["npm install -g . --prefix ~/.local", PACKAGES],
  ["npm install -g ./deep-review-0.1.0.tgz", PACKAGES],
  ["npm uninstall -g deep-review", PACKAGES],
  ["git pull", CLONE],
  ["npm run new:agent my-agent", CLONE],
  ["npx vitest run test/reviewers/agent/contract.test.ts", CLONE],
  ["npx tsx tools/record-agent.ts my-agent /path/to/my-agent VERSION [case …]", CLONE],
  ["deep-review 355", GITHUB],
  ["deep-review https://github.com/acme/kettle/pull/355", GITHUB],
  ["deep-review acme/kettle#355", GITHUB],
  ["deep-review --pr", GITHUB],
  ["deep-review publish --to github", GITHUB],
  ["deep-review publish --to github --dry-run", GITHUB],
  ["deep-review publish 20261116-10 --to github --dry-run", GITHUB],
  ["deep-review publish --to github --parts review,summary", GITHUB],
  ["deep-review init", TERMINAL],
  [
    "deep-review init --gates",
    { before: "rm -f deep-review.config.json && touch test_queue.py && git add -N test_queue.py" },
  ],
  ["deep-review probe --allow-run", { instead: "deep-review probe --allow-run --test true" }],
  ["deep-review triage", TERMINAL],
  ["deep-review --panel deep", AGENT],
  ["deep-review --panel deep --verify", AGENT],
  ["deep-review --panel deep --verify codex", AGENT],
  ["deep-review --panel deep --editor claude", AGENT],
  ["deep-review --panel house", AGENT],
  ["deep-review --reviewers claude,loose-ends", AGENT],
  ["deep-review --reviewers anthropic/claude-opus-5,loose-ends", AGENT],
  ["deep-review init --reviewers claude,codex@high", AGENT],
  ["deep-review prompt --for claude", AGENT],
  [
    "deep-review rules propose --apply 2 5",
    { notRun: "it needs five proposals; test/e2e/rules.test.ts has an archive with some" },
  ],
  ["deep-review HEAD~3..HEAD --fail-on important", FINDINGS],
  ["deep-review --base origin/main --fail-on important --out reports --format md,sarif", FINDINGS],
  [
    "deep-review resume",
    {
      before: 'deep-review HEAD~1..HEAD --quiet && rm "$(ls -t .deep-review/reviews/*/review.json | head -n 1)"',
    },
  ],
  [
    "deep-review reopen D-3f9c0a41be",
    { instead: "deep-review reopen \"$(grep -o 'D-[0-9a-f]*' .deep-review/decisions.jsonl | head -n 1)\"" },
  ],
  [
    'deep-review decline I2 --review 20261115 --because "…"',
    { instead: 'deep-review decline I2 --review last --because "…"' },
  ],
]);
