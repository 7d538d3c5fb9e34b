import type { Language } from "#model/change/change-index.ts";
import type { AddedFile, AddedLine } from "./added-file.ts";
import { linesWithWord, placeOf } from "./added-file.ts";
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
      const [first, ...rest] = stops.map(({ line, at }) => placeOf(file, line, at));
      if (first === undefined) return [];
      return [
        {
          check: debuggerStatement.check.id,
          severity: debuggerStatement.check.severity,
          class: "regression" as const,
          title: `\`${stops[0]?.statement ?? ""}\` is left in ${file.path}`,
          explanation: `${rest.length === 0 ? "An added statement stops" : `${rest.length + 1} added statements stop`} in a debugger or print for one.`,
          fix: rest.length === 0 ? "Remove it." : "Remove them.",
          places: [first, ...rest] as const,
          weight: 0.92,
        },
      ];
    });
  },
};

interface Stop {
  readonly words: readonly string[];
  readonly pattern: RegExp;
}

const SCRIPT: Stop = { words: ["debugger"], pattern: /(?<![\w$.])debugger\s*(?:;|\}|$|\/[/*])/ };

const STOPS: Partial<Record<Language, Stop>> = {
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

interface Found {
  readonly line: AddedLine;
  readonly at: number;
  /** As a title names it: the line, or of a long one what was found. */
  readonly statement: string;
}

function stopsIn(file: AddedFile): Found[] {
  const stop = STOPS[file.facts.language];
  if (stop === undefined || file.facts.role === "doc") return [];
  return linesWithWord(file, stop.words).flatMap((line) => {
    const match = stop.pattern.exec(line.text);
    if (match === null) return [];
    const whole = line.text.trim();
    const statement = whole.length > 60 ? match[0].trim() : whole;
    return [{ line, at: match.index, statement }];
  });
}
