import type { Language } from "#model/change/change-index.ts";
import {
  type AddedFile,
  findLines,
  type FoundLine,
  type LinePattern,
  addedPlace,
  writtenFiles,
} from "./added-files.ts";
import { type CheckRunner, hitAt } from "../check-runner.ts";

/** Debugging statements: they stop in a debugger, or print a value. */
export const debuggerStatement: CheckRunner = {
  check: {
    id: "hazard-lint/debugger",
    title: "Debugger call left behind",
    about:
      "Looks for debugging statements left in added code: `debugger`, `breakpoint()`, `pdb.set_trace()`, `binding.pry`, `dbg!`. Comments and strings do not count.",
    severity: "important",
    languages: ["typescript", "javascript", "python", "ruby", "rust", "go", "csharp", "php"],
    catches: "export function total(items) {\n  debugger;\n  return items.length;\n}",
    ignores: "export function total(items) {\n  // stop with `debugger;` here\n  return items.length;\n}",
  },
  async find(index, signal) {
    return (await writtenFiles(index, signal)).flatMap((file) => {
      const stops = stopsIn(file);
      const isOne = stops.length === 1;
      return hitAt(debuggerStatement.check, {
        title: `\`${stops.map(statementOf)[0]}\` is left in ${file.path}`,
        explanation: `${isOne ? "Debugging statement" : `${stops.length} debugging statements`} left in added code.`,
        fix: isOne ? "Remove it." : "Remove them.",
        places: stops.map(({ line, at }) => addedPlace(file, line, at)),
        weight: 0.92,
      });
    });
  },
};

const SCRIPT: LinePattern = { words: ["debugger"], pattern: /(?<![\w$.])debugger\s*(?:;|\}|$|\/[/*])/ };

const STOPS: Partial<Record<Language, LinePattern>> = {
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

/** For titles: the line, or just the match if it is long. */
function statementOf({ line, text }: FoundLine): string {
  const whole = line.text.trim();
  return whole.length > 60 ? text : whole;
}
