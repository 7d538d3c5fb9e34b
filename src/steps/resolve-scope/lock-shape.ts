/**
 * Whether the text has the shape of the lock file that its name promises; undefined if the shape of that kind is
 * unknown. Cheap: it distinguishes a lock file from other text, not a correct one from a wrong one.
 */
export function hasLockShape(name: string, text: string): boolean | undefined {
  return SHAPES.get(name.toLowerCase())?.(text);
}

type Shape = (text: string) => boolean;

function json(...keys: readonly string[]): Shape {
  return (text) => {
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === "object" && value !== null && keys.every((key) => Object.hasOwn(value, key));
    } catch {
      return false;
    }
  };
}

/** Every line that is not blank matches one of these, and at least one matches the first. */
function lines(first: RegExp, ...others: readonly RegExp[]): Shape {
  return (text) => {
    let found = false;
    for (const raw of text.split("\n")) {
      const line = raw.trimEnd();
      if (line === "") continue;
      if (first.test(line)) found = true;
      else if (!others.some((other) => other.test(line))) return false;
    }
    return found;
  };
}

const COMMENT = /^\s*#/;
/** `[[package]]`, tables, `key = value`, and continuations inside brackets. */
const TOML_LOCK = lines(
  /^\[\[package\]\]$/,
  COMMENT,
  /^\[[\w."' -]+\]$|^\[\[[\w.-]+\]\]$/,
  /^[\w."'@/-]+ = /,
  /^[\s\]}]/,
);
const YAML = [COMMENT, /^---$/, /^\s*(?:- |-$)/, /^\s*\S.*:(?: |$)/];
const GO_SUM = lines(/^\S+ v\S+(?:\/go\.mod)? h1:[A-Za-z0-9+/=]+$/);

const SHAPES: ReadonlyMap<string, Shape> = new Map([
  ["package-lock.json", json("lockfileVersion")],
  ["npm-shrinkwrap.json", json("lockfileVersion")],
  ["composer.lock", json("packages", "content-hash")],
  ["pipfile.lock", json("_meta")],
  ["packages.lock.json", json("version", "dependencies")],
  ["package.resolved", json("version")],
  ["deno.lock", json("version")],
  ["flake.lock", json("nodes", "version")],
  ["cargo.lock", TOML_LOCK],
  ["poetry.lock", TOML_LOCK],
  ["uv.lock", TOML_LOCK],
  ["pdm.lock", TOML_LOCK],
  ["go.sum", GO_SUM],
  ["go.work.sum", GO_SUM],
  ["pnpm-lock.yaml", lines(/^lockfileVersion: /, ...YAML)],
  // Names may be quoted and several: `"a@^1", a@^2:`.
  ["yarn.lock", lines(/^# yarn lockfile v1$|^__metadata:$/, COMMENT, /^\S.*:$/, /^ {2,}\S/)],
  ["gemfile.lock", lines(/^(?:GEM|PLATFORMS|DEPENDENCIES)$/, /^[A-Z ]+$/, /^ {2,}\S/)],
  // Evaluated when read, so a line of code in it would run.
  ["mix.lock", lines(/^%\{$/, /^ {2}"\w+": \{(?:[\s,[\]{}]|:\w+|"[^"#\\]*"|\w+: |true|false)*\},?$/, /^\}$/)],
  ["podfile.lock", lines(/^PODS:$/, ...YAML)],
]);
