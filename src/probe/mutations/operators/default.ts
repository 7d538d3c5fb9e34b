import type { ProbeFile } from "../../open-files.ts";
import { replaceNode } from "../../patch/text-edit.ts";
import { type SyntaxNode, childOf } from "../../syntax/node.ts";
import { isTextValue } from "../../arid/names.ts";
import { type FindCandidates, quoteCode, sourceOf } from "../candidate.ts";
import { isAsked } from "./logical.ts";

const PARAMETERS =
  /^(?:required_parameter|optional_parameter|assignment_pattern|object_assignment_pattern|default_parameter|typed_default_parameter)$/;

/** The default value of a parameter changed. */
export const changeDefault: FindCandidates = (node, file) => {
  if (!PARAMETERS.test(node.type)) return [];
  const value = childOf(node, "value") ?? childOf(node, "right");
  const name = childOf(node, "name") ?? childOf(node, "pattern") ?? childOf(node, "left");
  if (value === undefined || name === undefined || isTextValue(sourceOf(file, name))) return [];
  const other = otherDefault(file, value);
  if (other === undefined || wasThere(file, sourceOf(file, node))) return [];
  return [
    {
      operator: "default",
      anchor: value,
      edit: replaceNode(value, other),
      text: `the default of ${quoteCode(sourceOf(file, name))} turned from ${quoteCode(sourceOf(file, value))} into \`${other}\``,
      weight: 55,
    },
  ];
};

/** The change touched the line, and left this parameter as it was. */
function wasThere({ hunks }: ProbeFile, parameter: string): boolean {
  return hunks.some(({ lines }) => lines.some(({ kind, text }) => kind === "removed" && text.includes(parameter)));
}

function otherDefault({ shape, head }: ProbeFile, value: SyntaxNode): string | undefined {
  const code = head.slice(value.start, value.end);
  if (code === shape.words.true) return shape.words.false;
  if (code === shape.words.false) return shape.words.true;
  return shape.numbers.has(value.type) && /^\d{1,9}$/.test(code) ? String(Number(code) + 1) : undefined;
}

/** What the language takes for nothing anyway. */
const NOTHING = /^(?:undefined|null|None|false|False|0|""|''|``|\(\))$/;

/** `a ?? b` without `b`. */
export const dropDefault: FindCandidates = (node, file) => {
  if (node.type !== "binary_expression" && node.type !== "boolean_operator") return [];
  const [left, operator, right] = ["left", "operator", "right"].map((field) => childOf(node, field));
  if (left === undefined || operator === undefined || right === undefined) return [];
  const word = sourceOf(file, operator);
  if (file.shape.name === "go" || (word !== "??" && word !== file.shape.words.or)) return [];
  if (NOTHING.test(sourceOf(file, right)) || (word !== "??" && isAsked(node, file))) return [];
  return [
    {
      operator: "default",
      anchor: right,
      edit: { start: left.end, end: right.end, text: "" },
      text: `the default ${quoteCode(`${word} ${sourceOf(file, right)}`)} removed`,
      weight: 53,
    },
  ];
};
