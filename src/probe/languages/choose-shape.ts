import { dialectByName } from "#util/text/lexer/dialect.ts";
import { GO_SHAPE } from "./go.ts";
import { PYTHON_SHAPE } from "./python.ts";
import { SCRIPT_SHAPE } from "./script.ts";
import type { Shape } from "./shape.ts";

const SHAPES: ReadonlyMap<string, Shape> = new Map([
  ["typescript", SCRIPT_SHAPE],
  ["tsx", SCRIPT_SHAPE],
  ["javascript", SCRIPT_SHAPE],
  ["python", PYTHON_SHAPE],
  ["go", GO_SHAPE],
]);

/** The grammar of a file and what is known of its language. Undefined: breaks are not made in it. */
export function chooseShape(path: string): { readonly grammar: string; readonly shape: Shape } | undefined {
  // Stubs have no bodies.
  if (/\.(?:pyi|d\.[cm]?ts)$/.test(path)) return undefined;
  const grammar = dialectByName(path)?.grammar;
  const shape = grammar === undefined ? undefined : SHAPES.get(grammar);
  return grammar === undefined || shape === undefined ? undefined : { grammar, shape };
}
