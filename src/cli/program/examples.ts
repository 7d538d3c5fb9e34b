/** What a command's help and the reference show besides its options. */
export interface CommandNotes {
  readonly example: string;
  /** Exit codes besides 0 (done), 2 (something for you to fix) and 70 (a bug). */
  readonly exits?: readonly (1 | 3 | 130)[];
}

const DECISION = { exits: [130] } as const;

/** By the command's full name; that of the review is `review`. */
export const COMMAND_NOTES: ReadonlyMap<string, CommandNotes> = new Map<string, CommandNotes>([
  ["review", { example: "deep-review HEAD~3..HEAD --fail-on important", exits: [1, 3, 130] }],
  ["resume", { example: "deep-review resume", exits: [1, 3, 130] }],
  ["merge", { example: "deep-review merge claude.md codex.md results.sarif --repo . --head HEAD", exits: [3] }],
  ["probe", { example: 'deep-review probe --allow-run --test "npm test"', exits: [1, 3, 130] }],
  ["prompt", { example: "deep-review prompt --file scope.md", exits: [130] }],
  ["audit", { example: "deep-review audit src --limit 3", exits: [130] }],
  ["list", { example: "deep-review list" }],
  ["show", { example: "deep-review show last I2" }],
  ["explain", { example: "deep-review explain I2" }],
  ["triage", { example: "deep-review triage", exits: [130] }],
  ["decline", { example: 'deep-review decline I2 --because "the queue gives up after a day"', ...DECISION }],
  ["accept-risk", { example: 'deep-review accept-risk I2 --because "one tenant" --until 2099-01-31', ...DECISION }],
  ["fixed", { example: "deep-review fixed I2" }],
  ["reopen", { example: "deep-review reopen I2" }],
  ["decisions", { example: "deep-review decisions --all" }],
  ["publish", { example: "deep-review publish --to pages --dry-run", exits: [3, 130] }],
  ["site", { example: "deep-review site --out public", exits: [130] }],
  ["render", { example: "deep-review render last --format md,sarif --out ../reports" }],
  ["import", { example: "deep-review import path/to/reports --archive ./archive" }],
  ["doctor", { example: "deep-review doctor", exits: [130] }],
  ["init", { example: "deep-review init --none", exits: [130] }],
  ["rules", { example: "deep-review rules debugger" }],
  ["rules repo", { example: "deep-review rules repo" }],
  ["rules propose", { example: "deep-review rules propose" }],
  ["config", { example: "deep-review config" }],
  ["schema", { example: "deep-review schema --config" }],
  ["demo", { example: "deep-review demo --open", exits: [3, 130] }],
  ["completion", { example: 'eval "$(deep-review completion bash)"' }],
  ["help", { example: "deep-review help decline" }],
]);
