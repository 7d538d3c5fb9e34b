import type { ProbeFile } from "../open-files.ts";
import { type SyntaxNode, childOf, neighbourOf, partsOf, walk } from "../syntax/node.ts";
import { conditionOf, exitOf, statementsOf } from "../syntax/statements.ts";
import { REMEMBERING, SURROUNDINGS } from "./names.ts";

/** Whether it makes no difference that a test would see which way this `if` goes. */
export function isAridCondition(node: SyntaxNode, file: ProbeFile): boolean {
  const condition = conditionOf(node);
  if (condition === undefined) return true;
  const text = file.head.slice(condition.start, condition.end);
  return (
    SURROUNDINGS.test(text) ||
    REMEMBERING.test(text) ||
    isFastPath(node, file) ||
    isShortCut(node, text, file) ||
    isNeedless(node, text, file)
  );
}

/** Both ways end in the same call: one of them is only faster, or handles a special case of the other. */
function isFastPath(node: SyntaxNode, file: ProbeFile): boolean {
  const taken = statementsOf(childOf(node, "consequence")).at(-1);
  const otherwise = childOf(node, "alternative");
  const other =
    otherwise === undefined
      ? exitOf(taken, file.head) === "return"
        ? lastBehind(node)
        : undefined
      : statementsOf(childOf(otherwise, "body") ?? partsOf(otherwise)[0] ?? otherwise).at(-1);
  const [one, two] = [lastCall(taken, file), lastCall(other, file)];
  return one !== undefined && one === two;
}

/** The last statement of the block that an `if` stands in. */
function lastBehind(node: SyntaxNode): SyntaxNode | undefined {
  let last: SyntaxNode | undefined;
  for (let next = neighbourOf(node, 1); next !== undefined; next = neighbourOf(next, 1)) last = next;
  return last;
}

/** What a statement calls with its outermost call. */
function lastCall(statement: SyntaxNode | undefined, { shape, head }: ProbeFile): string | undefined {
  let node = statement;
  for (let depth = 0; node !== undefined && depth < 4; depth++) {
    if (shape.calls.has(node.type)) {
      const called = childOf(node, "function") ?? childOf(node, "constructor");
      return called === undefined ? undefined : head.slice(called.start, called.end);
    }
    if (
      !/^(?:return_statement|expression_statement|await|await_expression|expression_list|parenthesized_expression)$/.test(
        node.type,
      )
    )
      return undefined;
    node = partsOf(node)[0];
  }
  return undefined;
}

const EMPTY_TEST =
  /^(?:!\s*[\w$.?]+\.(?:length|size)|[\w$.?]+\.(?:length|size)\s*={2,3}\s*0|len\([\w.]+\)\s*==\s*0|[\w$.?]+\.(?:length|size)\s*<\s*1|not\s+(?:len\()?[\w.]+\)?|[\w.]+\s*==\s*""|[\w.]+\s*==\s*nil)$/;
/** Asks only whether there is anything in a list: for what is then done with each of its items, nothing depends on it. */
export const isFullTest = (text: string): boolean =>
  /^(?:[\w$.?]+\.(?:length|size)(?:\s*(?:>|!==?)\s*0)?|len\([\w.]+\)\s*(?:>|!=)\s*0|[\w.]+\s*!=\s*nil\s*&&\s*len\([\w.]+\)\s*>\s*0)$/.test(
    text,
  );

const EMPTY_VALUE =
  /^(?:return)\s*(?:\[\]|\{\}|""|''|``|0|null|undefined|None|nil|\(\)|nil,\s*nil|new (?:Map|Set)\(\))?\s*;?$/;

