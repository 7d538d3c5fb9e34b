import type { Check, CheckHit } from "#model/change/analyzer.ts";
import { addedGoCode, type AddedCode } from "./code/added-code.ts";
import type { CodeText } from "./code/code-text.ts";
import { type GoFunction, goFunctionsAround } from "./code/go-functions.ts";
import { type CheckRunner, hitAt } from "../check-runner.ts";
import { plural } from "#util/words.ts";

const check: Check = {
  id: "hazard-lint/fresh-context",
  title: "A context is created anew where one is in scope",
  about:
    "The change passes `context.Background()` or `context.TODO()` to a call in a function that has a context or a request: cancellation and deadlines of the caller do not reach that call. Work that outlives the caller, cleanup and code with a comment are left alone.",
  severity: "suggestion",
  languages: ["go"],
  catches: `package shop

func (s *Shop) Order(ctx context.Context, id string) (Order, error) {
	return s.store.Load(context.Background(), id)
}`,
  ignores: `package shop

func (s *Shop) Close(ctx context.Context) error {
	// The caller may have been cancelled already.
	return s.store.Release(context.Background())
}`,
};

/** Calls that the caller can no longer cancel. */
export const freshContext: CheckRunner = {
  check,
  async find(index, signal) {
    const found: Fresh[] = [];
    for (const added of await addedGoCode(index, signal)) {
      found.push(...findFresh(added).filter(({ text, callee }) => !isOld(added, text, callee)));
    }
    return hitFor(found);
  },
};

/** Whether the change only rewrote a line that had it before. */
function isOld({ removed }: AddedCode, text: string, callee: string): boolean {
  return removed.some((line) => line.includes(text) && line.includes(callee));
}

/** A fresh context at an offset, and the expression that should stand there. */
interface Fresh {
  readonly file: CodeText;
  readonly at: number;
  readonly text: string;
  readonly wanted: string;
  /** The function that has it. */
  readonly owner: string;
  /** What gets the fresh one; empty if that is a variable. */
  readonly callee: string;
}

function hitFor(found: readonly Fresh[]): CheckHit[] {
  const [first] = found;
  if (first === undefined) return [];
  const { text, wanted, owner } = first;
  const more = found.length === 1 ? "" : `, and ${plural(found.length - 1, "more call")}`;
  return hitAt(check, {
    title: `\`${owner}\` uses \`${text}\` although \`${wanted}\` is in scope${more}`,
    explanation: `The function has \`${wanted}\`, but passes a new context on: the work continues when the caller is cancelled or its deadline has passed, and the values of the context are lost.`,
    fix: `Pass \`${wanted}\`. If the work must outlive its caller, say so in a comment or use \`context.WithoutCancel\`.`,
    places: found.map(({ file, at, wanted: name }) => {
      const line = file.lines.lineAt(at);
      const quote = file.lines.lineText(line).slice(0, 500);
      return { location: { path: file.path, start: line, end: line }, quote, note: `\`${name}\` is in scope` };
    }),
    weight: 0.6,
  });
}

/** Names of work that must be done even after cancellation, or that goes on after the call. */
const OUTLIVES =
  /shutdown|stop|close|clean|tear_?down|drain|release|rollback|revoke|unlock|destroy|abort|deregister|unregister|dispose|finali[sz]e|kill|undo|revert|flush|leave|cancel|background|async|detach|start|run$|serve|listen|watch|span|trace|tracing|\blog(?:ger|s)?\b|slog|enabled|metric|event|record|audit|notify|cache|warm|prefetch|init/i;

function findFresh(added: AddedCode): Fresh[] {
  const { file } = added;
  return [...file.code.matchAll(/\bcontext\.(?:Background|TODO)\(\)/g)].flatMap(({ index: at, 0: text }) => {
    const line = file.lines.lineAt(at);
    if (!added.isAdded(line) || file.isCommented(line, 2)) return [];
    const functions = goFunctionsAround(file, at);
    const scope = findScope(added, functions, at);
    if (scope === undefined || !isPlainUse(added, at) || isInCleanup(added, functions, at)) return [];
    return [{ file, at, text, callee: calleeAt(added, at), ...scope }];
  });
}

