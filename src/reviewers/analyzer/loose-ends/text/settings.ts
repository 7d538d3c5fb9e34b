import { MAX_LINE } from "./diff-lines.ts";

/** A flag (without dashes), an environment variable or a configuration key that a line of code reads or declares. */
export interface ConfigName {
  readonly kind: "flag" | "environment" | "key";
  readonly name: string;
}

const ENVIRONMENT: readonly RegExp[] = [
  /\b(?:process|import\.meta|Deno|Bun)\.env\.([A-Z][A-Z0-9_]+)\b/g,
  /\b(?:process\.env|os\.environ|environ|ENV)\[["']([A-Z][A-Z0-9_]+)["']\]/g,
  /\b(?:[gG]etenv|Getenv|LookupEnv|getEnv|env::var|env::var_os|var_os|GetEnvironmentVariable|environ\.get|ENV\.fetch|env\.get|Deno\.env\.get|Envar|BindEnv)\(\s*["']([A-Z][A-Z0-9_]+)["']/g,
  /\b(?:env|envvar|env_var|envVar)\s*[=:]\s*["']([A-Z][A-Z0-9_]+)["']/g,
  /\$\{([A-Z][A-Z0-9_]+):?[-=?+]/g,
];

const FLAG: readonly RegExp[] = [
  // argparse, click, optparse, typer, commander, cac: the option is written with its dashes inside a call.
  /(?:add_argument|add_option|[Oo]ption|[Aa]rgument|[Ff]lag)\s*\([^)]{0,80}?["'`](?:-\w,?\s+)?--(?:\[no-\])?([a-z][a-z0-9_-]+)/g,
  // On a separate line of such a call, or in a list of options.
  /^\s*["'](?:-\w,?\s+)?--([a-z][a-z0-9_-]+)(?:[ =][^"']*)?["'],?\s*$/g,
  // Go: flag, pflag, kingpin.
  /\.(?:Persistent)?(?:Flags\(\)\.|Flag\(|(?:String|Bool|Int|Int64|Uint|Duration|Float64|StringSlice|StringArray|Count|Text|Var|Func)(?:Var)?P?\()[^"]{0,60}?"([a-z][a-z0-9.-]+)"\s*,/g,
  // Rust: clap.
  /\blong\s*(?:=\s*|\(\s*)"([a-z][a-z0-9-]+)"/g,
  // A case of a shell script.
  /^\s*(?:-\w\s*\|\s*)?--([a-z][a-z0-9_-]+)(?:=\*)?\s*(?:\|[^)]*)?\)/g,
];

/** Keys of configuration files, as Go and Rust declare them beside a field. */
const KEY: readonly RegExp[] = [
  /`[^`]*\b(?:yaml|toml|mapstructure|koanf|hcl):"([A-Za-z][\w-]+)/g,
  /\bserde\([^)]*\brename\s*=\s*"([A-Za-z][\w-]+)"/g,
];

// Every pattern above needs one of these. Most lines have none, which saves ten attempts.
const MARK = /env|var_os|\$\{|--|"/i;

// Set by the system and read everywhere, so their absence means nothing.
const COMMON =
  /^(?:HOME|PATH|USER|SHELL|TERM|LANG|LC_\w+|TMPDIR|TEMP|PWD|CI|NODE_ENV|EDITOR|PAGER|DISPLAY|HOSTNAME|DEBUG|NO_COLOR|FORCE_COLOR|GITHUB_\w+|RUNNER_\w+|GO\w+|XDG_\w+|APPDATA|LOCALAPPDATA|PYTHON\w*|CARGO_\w+|RUST_\w+|JAVA_HOME|BASH_\w+|IFS|OSTYPE|HTTPS?_PROXY|NO_PROXY)$/;

/** The settings that a line declares or reads in one of the usual ways. */
export function settingsOn(line: string): ConfigName[] {
  if (line.length > MAX_LINE || !MARK.test(line)) return [];
  const found = new Map<string, ConfigName>();
  const add = (kind: ConfigName["kind"], name: string): void => void found.set(`${kind} ${name}`, { kind, name });
  for (const pattern of ENVIRONMENT) {
    for (const [, name = ""] of line.matchAll(pattern)) {
      if (name.length >= 5 && !COMMON.test(name)) add("environment", name);
    }
  }
  for (const pattern of FLAG) {
    for (const [, name = ""] of line.matchAll(pattern)) if (name.length >= 3) add("flag", name);
  }
  for (const pattern of KEY) for (const [, name = ""] of line.matchAll(pattern)) add("key", name);
  return [...found.values()];
}

/** The setting as users write it: `--dry-run`, `ORDER_LIMIT`. */
export function written({ kind, name }: ConfigName): string {
  return kind === "flag" ? `--${name}` : name;
}

/** Whether the line contains the flag with its dashes, and not a longer one. */
export function holdsFlag(line: string, name: string): boolean {
  const flag = `--${name}`;
  for (let at = line.indexOf(flag); at >= 0; at = line.indexOf(flag, at + 1)) {
    if (!/[\w-]/.test(line.charAt(at - 1)) && !/[\w-]/.test(line.charAt(at + flag.length))) return true;
  }
  return false;
}
