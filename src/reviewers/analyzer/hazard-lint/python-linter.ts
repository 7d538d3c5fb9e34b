import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";
import type * as Ruff from "@astral-sh/ruff-wasm-nodejs";

/** What the Python linter says about one place. */
export interface PythonRemark {
  /** The linter's own code for it: `F821`. */
  readonly code: string;
  readonly message: string;
  /** From 1. */
  readonly line: number;
}

/** Reads Python and says what it remarks, whatever comments tell linters; undefined for a file that it cannot read as Python of today. */
export type PythonLinter = (source: string) => readonly PythonRemark[] | undefined;

let loading: Promise<PythonLinter | undefined> | undefined;

/** Ruff as WebAssembly, loaded when first asked for: 10 MB that most reviews need not read. Undefined where it is missing. */
export function loadPythonLinter(): Promise<PythonLinter | undefined> {
  return (loading ??= Promise.resolve()
    .then(startRuff)
    .catch(() => undefined));
}

/** Only what is a mistake whatever the project's style. */
const RULES = ["F821"];
const OPTIONS = { "target-version": "py314", lint: { select: RULES } };

function startRuff(): PythonLinter {
  // Optimising one of its huge functions takes 4 s of processor time and 330 MB (Node 20); a review needs it for some files only.
  setFlagsFromString("--liftoff-only");
  let workspace = openWorkspace();
  return (source) => {
    if (isTooDeep(source)) return undefined;
    try {
      const remarks = readRemarks(workspace.check(withoutOrders(source)));
      return remarks.every(({ code }) => RULES.includes(code)) ? remarks : undefined;
    } catch {
      // After a panic its memory cannot be trusted. One file must not silence it for all others.
      workspace = openWorkspace();
      return undefined;
    }
  };
}

const require = createRequire(import.meta.url);
const RUFF = "@astral-sh/ruff-wasm-nodejs";

/** An instance of its own: the package starts one whenever it is loaded. */
function openWorkspace() {
  delete require.cache[require.resolve(RUFF)];
  const { Workspace, PositionEncoding } = require(RUFF) as typeof Ruff;
  return new Workspace(OPTIONS, PositionEncoding.Utf16);
}

/** The source without the words by which comments silence a linter. In a string the sign may stand before code: it stays Python. */
function withoutOrders(source: string): string {
  return source.replaceAll(/#[^\n]*/g, (comment) => comment.replaceAll(/(noq|ruf|flake)[af8]/gi, "$1_"));
}

/** Python refuses more brackets inside each other than this, and the linter would break down over them for all files. */
const MAX_DEPTH = 200;

function isTooDeep(source: string): boolean {
  let depth = 0;
  for (const [sign] of source.matchAll(/[()[\]{}]/g)) {
    depth = Math.max(0, depth + ("([{".includes(sign) ? 1 : -1));
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** The package gives no type for its answer. What has no code is a syntax error, and told apart by that. */
function readRemarks(answer: unknown): PythonRemark[] {
  if (!Array.isArray(answer)) return [];
  return answer.flatMap((item: unknown) => {
    if (typeof item !== "object" || item === null) return [];
    const { code, message, start_location: start } = item as Record<string, unknown>;
    const row = typeof start === "object" && start !== null ? (start as Record<string, unknown>)["row"] : undefined;
    if (typeof message !== "string" || typeof row !== "number") return [];
    return [{ code: typeof code === "string" ? code : "", message, line: row }];
  });
}
