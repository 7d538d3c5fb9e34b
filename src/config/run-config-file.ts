import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import { UserError } from "#util/errors.ts";

/** A configuration that is code. */
interface ConfigCode {
  /** Absolute path. */
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

/**
 * Runs a configuration file in its own process and returns its default export, which must be data. Strips types first,
 * since Node 20 cannot. The file may import `deep-review/config`, Node's modules and installed packages, but no other
 * file of the repository: whoever trusts the file has seen all the code that runs.
 */
export async function runConfigFile({ path, name, text }: ConfigCode): Promise<unknown> {
  const source = name.endsWith(".ts") ? (await import("./strip-types.ts")).stripTypes(text, name) : text;
  const url = pathToFileURL(path).href;
  const { code, output, errors } = await runNode(JSON.stringify({ url, source }));
  const [, result] = output.split(MARK);
  if (result === undefined) {
    const why = code === null ? `it did not end within ${MAX_SECONDS} seconds` : findErrorLine(errors);
    throw new UserError({ what: `${name} cannot be run`, why, fix: "fix it, or write deep-review.config.json" });
  }
  const value: unknown = JSON.parse(result);
  if (value !== null) return value;
  throw new UserError({
    what: `${name} exports no configuration`,
    why: "its default export is missing or is not a plain object",
    fix: 'export default defineConfig({ … }), with import { defineConfig } from "deep-review/config"',
  });
}

const MAX_SECONDS = 10;
/** Separates the result from anything that the file itself prints. */
const MARK = "\u0000deep-review\u0000";

/** Serves the one file and `defineConfig`; refuses other files of the repository. */
const HOOKS = `
export function resolve(specifier, context, next) {
  const { url } = globalThis.deepReviewConfig;
  if (specifier === url) return { url, shortCircuit: true, format: "module" };
  if (context.parentURL !== url) return next(specifier, context);
  if (specifier === "deep-review/config") {
    return { url: "data:text/javascript,export const defineConfig = (config) => config;", shortCircuit: true };
  }
  if (/^(?:[.]|[/]|file:|data:|https?:|#)/.test(specifier)) {
    throw new Error("it imports " + specifier + ", but a configuration must be a single file");
  }
  return next(specifier, context);
}
export function load(url, context, next) {
  const { url: own, source } = globalThis.deepReviewConfig;
  return url === own ? { format: "module", source, shortCircuit: true } : next(url, context);
}`;

const RUNNER = `
import * as nodeModule from "node:module";
let input = "";
for await (const chunk of process.stdin.setEncoding("utf8")) input += chunk;
const given = JSON.parse(input);
const hooks = ${JSON.stringify(HOOKS)};
const asModule = (code) => "data:text/javascript," + encodeURIComponent(code);
if (nodeModule.registerHooks) {
  globalThis.deepReviewConfig = given;
  nodeModule.registerHooks(await import(asModule(hooks)));
} else nodeModule.register(asModule("globalThis.deepReviewConfig = " + input + ";" + hooks));
const { default: value } = await import(given.url);
const isPlain = typeof value === "object" && value !== null && !Array.isArray(value);
const mark = ${JSON.stringify(MARK)};
process.stdout.write(mark + JSON.stringify(isPlain ? value : null) + mark, () => process.exit(0));
`;

function runNode(input: string): Promise<{ code: number | null; output: string; errors: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--input-type=module", "--no-warnings", "--eval", RUNNER], {
      stdio: ["pipe", "pipe", "pipe"],
      timeout: MAX_SECONDS * 1000,
      killSignal: "SIGKILL",
    });
    let output = "";
    let errors = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString("utf8").slice(0, 20_000)));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output, errors }));
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

function findErrorLine(errors: string): string {
  const lines = errors.split("\n");
  return (
    lines.find((line) => /^\w*Error\b.*:/.test(line)) ??
    lines.find((line) => line.trim() !== "") ??
    "it printed nothing"
  );
}
