import { lookUp } from "#util/look-up.ts";

/** What gates are recognised by. */
export interface RepositoryFiles {
  /** Paths of the tracked files. */
  readonly paths: readonly string[];
  /** The text of a file in the root, as far as it matters here; undefined: there is none. */
  readonly packageJson?: string | undefined;
  readonly makefile?: string | undefined;
}

/** Gates as the configuration has them: a command by name. */
export type ProposedGates = Readonly<Record<string, string>>;

/**
 * Recognises the commands of a repository by its files, for the user to read and to put into the configuration. The first
 * command for a name counts: what people run themselves comes before what a tool's file suggests. Nothing is run.
 */
export function proposeGates(files: RepositoryFiles): ProposedGates {
  const found = [...scriptGates(files), ...nodeGates(files), ...fileGates(files), ...makeGates(files)];
  const named = new Map<string, string>();
  for (const [name, command] of found) if (!named.has(name)) named.set(name, command);
  return Object.fromEntries(named);
}

type Named = readonly [name: string, command: string];

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
    return [[gate, script === "test" ? `${runner} test` : `${runner} run ${script}`]];
  });
}

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
  ["eslint", "lint", "npx eslint ."],
  ["oxlint", "lint", "npx oxlint"],
  ["@biomejs/biome", "lint", "npx biome check ."],
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

/** Files that tell what a repository is tested and checked with. */
const FILES: readonly (readonly [path: RegExp, name: string, command: string])[] = [
  [/^go\.mod$/, "test", "go test ./..."],
  [/^go\.mod$/, "vet", "go vet ./..."],
  [/^\.golangci\.(?:ya?ml|toml|json)$/, "lint", "golangci-lint run"],
  [/^Cargo\.toml$/, "test", "cargo test"],
  [/^Cargo\.toml$/, "lint", "cargo clippy -- -D warnings"],
  [/^(?:pytest\.ini|conftest\.py|(?:tests?\/)(?:.*\/)?conftest\.py)$/, "test", "python3 -m pytest"],
  [/^(?:tests?\/)(?:.*\/)?test_[^/]+\.py$/, "test", "python3 -m pytest"],
  [/^test_[^/]+\.py$/, "test", "python3 -m unittest"],
  [/^\.?ruff\.toml$/, "lint", "ruff check ."],
  [/^(?:mypy\.ini|\.mypy\.ini)$/, "types", "mypy ."],
  [/^mvnw$/, "test", "./mvnw -q test"],
  [/^pom\.xml$/, "test", "mvn -q test"],
  [/^gradlew$/, "test", "./gradlew test"],
  [/^build\.gradle(?:\.kts)?$/, "test", "gradle test"],
  [/^\.shellcheckrc$/, "shellcheck", "git ls-files -z '*.sh' | xargs -0 shellcheck"],
];

function fileGates({ paths }: RepositoryFiles): Named[] {
  return FILES.filter(([pattern]) => paths.some((path) => pattern.test(path))).map(([, name, command]): Named => [
    name,
    command,
  ]);
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
