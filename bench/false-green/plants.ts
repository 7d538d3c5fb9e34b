import type { Severity } from "#model/severity.ts";

/** A language that problems are planted in: one module, and how the three problems look there. */
export interface Language {
  readonly id: string;
  readonly path: string;
  readonly base: string;
  /** The same module with a function more, which holds these lines. */
  readonly change: (lines: readonly string[]) => string;
  readonly plants: Readonly<Record<Severity, string>>;
  /** How a comment begins. */
  readonly comment: string;
}

// In two parts, so that scanners do not take it for a leak of ours.
const TOKEN = `${"ghp_"}R7kQ2mXv9LpTz4WcY8sBn3HdJf6GaE1uKoVi`;

/** Tokens that differ from each other, each of the form that the check knows. */
export function tokens(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${TOKEN.slice(0, -4)}${String(1000 + at)}`);
}

/** A problem that was planted, as somebody sees it who is shown the line. */
export interface Planted {
  readonly severity: Severity;
  readonly title: string;
  readonly path: string;
  readonly line: number;
  readonly quote: string;
}

const SIGNS: readonly (readonly [Severity, RegExp, string])[] = [
  ["critical", /ghp_[A-Za-z0-9]{36}/, "A credential is committed"],
  [
    "important",
    /^\s*(?:debugger;|breakpoint\(\)|runtime\.Breakpoint\(\)|binding\.pry)/,
    "A call stops in the debugger",
  ],
  ["suggestion", /\bthe the\b/, "A word is written twice"],
];

/** The planted problems that a patch shows. A line that begins with `>` continues the one above it. */
export function findPlanted(patch: string): Planted[] {
  const found: Planted[] = [];
  let [path, line] = ["", 0];
  for (const text of patch.replaceAll(/\n>/g, "").split("\n")) {
    const file = /^\+\+\+ b\/(.*?)\t?$/.exec(text)?.[1];
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(text)?.[1];
    if (file !== undefined) path = file;
    else if (hunk !== undefined) line = Number(hunk);
    else if (text.startsWith("+")) {
      for (const [severity, sign, title] of SIGNS) {
        const quote = text.slice(1).trim();
        if (sign.test(text.slice(1))) found.push({ severity, title, path, line, quote });
      }
      line += 1;
    } else if (text.startsWith(" ")) line += 1;
  }
  return found;
}

const script = (id: string, extension: string, type: string): Language => ({
  id,
  path: `src/price.${extension}`,
  base: `export function price(net${type})${type} {\n  return net * 1.19;\n}\n`,
  change: (lines) =>
    `export function price(net${type})${type} {\n  return net * 1.19;\n}\n\nexport function reduced(net${type})${type} {\n${indented(lines)}  return price(net) * 1.07;\n}\n`,
  plants: {
    critical: `const token = "${TOKEN}";`,
    important: "debugger;",
    suggestion: "// Rounds down for the the tax office.",
  },
  comment: "//",
});

/** Each line on a line of its own, two spaces in. */
const indented = (lines: readonly string[]): string => lines.map((line) => `  ${line}\n`).join("");

export const LANGUAGES: readonly Language[] = [
  script("typescript", "ts", ": number"),
  script("javascript", "js", ""),
  {
    id: "python",
    path: "src/price.py",
    base: "def price(net):\n    return net * 1.19\n",
    change: (lines) =>
      `def price(net):\n    return net * 1.19\n\n\ndef reduced(net):\n${indented(lines.map((line) => `  ${line}`))}    return price(net) * 1.07\n`,
    plants: {
      critical: `token = "${TOKEN}"`,
      important: "breakpoint()",
      suggestion: "# Rounds down for the the tax office.",
    },
    comment: "#",
  },
  {
    id: "go",
    path: "price/price.go",
    base: "package price\n\nfunc Price(net float64) float64 {\n\treturn net * 1.19\n}\n",
    change: (lines) =>
      `package price\n\nimport "runtime"\n\nvar _ = runtime.NumCPU\n\nfunc Price(net float64) float64 {\n\treturn net * 1.19\n}\n\nfunc Reduced(net float64) float64 {\n${lines.map((line) => `\t${line}\n`).join("")}\treturn Price(net) * 1.07\n}\n`,
    plants: {
      critical: `token := "${TOKEN}"`,
      important: "runtime.Breakpoint()",
      suggestion: "// Rounds down for the the tax office.",
    },
    comment: "//",
  },
  {
    id: "ruby",
    path: "lib/price.rb",
    base: "def price(net)\n  net * 1.19\nend\n",
    change: (lines) =>
      `def price(net)\n  net * 1.19\nend\n\ndef reduced(net)\n${indented(lines)}  price(net) * 1.07\nend\n`,
    plants: {
      critical: `token = "${TOKEN}"`,
      important: "binding.pry",
      suggestion: "# Rounds down for the the tax office.",
    },
    comment: "#",
  },
];
