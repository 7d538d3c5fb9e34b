import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";
import type * as Ruff from "@astral-sh/ruff-wasm-nodejs";
import { omitUndefined } from "#util/omit-undefined.ts";

/** A name that nothing defines. */
export interface UnknownName {
  readonly name: string;
  /** From 1. */
  readonly line: number;
  /** The line of a comment that asks checkers not to tell of it. */
  readonly pragma?: number;
}

/** What the linter makes of a file. */
export interface PythonReading {
  /** Python that cannot be parsed has none. */
  readonly unknown: readonly UnknownName[];
  /** The first thing that no Python of today reads. */
  readonly broken?: { readonly message: string; readonly line: number };
  /** The line of a comment that asks checkers not to tell of the whole file. */
  readonly pragma?: number;
}

/** Reads Python. Undefined for a file that makes the linter break down. */
export type PythonLinter = (source: string) => PythonReading | undefined;

const UNKNOWN_NAME = "F821";
/** Only what is a mistake whatever the project's style. */
const OPTIONS = { "target-version": "py314", lint: { select: [UNKNOWN_NAME] } };

/** Each time it is loaded anew; whoever makes it break down again and again wants to be alone with it. */
const MAX_BREAKDOWNS = 3;

let ruff: Ruff.Workspace | undefined;

/** Ruff as WebAssembly: 10 MB that most reviews need not read. Throws where it cannot be loaded. */
export function loadPythonLinter(): PythonLinter {
  ruff ??= startRuff();
  let breakdowns = 0;
  return (source) => {
    if (breakdowns >= MAX_BREAKDOWNS) return undefined;
    try {
      ruff ??= startRuff();
      return toReading(source, readAnswer(ruff.check(source.replaceAll(PRAGMA, "nqoa"))));
    } catch {
      // After a panic the memory of the module cannot be trusted.
      ruff = undefined;
      breakdowns += 1;
      return undefined;
    }
  };
}

function startRuff(): Ruff.Workspace {
  // Optimising one of its huge functions takes 4 s of processor time and 330 MB (Node 20); a review needs it for some files only.
  setFlagsFromString("--liftoff-only");
  const require = createRequire(import.meta.url);
  const name = "@astral-sh/ruff-wasm-nodejs";
  Reflect.deleteProperty(require.cache, require.resolve(name));
  const { Workspace, PositionEncoding } = require(name) as typeof Ruff;
  return new Workspace(OPTIONS, PositionEncoding.Utf16);
}

/** Whoever writes the code also writes `# noqa`, so the linter does not see it; who asks decides what it counts for. */
const PRAGMA = /noqa/gi;

interface Remark {
  readonly code: unknown;
  readonly message: string;
  readonly line: number;
}

/** The package gives no type for its answer. */
function readAnswer(answer: unknown): Remark[] {
  if (!Array.isArray(answer)) return [];
  return answer.flatMap((item: unknown) => {
    if (typeof item !== "object" || item === null) return [];
    const { code, message, start_location: start } = item as Record<string, unknown>;
    const row = typeof start === "object" && start !== null ? (start as Record<string, unknown>)["row"] : undefined;
    return typeof message === "string" && typeof row === "number" ? [{ code, message, line: row }] : [];
  });
}

function toReading(source: string, remarks: readonly Remark[]): PythonReading {
  const lines = source.split(/\r\n?|\n/);
  const whole = lines.findIndex((line) => WHOLE_FILE.test(line)) + 1 || undefined;
  const unknown = remarks.flatMap(({ code, message, line }) => {
    const name = code === UNKNOWN_NAME ? /`([^`]+)`/.exec(message)?.[1] : undefined;
    const pragma = ONE_LINE.test(lines[line - 1] ?? "") ? line : whole;
    return name === undefined ? [] : [{ name, line, ...omitUndefined({ pragma }) }];
  });
  const broken = remarks.find(({ code }) => code !== UNKNOWN_NAME);
  return { unknown, ...omitUndefined({ broken, pragma: whole }) };
}

const WHOLE_FILE = /^\s*#\s{0,8}(?:flake8|ruff)\s{0,8}:\s{0,8}noqa\s*(?:$|:.{0,200}\bF(?:8|82|821)?\b)/i;

/** A remark to another checker that is about unknown names, or about everything. */
const ONE_LINE =
  /#\s{0,8}(?:noqa\b(?!\s{0,8}:)|noqa\s{0,8}:[\s\w,]{0,200}\bF(?:8|82|821)?\b|(?:type|pyright|ty|ruff)\s{0,8}:\s{0,8}ignore(?!\s*\[)|(?:type|pyright|ty|ruff)\s{0,8}:\s{0,8}ignore\s*\[[^\]]{0,200}(?:name-defined|reportUndefinedVariable|unresolved-reference|F821)|pylint\s{0,8}:\s{0,8}disable\s*=[\s\w,-]{0,200}\b(?:all|undefined-variable|E0602)\b)/i;
