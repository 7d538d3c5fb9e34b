import type { Language } from "#model/change/change-index.ts";
import type { CodeView } from "../code-view.ts";
import { indentOf } from "../blocks.ts";

/** The code that a catch stands guard over, as text without comments and strings, and the line where it begins. */
export interface TriedBlock {
  readonly text: string;
  readonly firstLine: number;
}

/** The block before a `catch`, found backwards from its closing brace. */
export function bracedTry(view: CodeView, catchAt: number): TriedBlock | undefined {
  const close = view.code.lastIndexOf("}", catchAt);
  let depth = 0;
  for (let at = close; at >= Math.max(0, close - 20_000); at--) {
    if (view.code[at] === "}") depth++;
    else if (view.code[at] === "{" && --depth === 0) {
      return { text: view.code.slice(at + 1, close), firstLine: view.lineAt(at) };
    }
  }
  return undefined;
}

/** The lines above an `except` or `rescue` up to what opens its block: `try:`, `begin`, or the method itself. */
export function indentedTry(view: CodeView, catchLine: number): TriedBlock | undefined {
  const indent = indentOf(view.codeLine(catchLine));
  const lines: string[] = [];
  for (let line = catchLine - 1; line >= 1 && catchLine - line < 200; line--) {
    const code = view.codeLine(line);
    if (code.trim() !== "" && indentOf(code) <= indent) {
      // Another `except` or `rescue` of the same block lies in between; what stands below it is not what was tried.
      if (/^\s*(?:except|rescue)\b/.test(code)) lines.length = 0;
      else return { text: lines.join("\n"), firstLine: line };
      continue;
    }
    lines.unshift(code);
  }
  return undefined;
}

/** Whether an error that is lost here may leave work half done: at least two statements that do something, none of them clean-up. */
export function losesWork({ text }: TriedBlock, language: Language): boolean {
  if (HARMLESS.test(text) || isFallback(text)) return false;
  return (
    text.split("\n").filter((line) => EFFECT.test(line) || (language === "ruby" && RUBY_EFFECT.test(line))).length >= 2
  );
}

/** Calls whose failure is commonly of no interest: clean-up, optional imports, asking what is there, telling about progress. */
const HARMLESS =
  /\b(?:\w*(?:close|unlink|remove|delete|destroy|dispose|kill|abort|cancel|cleanup|clean|clear|disconnect|release|shutdown|terminate|stop|unsubscribe|detach|rmdir|rmtree|join|interrupt|reset|empty_cache|free|restore|track|telemetry|analytics|metric|progress|focus|scroll|play|toast|beep|chmod|chown|utime|get_?version)\w*|sleep|end|rm|setItem|getItem|removeItem|localStorage\w*|log|debug|warn|warning|print|puts|echo)(?:Sync|Async)?\s*(?:::<[^>]{0,40}>)?[!?.]{0,2}\(|\b(?:localStorage|sessionStorage)\b|^\s*(?:import|from)\s+\w|\brequire\(|\b(?:feature|supports?|probe|detect|guess|attempt|maybe|try)_?\w*\(/im;

/** A statement that does something: a call on its own, an awaited one, or an assignment to what others can see. */
const EFFECT =
  /^\s*(?:(?:await|yield)\s+)?(?:[\w$]+(?:::|\??\.))*[\w$]+!?\([^\n]*$|^\s*(?:(?:self|this)\.[\w.$]+|[\w.$]+\[[^\]\n]{1,80}\])\s*[+\-|]?=[^=]|=\s*await\b/;

/** Ruby calls need no brackets. */
const RUBY_EFFECT =
  /^\s*(?!(?:if|unless|else|elsif|end|case|when|begin|return|do|while|until|nil|true|false)\b)[a-z_][\w.]*[!?]?(?:\s+[^=\s][^\n]*)?$/;

/** `isDir = stat(path).isDirectory()` or `return parse(x)`: what was there before or comes after is the fallback. */
function isFallback(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const last = (lines.at(-1) ?? "").trim();
  return lines.length <= 3 && /^return\b|^[\w.[\]]{1,60}\s*\??=[^=]/.test(last);
}
