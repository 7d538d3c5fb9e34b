import { lookUp } from "#util/look-up.ts";

/** The test runners that we can ask for a part of the tests, or for what they cover. */
export type RunnerName = "vitest" | "jest" | "mocha" | "node" | "pytest" | "unittest" | "go";

/** How a test command calls its runner. */
export interface Runner {
  readonly name: RunnerName;
  /** The line that calls the runner, with scripts of the manifest written out. */
  readonly script: string;
  /** What comes before the call in the line, with its `&&`: a build, for example. */
  readonly before: string;
  /** The call itself. */
  readonly call: string;
}

/** The order matters: `node --test` may be anywhere in a line that calls another one. */
const RUNNERS: readonly (readonly [RunnerName, RegExp])[] = [
  ["vitest", /(?:^|[\s/])vitest(?=\s|$)/],
  ["jest", /(?:^|[\s/])jest(?:\.js)?(?=\s|$)/],
  ["mocha", /(?:^|[\s/])_?mocha(?=\s|$)/],
  ["pytest", /(?:^|[\s/])(?:pytest|py\.test)(?=\s|$)/],
  ["unittest", /(?:^|\s)-m\s+unittest(?=\s|$)/],
  ["go", /(?:^|\s)go\s+test(?=\s|$)/],
  ["node", /(?:^|[\s/])node\s(?:.*\s)?--test(?=\s|$)/],
];

/** Recognises the runner of a test command. Undefined: none that we know, or the line is not a plain one. */
export function findRunner(command: string, packageJson: string | undefined): Runner | undefined {
  const script = writeOut(command.trim(), scriptsOf(packageJson));
  if (script === undefined || /[|;<>`\n]|\$\(|(?<!&)&(?!&)/.test(script)) return undefined;
  const parts = script.split("&&").map((part) => part.trim());
  const call = parts.at(-1) ?? "";
  const name = RUNNERS.find(([, pattern]) => pattern.test(call))?.[0];
  if (name === undefined) return undefined;
  const before = parts.slice(0, -1);
  return { name, script, before: before.map((part) => `${part} && `).join(""), call };
}

const MAX_DEPTH = 5;
const SCRIPT_CALL =
  /^(?:npm\s+(?:run(?:-script)?\s+(?:-s\s+|--silent\s+)?([\w:.-]+)|(test|t))|(?:yarn|pnpm)\s+(?:run\s+)?([\w:.-]+))$/;

/** The line that a call of a script of the manifest runs, with those that npm runs before it. */
function writeOut(command: string, scripts: Readonly<Record<string, unknown>>, depth = 0): string | undefined {
  const parts = command.split("&&").map((part) => part.trim());
  const last = parts.pop() ?? "";
  const [, run, test, other] = SCRIPT_CALL.exec(last) ?? [];
  const name = run ?? (test === undefined ? other : "test");
  if (name === undefined) return command;
  const script = lookUp(scripts, name);
  if (typeof script !== "string" || depth >= MAX_DEPTH) return undefined;
  const first = typeof lookUp(scripts, `pre${name}`) === "string" ? [`npm run pre${name}`] : [];
  const inner = writeOut(script.trim(), scripts, depth + 1);
  return inner === undefined ? undefined : [...parts, ...first, inner].join(" && ");
}

function scriptsOf(packageJson = "{}"): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(packageJson.replace(/^\ufeff/, ""));
    const scripts = isRecord(value) ? lookUp(value, "scripts") : undefined;
    return isRecord(scripts) ? scripts : {};
  } catch {
    return {};
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The line with another call in place of the runner's. Scripts of a manifest find the programs of its dependencies. */
export function withCall({ name, before }: Runner, call: string): string {
  if (name === "go" || name === "pytest" || name === "unittest") return `${before}${call}`;
  return `PATH="$PWD/node_modules/.bin:$PATH" && export PATH && ${before}${call}`;
}

/** A word for the shell. */
export const quoteWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
