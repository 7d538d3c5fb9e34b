/** The forms of output that are read. Each is what a tool prints for programs, or a text form that is unambiguous. */
export const TOOL_FORMATS = [
  "sarif",
  "checkstyle",
  "rdjson",
  "rdjsonl",
  "eslint",
  "oxlint",
  "biome",
  "tsc",
  "ruff",
  "mypy",
  "go-vet",
  "golangci-lint",
  "cargo",
  "shellcheck",
] as const;
export type ToolFormat = (typeof TOOL_FORMATS)[number];

/** One thing that a linter says, as it says it. */
export interface ToolHit {
  /** As people call it: `ESLint`. */
  readonly tool: string;
  /** On one line; empty if the tool names none. */
  readonly rule: string;
  readonly message: string;
  /** Whether the tool itself calls it an error. */
  readonly isError: boolean;
  /** As the tool names the file. Undefined: it names none. */
  readonly file?: string | undefined;
  readonly start?: number | undefined;
  /** The last line, never before the first. */
  readonly end?: number | undefined;
}

/** What a linter printed. */
export interface ToolOutput {
  readonly format: ToolFormat;
  /** The tools that ran, also those that say nothing. */
  readonly tools: readonly string[];
  readonly hits: readonly ToolHit[];
  /** What could not be read and may hide findings, a clause. */
  readonly notUnderstood?: string | undefined;
}
