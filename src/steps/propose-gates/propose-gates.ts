import { lookUp } from "#util/look-up.ts";

/** What gates are recognised by. */
export interface RepositoryFiles {
  /** Paths of the tracked files. */
  readonly paths: readonly string[];
  /** The text of a file in the root, as far as it matters here; undefined: there is none. */
  readonly packageJson?: string | undefined;
  readonly makefile?: string | undefined;
  readonly pyproject?: string | undefined;
  readonly golangci?: string | undefined;
}

/** Gates as the configuration has them: a command by name. */
export type ProposedGates = Readonly<Record<string, string>>;

/**
 * Recognises the commands of a repository by its files, for the user to read and to put into the configuration. The first
 * command for a name counts: what people run themselves comes before what a tool's file suggests. Nothing is run.
 */
export function proposeGates(files: RepositoryFiles): ProposedGates {
  const named = new Map<string, string>();
  for (const [name, command] of [...scriptGates(files), ...nodeGates(files)]) {
    if (!named.has(name)) named.set(name, command);
  }
  // A repository in two languages has two test suites.
  const seen = new Set<string>();
  for (const [name, command, other = name] of fileGates(files)) {
    const free = named.has(name) ? other : name;
    // A wrapper comes before its program, and a file before a table that says the same.
    if (!named.has(free) && !seen.has(`${name} ${other}`)) named.set(free, command);
    seen.add(`${name} ${other}`);
  }
  for (const [name, command] of makeGates(files)) if (!named.has(name)) named.set(name, command);
  return Object.fromEntries(named);
}

/** The second name is for a repository that has a gate with the first already. */
type Named = readonly [name: string, command: string, other?: string];

/** The scripts of a package that people run before they push. */
const SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  test: ["test"],
  types: ["types", "typecheck", "type-check", "check-types", "tsc"],
  lint: ["lint"],
  build: ["build"],
};

/** What `npm init` writes. */
const NO_TEST = /no test specified/;

function scriptGates(files: RepositoryFiles): Named[] {
  const { scripts } = readManifest(files);
  const runner = runnerOf(files);
  return Object.entries(SCRIPTS).flatMap(([gate, names]): Named[] => {
    const script = names.find((name) => {
      const text = lookUp(scripts, name);
      return typeof text === "string" && text.trim() !== "" && !NO_TEST.test(text);
    });
    if (script === undefined) return [];
    const command = script === "test" ? `${runner} test` : `${runner} run ${script}`;
    const more = gate === "lint" ? asksForJson(lookUp(scripts, script)) : "";
    return [[gate, more === "" ? command : `${command}${runner === "npm" ? " --" : ""} ${more}`]];
  });
}

