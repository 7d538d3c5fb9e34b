/** Programs whose run means something for a review, and how they are recognised in a command line. */
const RUNNERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    "JavaScript tests",
    /\b(?:npm|pnpm|yarn|bun)(?: run| -s| --silent)* (?:test|t)\b|\b(?:vitest|jest|mocha)\b|\bnode --test\b/,
  ],
  ["Python tests", /\b(?:pytest|tox|nox)\b|\bpython[\d.]* -m unittest\b/],
  ["go test", /\bgo test\b|\bgotestsum\b/],
  ["go", /\bgo (?:build|vet|run|install|generate|mod)\b/],
  ["cargo", /\bcargo\b/],
  ["maven or gradle", /\b(?:mvnw?|gradlew?)\b/],
  ["bats", /\bbats\b(?!\/)/],
  ["make", /(?:^|[\s;&|(])make\b/],
  ["tsc", /\b(?:vue-)?tsc\b/],
  ["ruby", /\b(?:rspec|rake|bundle exec)\b/],
  ["phpunit", /\bphpunit\b/],
  ["dotnet", /\bdotnet (?:test|build|run)\b/],
  ["cmake", /\b(?:ctest|cmake)\b/],
  ...["eslint", "oxlint", "biome", "ruff", "mypy", "pyright", "golangci-lint", "shellcheck", "shfmt", "prettier"].map(
    (name) => [name, new RegExp(`\\b${name}\\b`)] as const,
  ),
  ["package script", /\b(?:npm|pnpm|yarn|bun) run \w/],
  ["script", /\b(?:node|tsx|deno|bun|python[\d.]*|bash|sh|ruby|perl|php)(?: run)? \S/],
];

/** The tests among them: a statement about "the suite" fits each of these. */
const TESTS: ReadonlySet<string> = new Set(
  "JavaScript tests,Python tests,go test,cargo,maven or gradle,bats,make,ruby,phpunit,dotnet,cmake".split(","),
);

/** Programs that may run anything else, so that their log does not show what ran. */
const WRAPPERS =
  /\b(?:make|just|task|docker|npm run|pnpm run|yarn|bun run|turbo|nx|bazel|xargs|eval)\b|\b(?:bash|sh|zsh|source|node|tsx|python[\d.]*|ruby|perl|expect)\s+(?!-c\b)\S*[./]\S*|(?:^|[;&|(]\s*)\.{0,2}\/\S/;

/** Programs that only show files. Saying that one searched or read is no statement of a run. */
const READERS =
  /^(?:grep|egrep|rg|ag|fd|find|ls|cat|bat|sed|awk|head|tail|wc|nl|tree|diff|stat|file|cd|pwd|jq|which|git (?:-\S+ )*(?:blame|log|show|diff|grep|status|ls-files|ls-tree|rev-parse|merge-base|cat-file))\b/;

/** The known programs that a command line runs. */
export function runnersIn(command: string): ReadonlySet<string> {
  return new Set(RUNNERS.flatMap(([name, pattern]) => (pattern.test(command) ? [name] : [])));
}

export function runsTests(command: string): boolean {
  return [...runnersIn(command)].some((name) => TESTS.has(name));
}

export function mayRunAnything(command: string): boolean {
  return WRAPPERS.test(command);
}

/** Whether a command only searches or shows files: every part of it does. */
export function onlyReads(command: string): boolean {
  const parts = command.split(/[|;&\n]+/).map((part) => part.trim().replace(/^(?:\$ |\w+=\S* )+/, ""));
  return parts.every((part) => part === "" || READERS.test(part));
}

/** Whether a command only shows files or prints words of its own: it runs nothing, whatever it prints. */
export function onlyShows(command: string): boolean {
  if (/\$\(|`|[<>]\(| -(?:exec|execdir|ok)\b/.test(command)) return false;
  const parts = command
    .replace(SHELL, "")
    .replaceAll(COMMENT, "")
    .split(/[|;&\n]+/);
  return parts.every((part) => SAYS.test(part.trim()) || onlyReads(part));
}

const SAYS = /^(?:echo|printf|true|false|:)(?:\s|$)/;
/** Codex runs every command with a shell of its own. */
const SHELL = /^\s*(?:\S*\/)?(?:ba|z)?sh -l?c\s+['"]?/;
const COMMENT = /(?:^|\s)#[^\n'"]*$/gm;

/** Whether a span of code is a command line and not a name or an expression. */
export function isCommandLine(span: string): boolean {
  const line = span.trim().replace(/^(?:\$ |\w+=\S* )+/, "");
  if (line.length > 2000 || /^\W|[(){};]$|^\w+\(|=>/.test(line.replace(/^\.{0,2}\//, ""))) return false;
  if (/^(?:make|pytest|tox|bats|tsc|eslint|ruff|mypy|jest|vitest|mocha)$/.test(line)) return true;
  if (!/\s/.test(line)) return false;
  return (
    /^\S*\//.test(line) || runnersIn(line).size > 0 || READERS.test(line) || /^(?:echo|printf|curl|npx) /.test(line)
  );
}
