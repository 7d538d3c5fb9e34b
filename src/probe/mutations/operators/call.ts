import { REMEMBERING } from "../../arid/names.ts";
import { leavesUnused } from "../../languages/go-unused.ts";
import type { ProbeFile } from "../../open-files.ts";
import { type SyntaxNode, childOf, partsOf } from "../../syntax/node.ts";
import { removeStatement } from "../../syntax/statements.ts";
import { functionAround } from "../../functions.ts";
import { replaceNode } from "../../patch/text-edit.ts";
import { type FindCandidates, quoteCode, quoteNode, sourceOf } from "../candidate.ts";

/** Without these, the tests wait until their time is up, or nothing runs at all. */
const ENDING =
  /^(?:next|done|cb|callback|resolve|reject|end|listen|super|require|define|describe|it|test|Done|Add|main)$/;
/** Closing what is open: nobody sees it. Asking a cache: it only takes longer. */
const CLOSING = /^(?:close|Close|Stop|cancel|dispose|destroy)$/;

/** A statement that only calls something, removed. */
export const removeCall: FindCandidates = (node, file) => {
  const isDeferred = node.type === "defer_statement";
  if (node.type !== "expression_statement" && !isDeferred) return [];
  const [whole] = partsOf(node);
  const call = whole?.type === "await" || whole?.type === "await_expression" ? partsOf(whole)[0] : whole;
  if (call === undefined || (call.type !== "call" && call.type !== "call_expression")) return [];
  const called = childOf(call, "function");
  const name = called === undefined ? "" : sourceOf(file, called);
  const last = /[\w$]+$/.exec(name)?.[0] ?? "";
  // The end of a chain, `})()`, is a function that is called on the spot.
  if (last === "" || ENDING.test(last) || /^super\b/.test(name) || (isDeferred && CLOSING.test(last))) return [];
  if (REMEMBERING.test(name) && /^(?:set|put|add|append|store|Set|Add|Store)$/.test(last)) return [];
  if (leavesUnused(file, node)) return [];
  const isInFunction = functionAround(file, node) !== undefined;
  return [
    {
      operator: "call-removed",
      anchor: call,
      edit: removeStatement(file, node),
      text: `the call ${quoteCall(file, call, name)} removed`,
      weight: (isDeferred || CLOSING.test(last) ? 47 : 40) + (isInFunction ? 0 : 12),
    },
  ];
};

/** A call on several lines by its name. */
function quoteCall(file: ProbeFile, call: SyntaxNode, name: string): string {
  return call.startLine === call.endLine ? quoteNode(file, call) : quoteCode(`${name}(…)`);
}

/** `await` removed where nothing is done with the result, so that nobody waits. */
export const removeAwait: FindCandidates = (node, file) => {
  if (node.type !== "await_expression") return [];
  const [awaited] = partsOf(node);
  const { parent } = node;
  if (awaited === undefined || parent === undefined || !isWaitedFor(node, parent)) return [];
  return [
    {
      operator: "await-removed",
      anchor: node,
      edit: replaceNode(node, sourceOf(file, awaited)),
      text: `\`await\` removed from ${quoteCode(sourceOf(file, node))}`,
      weight: parent.type === "expression_statement" ? 50 : 58,
    },
  ];
};

/** `return await x` is the same as `return x` unless a `try` is around it. */
function isWaitedFor(node: SyntaxNode, parent: SyntaxNode): boolean {
  if (parent.type !== "return_statement" && parent.type !== "arrow_function") return true;
  for (let outer = node.parent; outer !== undefined; outer = outer.parent) {
    if (outer.type === "try_statement") return true;
    if (/function|method_definition/.test(outer.type)) return false;
  }
  return false;
}