/** The option with which a script that is one call of a linter prints what we can read. Empty: there is none, or it has one. */
function asksForJson(script: unknown): string {
  if (typeof script !== "string" || /[&|;<>`$]|--?f(?:ormat)?\b|--reporter/.test(script)) return "";
  const known = LINTERS.find(({ form }) => form.test(script.trim()));
  return known?.option ?? "";
}

const LINTERS: readonly { readonly form: RegExp; readonly option: string }[] = [
  { form: /^(?:npx )?eslint(?: |$)/, option: "--format json" },
  { form: /^(?:npx )?oxlint(?: |$)/, option: "--format json" },
  { form: /^(?:npx )?biome (?:lint|check|ci)(?: |$)/, option: "--reporter=json" },
];

function runnerOf({ paths }: RepositoryFiles): string {
  const lock = Object.keys(RUNNERS).find((name) => paths.includes(name));
  return lock === undefined ? "npm" : (lookUp(RUNNERS, lock) ?? "npm");
}

const RUNNERS: Readonly<Record<string, string>> = { "pnpm-lock.yaml": "pnpm", "yarn.lock": "yarn" };

/** Tools that a package depends on without a script of its own for them. */
const NODE_TOOLS: readonly (readonly [dependency: string, name: string, command: string])[] = [
  ["vitest", "test", "npx vitest run"],
  ["jest", "test", "npx jest"],
  ["mocha", "test", "npx mocha"],
  ["typescript", "types", "npx tsc --noEmit"],
  ["eslint", "lint", "npx eslint --format json ."],
  ["oxlint", "lint", "npx oxlint --format json"],
  ["@biomejs/biome", "lint", "npx biome lint --reporter=json ."],
];

function nodeGates(files: RepositoryFiles): Named[] {
  const { dependencies } = readManifest(files);
  const tools = NODE_TOOLS.filter(([dependency]) => dependencies.has(dependency)).map(([, name, command]): Named => [
    name,
    command,
  ]);
  const types = files.paths.includes("tsconfig.json") ? tools : tools.filter(([name]) => name !== "types");
  const ownTests = /(?:^|\/)(?:[^/]+\.test|test\/[^/]+)\.(?:c|m)?js$/;
  const isPackage = files.packageJson !== undefined;
  return [...types, ...(isPackage && files.paths.some((path) => ownTests.test(path)) ? [NODE_TEST] : [])];
}

const NODE_TEST: Named = ["test", "node --test"];

const PYTEST = "python3 -m pytest";
const RUFF = "ruff check --output-format json .";
const MYPY = "mypy .";

/** Files that tell what a repository is tested and checked with. */
const FILES: readonly (readonly [path: RegExp, name: string, command: string, other: string])[] = [
  [/^go\.mod$/, "test", "go test ./...", "go-test"],
  [/^go\.mod$/, "vet", "go vet ./...", "go-vet"],
  [/^Cargo\.toml$/, "test", "cargo test", "cargo-test"],
  [/^Cargo\.toml$/, "lint", "cargo clippy --message-format json -- -D warnings", "clippy"],
  [/^(?:pytest\.ini|conftest\.py|(?:tests?\/)(?:.*\/)?conftest\.py)$/, "test", PYTEST, "pytest"],
  [/^(?:tests?\/)(?:.*\/)?test_[^/]+\.py$/, "test", PYTEST, "pytest"],
  [/^test_[^/]+\.py$/, "test", "python3 -m unittest", "pytest"],
  [/^\.?ruff\.toml$/, "lint", RUFF, "ruff"],
  [/^(?:mypy\.ini|\.mypy\.ini)$/, "types", MYPY, "mypy"],
  [/^mvnw$/, "test", "./mvnw -q test", "maven"],
  [/^pom\.xml$/, "test", "mvn -q test", "maven"],
  [/^gradlew$/, "test", "./gradlew test", "gradle"],
  [/^build\.gradle(?:\.kts)?$/, "test", "gradle test", "gradle"],
  [/^\.shellcheckrc$/, "shellcheck", "git ls-files -z '*.sh' | xargs -0 -r shellcheck --format json1", "shellcheck"],
];

/** The tools of `pyproject.toml`, by their tables. */
const PYTHON_TOOLS: readonly (readonly [table: RegExp, name: string, command: string, other: string])[] = [
  [/^\s*\[tool\.pytest(?:\.|\])/m, "test", PYTEST, "pytest"],
  [/^\s*\[tool\.ruff(?:\.|\])/m, "lint", RUFF, "ruff"],
  [/^\s*\[tool\.mypy\]/m, "types", MYPY, "mypy"],
];

function fileGates({ paths, pyproject = "", golangci = "" }: RepositoryFiles): Named[] {
  const byFile = FILES.filter(([pattern]) => paths.some((path) => pattern.test(path)));
  const byTable = PYTHON_TOOLS.filter(([table]) => table.test(pyproject));
  const found = [...byFile, ...byTable].map(([, name, command, other]): Named => [name, command, other]);
  if (!paths.some((path) => /^\.golangci\.(?:ya?ml|toml|json)$/.test(path))) return found;
  // The option differs between the versions, and so does what the file begins with.
  const option = /^version:\s*["']?2/m.test(golangci) ? "--output.json.path stdout" : "--out-format json";
  // By default it leaves out more than three of the same, and a new one among them.
  const all = "--max-issues-per-linter=0 --max-same-issues=0";
  return [...found, ["lint", `golangci-lint run ${option} ${all}`, "golangci-lint"]];
}

function makeGates({ makefile = "" }: RepositoryFiles): Named[] {
  const targets = new Set([...makefile.matchAll(/^(test|lint|check)\s*:(?!=)/gm)].map(([, target]) => target ?? ""));
  return [...targets].map((target): Named => [target, `make ${target}`]);
}

interface Manifest {
  readonly scripts: Readonly<Record<string, unknown>>;
  readonly dependencies: ReadonlySet<string>;
}

/** A manifest that cannot be read has nothing to propose. */
function readManifest({ packageJson = "{}" }: RepositoryFiles): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(packageJson.replace(/^\ufeff/, ""));
  } catch {
    value = {};
  }
  const part = (key: string): Readonly<Record<string, unknown>> => recordOf(lookUp(recordOf(value), key));
  const named = ["dependencies", "devDependencies"].flatMap((key) => Object.keys(part(key)));
  return { scripts: part("scripts"), dependencies: new Set(named) };
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
