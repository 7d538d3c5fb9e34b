/** What real versions of the tools print about a few lines of ours, shortened, with paths of a copy at /copy/code. */
export interface Sample {
  readonly name: string;
  readonly format: string;
  readonly tool: string;
  readonly text: string;
  readonly errors?: string;
  readonly isGreen?: boolean;
  /** The first hit. */
  readonly first: object;
  readonly count: number;
}

const lines = (...all: readonly string[]): string => `${all.join("\n")}\n`;
const json = (value: unknown): string => `${JSON.stringify(value)}\n`;

export const SAMPLES: readonly Sample[] = [
  {
    name: "ESLint 9 as JSON",
    format: "eslint",
    tool: "ESLint",
    text: json([
      {
        filePath: "/copy/code/bad.js",
        messages: [
          {
            ruleId: "no-debugger",
            severity: 2,
            message: "Unexpected 'debugger' statement.",
            line: 3,
            column: 3,
            endLine: 3,
          },
          { ruleId: null, severity: 1, message: "Unused directive.", line: 9, column: 1 },
        ],
        suppressedMessages: [{ ruleId: "no-undef", severity: 2, message: "x", line: 4 }],
        errorCount: 1,
      },
      { filePath: "/copy/code/good.js", messages: [], suppressedMessages: [], errorCount: 0 },
    ]),
    first: { rule: "no-debugger", isError: true, file: "/copy/code/bad.js", start: 3, end: 3 },
    count: 2,
  },
  {
    name: "the same behind what npm and pnpm print, for two packages",
    format: "eslint",
    tool: "ESLint",
    text: lines(
      "",
      "> relay@1.0.0 lint",
      "> eslint --format json .",
      "",
      '[{"filePath":"/copy/code/a.js","messages":[{"ruleId":"no-undef","severity":2,"message":"\'a\' is not [defined].","line":1}],"errorCount":1}]',
      "[other] it's done {",
      '[{"filePath":"/copy/code/b.js","messages":[{"ruleId":"eqeqeq","severity":1,"message":"Expected \\"===\\".","line":2}],"errorCount":0}]',
      " ELIFECYCLE  Command failed with exit code 1.",
    ),
    first: { rule: "no-undef", file: "/copy/code/a.js" },
    count: 2,
  },
  {
    name: "Oxlint as JSON",
    format: "oxlint",
    tool: "Oxlint",
    text: `{ "diagnostics": [{"message": "\`debugger\` statement is not allowed","code": "eslint(no-debugger)","severity": "warning","help": "Remove it","filename": "bad.js","labels": [{"span": {"offset": 36,"length": 9,"line": 3,"column": 3}}]}],
              "number_of_files": 1,
              "number_of_rules": 96
            }
`,
    isGreen: true,
    first: { rule: "eslint/no-debugger", isError: false, file: "bad.js", start: 3 },
    count: 1,
  },
  {
    name: "Biome 2 as JSON",
    format: "biome",
    tool: "Biome",
    text: json({
      summary: { changed: 0, unchanged: 1, errors: 1, warnings: 0, diagnosticsNotPrinted: 0 },
      diagnostics: [
        {
          severity: "error",
          message: "This is an unexpected use of the debugger statement.",
          category: "lint/suspicious/noDebugger",
          location: { path: "bad.js", start: { line: 3, column: 3 }, end: { line: 3, column: 12 } },
          advices: [],
        },
      ],
      command: "lint",
    }),
    first: { rule: "lint/suspicious/noDebugger", isError: true, file: "bad.js", start: 3 },
    count: 1,
  },
  {
    name: "the text of TypeScript, with a route group and an error without a place",
    format: "tsc",
    tool: "TypeScript",
    text: lines(
      "src/app/(shop)/page.tsx(4,3): error TS2322: Type 'number' is not assignable to type 'string'.",
      "  Types of property 'a' are incompatible.",
      "src\\win.ts(6,5): error TS2304: Cannot find name 'missing'.",
      "error TS5083: Cannot read file '/copy/code/tsconfig.base.json'.",
    ),
    first: { rule: "TS2322", isError: true, file: "src/app/(shop)/page.tsx", start: 4 },
    count: 3,
  },
  {
    name: "the same with --pretty",
    format: "tsc",
    tool: "TypeScript",
    text: lines("src/a.ts:4:3 - error TS2322: Type 'number' is not assignable.", "", "4   return a;", "    ~~~~~~"),
    first: { rule: "TS2322", file: "src/a.ts", start: 4 },
    count: 1,
  },
  {
    name: "Ruff as JSON",
    format: "ruff",
    tool: "Ruff",
    text: JSON.stringify(
      [
        {
          cell: null,
          code: "F401",
          end_location: { column: 10, row: 1 },
          filename: "/copy/code/a.py",
          fix: { applicability: "safe", edits: [] },
          location: { column: 8, row: 1 },
          message: "`os` imported but unused",
          severity: "error",
        },
      ],
      null,
      2,
    ),
    first: { rule: "F401", isError: true, file: "/copy/code/a.py", start: 1 },
    count: 1,
  },
  {
    name: "the concise text of Ruff",
    format: "ruff",
    tool: "Ruff",
    text: lines("a.py:1:8: F401 [*] `os` imported but unused", "a.py:8:7: F821 Undefined name `x`", "Found 2 errors."),
    first: { rule: "F401", message: "`os` imported but unused", file: "a.py", start: 1 },
    count: 2,
  },
  {
    name: "the text of mypy",
    format: "mypy",
    tool: "mypy",
    text: lines(
      'a.py:6: error: Incompatible return value type (got "int", expected "str")  [return-value]',
      "a.py:6: note: See the documentation",
      "Found 1 error in 1 file (checked 1 source file)",
    ),
    first: { rule: "return-value", isError: true, file: "a.py", start: 6 },
    count: 1,
  },
  {
    name: "the text of go vet, on standard error",
    format: "go-vet",
    tool: "go vet",
    text: "",
    errors: lines(
      "# example.org/relay",
      './main.go:6:2: fmt.Printf format %d has arg "x" of wrong type string',
      "./main.go:8:2: unreachable code",
    ),
    first: { isError: true, file: "./main.go", start: 6 },
    count: 2,
  },
  {
    name: "go vet -json, which succeeds whatever it finds",
    format: "go-vet",
    tool: "go vet",
    text: "",
    errors: lines(
      "# example.org/relay",
      "{",
      '\t"example.org/relay": {',
      '\t\t"printf": [',
      '\t\t\t{ "posn": "/copy/code/main.go:6:2", "message": "wrong type" }',
      "\t\t]",
      "\t}",
      "}",
    ),
    isGreen: true,
    first: { rule: "printf", file: "/copy/code/main.go", start: 6 },
    count: 1,
  },
  {
    name: "golangci-lint as JSON",
    format: "golangci-lint",
    tool: "golangci-lint",
    text: json({
      Issues: [
        {
          FromLinter: "errcheck",
          Text: "Error return value of `f.Close` is not checked",
          Severity: "",
          Pos: { Filename: "main.go", Offset: 9, Line: 12, Column: 3 },
        },
      ],
      Report: { Linters: [{ Name: "errcheck", Enabled: true }] },
    }),
    first: { rule: "errcheck", isError: true, file: "main.go", start: 12 },
    count: 1,
  },
  {
    name: "ShellCheck as JSON",
    format: "shellcheck",
    tool: "ShellCheck",
    text: json([
      {
        file: "a.sh",
        line: 2,
        endLine: 2,
        column: 1,
        level: "warning",
        code: 2164,
        message: "Use 'cd ... || exit'.",
        fix: null,
      },
    ]),
    first: { rule: "SC2164", isError: false, file: "a.sh", start: 2 },
    count: 1,
  },
  {
    name: "ShellCheck as JSON with comments",
    format: "shellcheck",
    tool: "ShellCheck",
    text: json({
      comments: [{ file: "a.sh", line: 3, endLine: 3, level: "error", code: 2045, message: "Use globs." }],
    }),
    first: { rule: "SC2045", isError: true, start: 3 },
    count: 1,
  },
  {
    name: "messages of cargo clippy",
    format: "cargo",
    tool: "Clippy",
    text: lines(
      JSON.stringify({
        reason: "compiler-message",
        manifest_path: "/copy/code/Cargo.toml",
        message: {
          message: "length comparison to zero",
          code: { code: "clippy::len_zero", explanation: null },
          level: "warning",
          spans: [{ file_name: "src/main.rs", line_start: 4, line_end: 4, is_primary: true }],
          children: [],
        },
      }),
      JSON.stringify({
        reason: "compiler-message",
        message: { message: "1 warning emitted", code: null, level: "warning", spans: [] },
      }),
      JSON.stringify({ reason: "build-finished", success: true }),
    ),
    isGreen: true,
    first: { rule: "clippy::len_zero", isError: false, file: "src/main.rs", start: 4 },
    count: 1,
  },
  {
    name: "XML of Checkstyle",
    format: "checkstyle",
    tool: "ShellCheck",
    text: lines(
      "<?xml version='1.0' encoding='UTF-8'?>",
      "<checkstyle version='4.3'>",
      "<file name='a.sh' >",
      "<error line='2' column='1' severity='warning' message='Use &#39;cd ... &#124;&#124; exit&#39; &gt; &amp;.' source='ShellCheck.SC2164' />",
      "</file>",
      "</checkstyle>",
    ),
    first: { rule: "SC2164", message: "Use 'cd ... || exit' > &.", isError: false, file: "a.sh", start: 2 },
    count: 1,
  },
  {
    name: "rdjson",
    format: "rdjson",
    tool: "spell",
    text: json({
      source: { name: "spell" },
      severity: "ERROR",
      diagnostics: [
        { message: "recieve", location: { path: "README.md", range: { start: { line: 7 } } }, code: { value: "typo" } },
      ],
    }),
    first: { rule: "typo", isError: true, file: "README.md", start: 7 },
    count: 1,
  },
  {
    name: "rdjsonl",
    format: "rdjsonl",
    tool: "spell",
    text: lines(
      '{"message":"recieve","location":{"path":"README.md","range":{"start":{"line":7}}},"severity":"WARNING","source":{"name":"spell"}}',
      '{"message":"teh","location":{"path":"README.md"},"severity":2,"source":{"name":"spell"}}',
    ),
    first: { message: "recieve", isError: false, file: "README.md", start: 7 },
    count: 2,
  },
  {
    name: "SARIF",
    format: "sarif",
    tool: "Scan",
    text: json({
      version: "2.1.0",
      runs: [
        {
          tool: { driver: { name: "Scan" } },
          results: [
            {
              ruleId: "S1",
              level: "error",
              message: { text: "Injection." },
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: "file:///copy/code/a%20b.js" },
                    region: { startLine: 3 },
                  },
                },
              ],
            },
          ],
        },
      ],
    }),
    first: { rule: "S1", isError: true, start: 3 },
    count: 1,
  },
];
