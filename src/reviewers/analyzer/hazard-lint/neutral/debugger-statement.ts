import type { Language } from "#model/change/change-index.ts";
import { type AddedFile, findLines, type FoundLine, placeOf, type TellingLine } from "./added-file.ts";
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
      const stops = stopsIn(file);
      const [stop] = stops;
      const [first, ...rest] = stops.map(({ line, at }) => placeOf(file, line, at));
      if (stop === undefined || first === undefined) return [];
      return [
        {
          check: debuggerStatement.check.id,
          severity: debuggerStatement.check.severity,
          class: "regression" as const,
          title: `\`${statementOf(stop)}\` is left in ${file.path}`,
          explanation: `${rest.length === 0 ? "An added statement stops" : `${rest.length + 1} added statements stop`} in a debugger or print for one.`,
          fix: rest.length === 0 ? "Remove it." : "Remove them.",
          places: [first, ...rest] as const,
          weight: 0.92,
        },
      ];
    });
  },
};

const SCRIPT: TellingLine = { words: ["debugger"], pattern: /(?<![\w$.])debugger\s*(?:;|\}|$|\/[/*])/ };

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

function stopsIn(file: AddedFile): FoundLine[] {
  const stop = STOPS[file.facts.language];
  return stop === undefined || file.facts.role === "doc" ? [] : findLines(file, stop);
}

/** As a title names it: the line, or of a long one what was found. */
function statementOf({ line, text }: FoundLine): string {
  const whole = line.text.trim();
  return whole.length > 60 ? text : whole;
}
