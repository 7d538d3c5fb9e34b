import { changedNodes } from "./functions.ts";
import { makeBreak } from "./make-break.ts";
import type { ProbeFile } from "./open-files.ts";
import { type TextEdit, applyTextEdit, insertAt, replaceNode } from "./patch/text-edit.ts";
import type { PlannedBreak } from "./planned-break.ts";
import { type SyntaxNode, childOf, partsOf } from "./syntax/node.ts";

const MESSAGE = "deliberate failure: do the tests notice?";

/** A failure at the top of each changed function, which the tests must notice. */
export function planControls(files: readonly ProbeFile[]): PlannedBreak[] {
  return files
    .flatMap((file) => changedNodes(file).map((changed) => ({ file, ...changed })))
    .flatMap(({ file, node, symbol }, index) => {
      const edit = failAtTop(file, node);
      const planned =
        edit &&
        makeBreak(file, applyTextEdit(file.head, edit), {
          kind: "control",
          symbol,
          text: `a failure at the top of \`${symbol}\``,
          rank: index,
        });
      return planned ?? [];
    });
}

function failAtTop({ shape, head }: ProbeFile, node: SyntaxNode): TextEdit | undefined {
  const body = childOf(node, "body");
  if (body === undefined) return undefined;
  if (shape.name === "python") return failInPython(node, body, head);
  // On the line of the brace, so that no line moves.
  if (shape.name === "go") return insertAt(body.start + 1, ` panic("${MESSAGE}");`);
  if (body.type === "statement_block") return insertAt(body.start + 1, ` throw new Error("${MESSAGE}");`);
  // `(a) => a.b`; an object in parentheses is replaced with them.
  return replaceNode(body, `{ throw new Error("${MESSAGE}"); }`);
}

function failInPython(node: SyntaxNode, body: SyntaxNode, head: string): TextEdit | undefined {
  if (node.type === "lambda") return undefined;
  const failure = `raise RuntimeError("${MESSAGE}")`;
  const statements = partsOf(body);
  const [first] = statements;
  if (first === undefined) return undefined;
  const lineStart = head.lastIndexOf("\n", first.start - 1) + 1;
  // `def f(): return 1`
  if (head.slice(lineStart, first.start).trim() !== "") return insertAt(first.start, `${failure}; `);
  const indent = head.slice(lineStart, first.start);
  const ending = head.slice(0, lineStart).endsWith("\r\n") ? "\r\n" : "\n";
  const isDocstring = first.type === "expression_statement" && first.children[0]?.type === "string";
  const next = isDocstring ? statements[1] : first;
  if (next === undefined) return insertAt(first.end, `${ending}${indent}${failure}`);
  return insertAt(head.lastIndexOf("\n", next.start - 1) + 1, `${indent}${failure}${ending}`);
}
