import { leavesUnused } from "../../languages/go-unused.ts";
import { goReceiver, goResults } from "../../languages/go-results.ts";
import type { ProbeFile } from "../../open-files.ts";
import { replaceNode } from "../../patch/text-edit.ts";
import { type SyntaxNode, parentsOf, partsOf } from "../../syntax/node.ts";
import { type Candidate, type FindCandidates, quoteNode, sourceOf } from "../candidate.ts";
import { isBoolean } from "./logical.ts";

/** Another value of the same kind returned. */
export const replaceReturned: FindCandidates = (node, file) => {
  const { name, functions } = file.shape;
  if (node.type === "return_statement") {
    const [value] = partsOf(node);
    if (value === undefined) return [];
    return name === "go" ? inGo(file, node, value) : inScript(file, value);
  }
  // `const isOpen = (x) => x.state === 1`, `list.filter((x) => x.state === 1)`
  if (node.parent?.type === "arrow_function" && node.field === "body" && node.type !== "statement_block") {
    const isNamed = functions.has(node.parent.type) && file.shape.symbolOf(node.parent, file.head) !== undefined;
    return isNamed || isBoolean(node, file) ? inScript(file, node) : [];
  }
  return [];
};

function inScript(file: ProbeFile, value: SyntaxNode): Candidate[] {
  const other = otherValue(file, value);
  if (other === undefined) return [];
  const text = other.isNegation
    ? `the opposite of ${quoteNode(file, value)} returned`
    : `\`${other.code}\` returned in place of ${quoteNode(file, value)}`;
  return [
    { operator: "return-value", anchor: value, edit: replaceNode(value, other.code), text, weight: other.weight },
  ];
}

interface OtherValue {
  readonly code: string;
  readonly weight: number;
  readonly isNegation?: true;
}

function otherValue(file: ProbeFile, value: SyntaxNode): OtherValue | undefined {
  const { shape } = file;
  const { words } = shape;
  const code = sourceOf(file, value);
  if (code === words.true) return { code: words.false, weight: 43 };
  if (code === words.false) return { code: words.true, weight: 43 };
  if (shape.numbers.has(value.type)) return { code: /^0+$/.test(code) ? "1" : "0", weight: 46 };
  if (isBoolean(value, file)) return { code: shape.negate(code), weight: 44, isNegation: true };
  switch (value.type) {
    // A plain text is for people more often than not.
    case "string":
      return /\{|%/.test(code) && /^[a-zA-Z]/.test(code) ? { code: '""', weight: 47 } : undefined;
    case "template_string":
      return { code: '""', weight: 47 };
    case "array":
    case "list":
      return partsOf(value).length === 0 ? undefined : { code: "[]", weight: 47 };
    case "object":
    case "dictionary":
      return partsOf(value).length === 0 ? undefined : { code: "{}", weight: 47 };
    case "null":
    case "none":
    case "undefined":
    case "this":
    case "arrow_function":
    case "function_expression":
    case "jsx_element":
    case "jsx_self_closing_element":
      return undefined;
    default:
      return code === "self" ? undefined : { code: words.nothing, weight: 49 };
  }
}

function inGo(file: ProbeFile, statement: SyntaxNode, list: SyntaxNode): Candidate[] {
  const values = partsOf(list);
  const around = [...parentsOf(statement)].find(({ type }) => file.shape.functions.has(type));
  const types = around === undefined ? [] : goResults(around, file.head);
  if (types.length !== values.length) return [];
  const receiver = around === undefined ? undefined : goReceiver(around, file.head);
  return values.flatMap((value, index) => {
    // For chains of calls, as `return this`.
    if (sourceOf(file, value) === receiver) return [];
    const other = goValue(file, value, types[index] ?? "");
    if (other === undefined || (!other.isNegation && leavesUnused(file, value))) return [];
    const text = other.isNegation
      ? `the opposite of ${quoteNode(file, value)} returned`
      : `\`${other.code}\` returned in place of ${quoteNode(file, value)}`;
    const operator = types[index] === "error" ? "error-path" : "return-value";
    return [{ operator, anchor: value, edit: replaceNode(value, other.code), text, weight: other.weight } as const];
  });
}

function goValue(file: ProbeFile, value: SyntaxNode, type: string): OtherValue | undefined {
  const code = sourceOf(file, value);
  if (type === "bool") {
    if (code === "true" || code === "false") return { code: code === "true" ? "false" : "true", weight: 43 };
    return { code: file.shape.negate(code), weight: 44, isNegation: true };
  }
  const zero = zeroOf(type);
  if (zero === undefined || code === zero || /^(?:""|``|0|nil)$/.test(code)) return undefined;
  if (type === "error") return { code: zero, weight: code === "err" ? 42 : 12 };
  // A plain text is for people more often than not.
  return file.shape.strings.has(value.type) ? undefined : { code: zero, weight: 47 };
}

/** What Go takes for nothing of a type, where the type says it. */
function zeroOf(type: string): string | undefined {
  if (type === "string") return '""';
  if (/^(?:u?int(?:8|16|32|64)?|byte|rune|float(?:32|64)|uintptr)$/.test(type)) return "0";
  return type === "error" || /^(?:\*|\[\]|map\[|chan\b|func\b|interface\b|any$)/.test(type) ? "nil" : undefined;
}
