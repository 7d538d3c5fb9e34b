import { quoteWord, type Runner, withCall } from "./find-runner.ts";

export interface SelectionQuestion {
  readonly runner: Runner;
  /** The source files whose tests are wanted. */
  readonly paths: readonly string[];
  /** The test files that import or name these, and all test files. */
  readonly related: readonly string[];
  readonly tests: readonly string[];
}

/** The command that runs the tests of some files, and stops at the first failure. Undefined: it cannot be narrowed. */
export function selectTests(question: SelectionQuestion): string | undefined {
  const { runner } = question;
  const call = CALLS[runner.name](question);
  return call === undefined ? undefined : withCall(runner, call);
}

type MakeCall = (question: SelectionQuestion) => string | undefined;

const CALLS: Readonly<Record<Runner["name"], MakeCall>> = {
  vitest({ runner: { call }, paths }) {
    // `related` takes the place of `run`, and files of their own would narrow it further.
    const plain = dropPaths(
      call.replace(/\bvitest(?:\s+(?:run|related|watch|dev))?(?=\s|$)/, "vitest related --run --bail=1"),
    );
    return `${plain} ${words(paths)}`;
  },
  jest: ({ runner: { call }, paths }) => `${call} --bail --findRelatedTests ${words(paths)}`,
  go({ runner: { call }, paths }) {
    const folders = new Set(
      paths.map((path) => (path.includes("/") ? `./${path.slice(0, path.lastIndexOf("/"))}` : ".")),
    );
    const packages = call.replace(/(?:^|\s)\.\/\.\.\.(?=\s|$)/, ` ${words([...folders])}`);
    return packages === call ? undefined : packages.replace(/\bgo\s+test\b/, "go test -failfast");
  },
  pytest: ({ runner: { call }, related, tests }) =>
    byFiles(`${dropPaths(call)} -x`, related.filter(isPytestFile), tests.filter(isPytestFile)),
  unittest: () => undefined,
  mocha: ({ runner: { call }, related, tests }) => byFiles(`${dropPaths(call)} --bail`, related, tests),
  node: ({ runner: { call }, related, tests }) => byFiles(dropPaths(call), related, tests),
};

const isPytestFile = (path: string): boolean => /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/.test(path);

/** Only some of the tests, but more than none. */
function byFiles(call: string, related: readonly string[], tests: readonly string[]): string | undefined {
  return related.length === 0 || related.length >= tests.length ? undefined : `${call} ${words(related)}`;
}

const words = (paths: readonly string[]): string => paths.map(quoteWord).join(" ");

/** Options of the runners whose value is a word of its own. */
const WITH_VALUE = new Set(
  [
    "-r --require --import --loader --config -c --reporter -R --ui -u --timeout -t --extension --file --spec-reporter",
    "-k -m -p -o -n --maxfail --rootdir --cov --tb --project --root --dir --environment --pool",
  ]
    .join(" ")
    .split(" "),
);

/** A call without its plain words behind the runner that are files, folders or globs. */
function dropPaths(call: string): string {
  const parts = call.match(/(?:'[^']*'|"[^"]*"|\S)+/g) ?? [];
  const from = parts.findIndex((part) => /(?:^|\/)(?:vitest|_?mocha|pytest|py\.test|node)$/.test(part));
  return parts.filter((part, at) => at <= from || !isPath(part) || WITH_VALUE.has(parts[at - 1] ?? "")).join(" ");
}

const isPath = (part: string): boolean =>
  !part.startsWith("-") && part !== "related" && /[/*.]|^['"]?(?:tests?|specs?|__tests__)['"]?$/.test(part);
