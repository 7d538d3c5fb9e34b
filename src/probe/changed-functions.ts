import { isInAridPlace } from "./arid/places.ts";
import { changedNodes, isForOthers } from "./functions.ts";
import type { ProbeFile } from "./open-files.ts";
import type { ChangedFunction } from "./planned-break.ts";
import { linesOfDress } from "./reverts.ts";
import { isThrown } from "./revert/same-code.ts";
import { type SyntaxNode, childOf, partsOf } from "./syntax/node.ts";
import { runningTokens } from "./syntax/running-tokens.ts";
import { statementsOf } from "./syntax/statements.ts";

/** The changed functions, in the order of the files. */
export function changedFunctions(files: readonly ProbeFile[]): ChangedFunction[] {
  return files.flatMap((file) => {
    const worth = linesWorthTesting(file);
    return changedNodes(file).map(({ node, symbol, lines }) => ({
      path: file.path,
      symbol,
      start: node.startLine,
      end: node.endLine,
      lines,
      worthTesting: passesOn(node, file) ? [] : lines.filter((line) => worth.has(line)),
      isExported: isForOthers(file, node, symbol),
    }));
  });
}

/** Whether a function only returns what another one returns. */
function passesOn(node: SyntaxNode, { shape }: ProbeFile): boolean {
  const body = childOf(node, "body");
  const [only, ...more] = statementsOf(body);
  if (only?.type !== "return_statement" || more.length > 0) return false;
  const returned = partsOf(only)[0];
  const value = returned?.type === "expression_list" ? partsOf(returned)[0] : returned;
  return value !== undefined && shape.calls.has(value.type);
}

function linesWorthTesting(file: ProbeFile): ReadonlySet<number> {
  const dress = linesOfDress(file);
  const worth = new Set<number>();
  for (const token of runningTokens(file.root, file.shape)) {
    const { startLine } = token;
    if (worth.has(startLine) || dress.has(startLine) || !file.codeLines.has(startLine)) continue;
    // That an error is thrown matters, whatever it says.
    if (isThrown(token) || !isInAridPlace(token, file)) worth.add(startLine);
  }
  return worth;
}
