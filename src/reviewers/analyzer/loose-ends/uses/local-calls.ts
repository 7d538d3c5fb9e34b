import type { ChangeIndex, Mention } from "#model/change/change-index.ts";
import type { BrokenUse, GoneName } from "./broken-imports.ts";

// Names that the language or its host defines: a program may drop its own version of them.
const GLOBALS = new Set(
  (
    "alert atob btoa clearInterval clearTimeout confirm decodeURI decodeURIComponent encodeURI encodeURIComponent eval " +
    "fetch isFinite isNaN parseFloat parseInt prompt queueMicrotask require setImmediate setInterval setTimeout " +
    "structuredClone Array BigInt Boolean Buffer Date Error Event EventTarget Map Number Object Promise Proxy RegExp Set " +
    "String Symbol URL URLSearchParams WeakMap WeakRef WeakSet AbortController AbortSignal TextDecoder TextEncoder " +
    "describe it test expect before after beforeEach afterEach beforeAll afterAll suite " +
    "abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr compile delattr dict dir divmod " +
    "enumerate exec filter float format frozenset getattr globals hasattr hash help hex id input int isinstance " +
    "issubclass iter len list locals map max memoryview min next object oct open ord pow print property range repr " +
    "reversed round set setattr slice sorted str sum super tuple type vars zip reduce unicode long xrange reload exit quit"
  ).split(" "),
);

/**
 * Calls of a function in the file that used to define it. Only if every occurrence of the name in its code is such a call:
 * anything else could define it again.
 */
export async function brokenCalls(
  index: ChangeIndex,
  { name, headPath }: GoneName,
  mentions: readonly Mention[],
): Promise<BrokenUse[]> {
  const facts = headPath === undefined ? undefined : await index.head.facts(headPath);
  const text = headPath === undefined ? undefined : await index.head.tree.read(headPath);
  if (facts === undefined || text === undefined || GLOBALS.has(name)) return [];
  if (/^\s*from\s+\S+\s+import\s+\*|\bglobals\(\)|\bwith\s*\(/m.test(text)) return [];
  const own = mentions.filter(({ path }) => path === headPath);
  const call = new RegExp(`(?<![\\w$.#@]|\\b(?:function|def|fn|func|class|async|get|set|static)\\s{1,3})${name}\\(`);
  const anywhere = new RegExp(`(?<![\\w$])${name}(?![\\w$])`, "g");
  const areCalls = own.every(({ text: line }) => {
    const count = line.match(anywhere)?.length ?? 0;
    // A method of an object looks like a call with a body behind it.
    return count === 1 && call.test(line) && !/\)\s*(?::\s*[\w<>[\]| ]+)?\{\s*$/.test(line);
  });
  return areCalls ? own.map(({ path, line, text: quote }) => ({ path, line, text: quote })) : [];
}
