import type { Language } from "#model/change/change-index.ts";
import type { AddedFile, AddedLine } from "./added-file.ts";
import { findLines, placeOf, type TellingLine } from "./added-file.ts";
import type { NeutralRule } from "./neutral-rule.ts";

/** Statements that stop the program for a person at a debugger. */
export const debuggerStatement: NeutralRule = {
  check: {
    id: "hazard-lint/debugger",
    title: "Debugger call left behind",
    about:
      "Looks for statements in added code that stop in a debugger or print for one: `debugger`, `breakpoint()`, `pdb.set_trace()`, `binding.pry`, `dbg!`. Comments and strings do not count.",
    severity: "important",
    languages: ["typescript", "javascript", "python", "ruby", "rust", "go", "csharp", "php"],
    catches: "export function total(items) {\n  debugger;\n  return items.length;\n}",
    ignores: "export function total(items) {\n  // stop with `debugger;` here\n  return items.length;\n}",
  },
  find(files) {
    return files.flatMap((file) => {
      const [first, ...rest] = stopsIn(file).map((line) => placeOf(file, line));
      if (first === undefined) return [];
      return [
        {
          check: debuggerStatement.check.id,
          severity: debuggerStatement.check.severity,
          class: "regression" as const,
          title: `\`${first.quote.trim().slice(0, 60)}\` is left in ${file.path}`,
          explanation: `${rest.length === 0 ? "An added statement stops" : `${rest.length + 1} added statements stop`} in a debugger or print for one.`,
          fix: rest.length === 0 ? "Remove it." : "Remove them.",
          places: [first, ...rest] as const,
          weight: 0.92,
        },
      ];
    });
  },
};

const SCRIPT: TellingLine = { words: ["debugger"], pattern: /(?:^|[;{)]|\belse)\s*debugger\s*(?:;|\}|$|\/\/)/ };

const STOPS: Partial<Record<Language, TellingLine>> = {
  typescript: SCRIPT,
  javascript: SCRIPT,
  python: {
    words: ["breakpoint", "pdb", "ipdb"],
    pattern: /(?:^|[;:])\s*(?:breakpoint\(\)|i?pdb\.set_trace\(\)|import i?pdb\s*;)/,
  },
  ruby: { words: ["pry", "irb", "byebug"], pattern: /^\s*(?:binding\.(?:pry|irb)|byebug)\s*(?:$|;|if\b|unless\b|#)/ },
  rust: { words: ["dbg"], pattern: /\bdbg!\s*\(/ },
  go: { words: ["Breakpoint"], pattern: /^\s*runtime\.Breakpoint\(\)/ },
  csharp: { words: ["Debugger"], pattern: /\bDebugger\.(?:Break|Launch)\(\)/ },
  php: { words: ["xdebug_break"], pattern: /\bxdebug_break\(\)/ },
};

function stopsIn(file: AddedFile): AddedLine[] {
  const stop = STOPS[file.facts.language];
  if (stop === undefined || file.facts.role === "doc") return [];
  return findLines(file, stop);
}