function findScope(
  { file }: AddedCode,
  functions: readonly GoFunction[],
  at: number,
): Pick<Fresh, "wanted" | "owner"> | undefined {
  const owner = functions.at(-1)?.name;
  if (owner === undefined || owner === "main" || owner === "init" || OUTLIVES.test(owner)) return undefined;
  for (const one of functions) {
    const context = /\b(\w+)\s+context\.Context\b/.exec(one.params)?.[1];
    if (context !== undefined) return context === "_" ? undefined : { wanted: context, owner };
    const request = /\b(\w+)\s+\*http\.Request\b/.exec(one.params)?.[1];
    if (request !== undefined) return request === "_" ? undefined : { wanted: `${request}.Context()`, owner };
    const local = marksIn(file, one).local;
    if (local !== undefined && local.at < at) return { wanted: local.name, owner };
    // A literal may run later, unless it is called here.
    if (one.name === undefined && !isCalledHere(file.code, one)) return undefined;
  }
  return undefined;
}

/** What a function says about contexts. */
interface Marks {
  /** A variable with the context of a request. */
  readonly local?: { readonly name: string; readonly at: number };
  /** Where it first looks whether it was cancelled, or starts something that goes on. */
  readonly end: number;
}

const known = new WeakMap<GoFunction, Marks>();

function marksIn({ code }: CodeText, one: GoFunction): Marks {
  const found = known.get(one);
  if (found !== undefined) return found;
  const body = code.slice(one.open, one.close);
  const local = /\b(\w+)\s*:=\s*\w+\.Context\(\)/.exec(body);
  const end = /\.Done\(\)|\.Err\(\)|\bgo\s+\w/.exec(body);
  const marks = {
    local: local?.[1] === undefined ? undefined : { name: local[1], at: one.open + local.index },
    end: end === null ? Infinity : one.open + end.index,
  };
  known.set(one, marks);
  return marks;
}

function isCalledHere(code: string, { start, close }: GoFunction): boolean {
  const before = code.slice(Math.max(0, start - 80), start).trimEnd();
  if (/\b(?:go|defer)$/.test(before)) return false;
  return code[close + 1] === "(" || /\bRetryOnConflict\([\w.]+,$/.test(before);
}

/** What is called with the argument at an offset: `store.Load`. */
function calleeAt({ file }: AddedCode, at: number): string {
  const { code } = file;
  const [open = 0] = file.around(at);
  return code[open] === "(" ? (/[\w.]+$/.exec(code.slice(Math.max(0, open - 80), open))?.[0] ?? "") : "";
}

/** An argument of a call or a new variable; not a field, a default or a comparison. */
function isPlainUse(added: AddedCode, at: number): boolean {
  const { file } = added;
  const { code } = file;
  const [open = 0] = file.around(at);
  const isArgument = code[open] === "(" && /[\w\]]$/.test(code.slice(Math.max(0, open - 1), open));
  const statement = code.slice(code.lastIndexOf("\n", at) + 1, at);
  const callee = calleeAt(added, at);
  if (/\bgo\s|\bdefer\s|[=!]=\s*$/.test(statement) || OUTLIVES.test(callee) || /WithCancel/.test(callee)) return false;
  // Stored beyond the call: `s.ctx, s.cancel = …`
  if (/^\s*\w+\.\w+[^=]*=/.test(statement)) return false;
  return isArgument || /^\s*\w+\s*:=\s*$/.test(statement);
}

/** After cancellation, on an error, or where there may be no context. */
function isInCleanup({ file }: AddedCode, functions: readonly GoFunction[], at: number): boolean {
  const { code } = file;
  const outer = functions.at(-1);
  if (outer !== undefined && marksIn(file, outer).end < at) return true;
  if (/^[^}]*\bgo\s+func/.test(code.slice(at, at + 500))) return true;
  return file.around(at).some((open) => {
    if (code[open] !== "{") return false;
    const header = code.slice(code.lastIndexOf("\n", open) + 1, open);
    return /\bif\b.*(?:\berr\b|\bctx\b|nil)/i.test(header);
  });
}
