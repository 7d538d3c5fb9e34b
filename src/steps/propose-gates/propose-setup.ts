import { lookUp } from "#util/look-up.ts";

/** What a set-up is recognised by. */
interface SetupFiles {
  /** Paths of the tracked files. */
  readonly paths: readonly string[];
  /** The text of `package.json` in the root. */
  readonly packageJson?: string | undefined;
}

/**
 * The commands that install what the gates of a repository need: gates run on a new copy of the commit, without what git does
 * not track. Only commands that install from a lock file. Python is left out: where its packages go is for its user to say.
 */
export function proposeSetup({ paths, packageJson }: SetupFiles): string[] {
  const lock = dependsOnPackages(packageJson) ? NODE_LOCKS.find(([name]) => paths.includes(name)) : undefined;
  const others = OTHER_LOCKS.filter(([name]) => paths.includes(name));
  return [...(lock === undefined ? [] : [lock]), ...others].map(([, command]) => command);
}

type Installs = readonly [lock: string, command: string];

/** In the order in which the gates choose their package manager. */
const NODE_LOCKS: readonly Installs[] = [
  ["pnpm-lock.yaml", "pnpm install --frozen-lockfile"],
  ["yarn.lock", "yarn install --frozen-lockfile"],
  ["package-lock.json", "npm ci"],
  ["npm-shrinkwrap.json", "npm ci"],
];

const OTHER_LOCKS: readonly Installs[] = [
  ["go.sum", "go mod download"],
  ["Cargo.lock", "cargo fetch"],
];

/** A manifest that cannot be read, or names no package, needs nothing. */
function dependsOnPackages(packageJson = "{}"): boolean {
  let value: unknown;
  try {
    value = JSON.parse(packageJson.replace(/^\ufeff/, ""));
  } catch {
    return false;
  }
  return ["dependencies", "devDependencies", "optionalDependencies"].some((key) => {
    const named = lookUp(recordOf(value), key);
    return Object.keys(recordOf(named)).length > 0;
  });
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
