import type { Check, CheckHit } from "#model/change/analyzer.ts";
import { placeOf, type TouchedFile } from "../line-check.ts";
import type { PythonReading } from "./python-linter.ts";

/** A Python file that Python refuses. */
export const PYTHON_SYNTAX: Check = {
  id: "hazard-lint/python-syntax",
  title: "Python cannot read the file",
  about:
    "The change makes a file of Python one that no Python of today can read: a SyntaxError when it is run or imported. Files that were so before, and new ones beside others of the kind (Python 2, templates), are left alone.",
  severity: "important",
  languages: ["python"],
  changeOnly: true,
  catches: `def total(orders:
    return sum(order.price for order in orders)`,
  ignores: `def total(orders):
    return sum(order.price for order in orders)`,
};

/** The hit for a file that cannot be read. */
export function brokenHit(file: TouchedFile, { broken }: PythonReading): CheckHit[] {
  if (broken === undefined) return [];
  const line = Math.max(1, Math.min(broken.line, file.view.lineCount));
  return [
    {
      check: PYTHON_SYNTAX.id,
      severity: PYTHON_SYNTAX.severity,
      class: "regression",
      title: `Python cannot read ${file.path}`,
      explanation: `The linter says of line ${line}: ${broken.message.slice(0, 300)}. What uses the file gets a SyntaxError, and what else is wrong in it cannot be told.`,
      fix: "Put the syntax right.",
      places: [placeOf(file, { start: line })],
      weight: 0.93,
    },
  ];
}