/** `if (list.length === 0) return [];`, `if (a === b) return true;`: the rest would come to the same. */
function isShortCut(node: SyntaxNode, condition: string, { head }: ProbeFile): boolean {
  const statements = statementsOf(childOf(node, "consequence"));
  const [only] = statements;
  if (only === undefined || statements.length > 1) return false;
  const exit = head.slice(only.start, only.end);
  if (EMPTY_TEST.test(condition))
    return (
      EMPTY_VALUE.test(exit) ||
      (only.type === "continue_statement" && !condition.includes('""')) ||
      returnsAsked(condition, exit)
    );
  return /^[\w$.]+\s*(?:={2,3}|is)\s*[\w$.]+$/.test(condition) && /^return\s*(?:true|True|0)\s*;?$/.test(exit);
}

/** `if (!text.length) return text;` */
function returnsAsked(condition: string, exit: string): boolean {
  const asked = /[A-Za-z_$][\w$]*/.exec(condition.replace(/^(?:not\s+)?(?:len\()?/, ""))?.[0];
  return asked !== undefined && new RegExp(`^return\\s+${asked.replaceAll("$", "\\$")}\\s*;?$`).test(exit);
}

/**
 * What is asked first makes no difference to what is then done: `if (timer) clearTimeout(timer)`, `if (a !== b) a = b`,
 * `if (set.has(x)) set.delete(x)`, `if (list.length > 0) for (… of list)`.
 */
function isNeedless(node: SyntaxNode, condition: string, { head, shape }: ProbeFile): boolean {
  if (childOf(node, "alternative") !== undefined) return false;
  const statements = statementsOf(childOf(node, "consequence"));
  const [only] = statements;
  if (only === undefined || statements.length > 1) return false;
  const action = head.slice(only.start, only.end);
  if (/^(?:clear|cancel|remove|unsubscribe|delete|free|unset|Object\.assign)/.test(action))
    return mentions(action, condition);
  if (/\.(?:has|includes)\(/.test(condition) && /\.(?:delete|remove|discard|add)\(/.test(action)) return true;
  if (/ in /.test(condition) && /^(?:del |delete )/.test(action)) return true;
  const differs = /^([\w$.]+)\s*!=?=\s*([\w$.]+)$/.exec(condition);
  const assigned = /^([\w$.]+)\s*=\s*([\w$.]+)\s*;?$/.exec(action);
  if (differs !== null && assigned !== null) return differs[1] === assigned[1] && differs[2] === assigned[2];
  return shape.loops.has(only.type) && /(?:length|size|len\()/.test(condition);
}

function mentions(action: string, condition: string): boolean {
  return (condition.match(/[A-Za-z_$][\w$]*/g) ?? []).some((word) => word.length > 2 && action.includes(word));
}

/** Whether an expression asks something of the surroundings, or of what remembers results. */
export const isAridAsking = (text: string): boolean => SURROUNDINGS.test(text) || REMEMBERING.test(text);

const ZERO = /^(?:0|1)$/;
const COUNTED =
  /(?:^|[.\s(!])(?:length|size|count|len|total|byteLength|num\w*|n)\)?$|^len\(|\.(?:count|size|Len)\(\)$|(?:Count|Length|Size|_count|_len|_size)$/;

/** `list.length > 0` and the like: there is nothing below zero. */
export function isCountAgainstZero(left: string, right: string): boolean {
  return (ZERO.test(right) && COUNTED.test(left)) || (ZERO.test(left) && COUNTED.test(right));
}

/** Whether the value is what a variable starts with. */
export const isInitialValue = (text: string): boolean =>
  /^(?:undefined|null|None|nil|void 0|""|''|``|0|-1|false|False|\[\]|\{\}|\(\)|new (?:Map|Set|WeakMap|WeakSet)\(\)|Object\.create\(null\)|set\(\)|dict\(\)|list\(\)|make\([^()]*\)|[\w.[\]*]+\{\})$/.test(
    text,
  );

/** Whether a node asks for something below it. */
export function containsAssignment(node: SyntaxNode): boolean {
  for (const { type } of walk(node)) if (/assignment|named_expression|update_expression/.test(type)) return true;
  return false;
}
