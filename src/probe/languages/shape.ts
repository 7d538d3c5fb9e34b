import { type SyntaxNode, childOf } from "../syntax/node.ts";

/** What the planner knows of a language: the names of its nodes, and its words. */
export interface Shape {
  readonly name: "script" | "python" | "go";
  readonly functions: ReadonlySet<string>;
  /** What holds methods. */
  readonly classes: ReadonlySet<string>;
  readonly blocks: ReadonlySet<string>;
  readonly ifs: ReadonlySet<string>;
  readonly loops: ReadonlySet<string>;
  /** Nodes that are no code: comments, imports, types. */
  readonly silent: ReadonlySet<string>;
  readonly strings: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly calls: ReadonlySet<string>;
  readonly words: {
    readonly and: string;
    readonly or: string;
    readonly true: string;
    readonly false: string;
    readonly nothing: string;
  };
  /** The name of the function, with its class: `Queue.drain`. Undefined: it has none. */
  symbolOf(node: SyntaxNode, text: string): string | undefined;
  negate(expression: string): string;
}

/** The body of a function, a loop or a branch. */
export const bodyOf = (node: SyntaxNode): SyntaxNode | undefined =>
  childOf(node, "body") ?? childOf(node, "consequence") ?? node.children.find(({ type }) => type === "block");

export const setOf = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/));
