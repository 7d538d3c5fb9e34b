import { dialectByName } from "#util/text/lexer/dialect.ts";
import { GO } from "./go.ts";
import { PYTHON } from "./python.ts";
import { SCRIPT } from "./script.ts";
import type { Shape } from "./shape.ts";

const SHAPES: ReadonlyMap<string, Shape> = new Map([
  ["typescript", SCRIPT],
  ["tsx", SCRIPT],
  ["javascript", SCRIPT],
  ["python", PYTHON],
  ["go", GO],
]);

/** The grammar of a file and what is known of its language. Undefined: breaks are not made in it. */
export function chooseShape(path: string): { readonly grammar: string; readonly shape: Shape } | undefined {
  // Stubs have no bodies.
  if (/\.(?:pyi|d\.[cm]?ts)$/.test(path)) return undefined;
  const grammar = dialectByName(path)?.grammar;
  const shape = grammar === undefined ? undefined : SHAPES.get(grammar);
  return grammar === undefined || shape === undefined ? undefined : { grammar, shape };
}
