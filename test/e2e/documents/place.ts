import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const cli = new URL("../../../dist/cli.js", import.meta.url).pathname;
const SECONDS = 60;

/** A home with a repository in which the commands of the documents make sense. */
export interface DocumentPlace {
  /** Runs a line in a copy of the repository. */
  run(line: string): { readonly code: number | null; readonly said: string };
  remove(): void;
}

/** Makes the repository: three rounds by two scripted reviewers, a decision, and the files that the documents name. */
export function makeDocumentPlace(): DocumentPlace {
  const home = mkdtempSync(join(tmpdir(), "deep-review-documents-"));
  const [repository, template] = [join(home, "repository"), join(home, "template")];
  const put = (path: string, text: string, mode = 0o644): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
    chmodSync(join(home, path), mode);
  };
  put("bin/deep-review", `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`, 0o755);
  put("bin/xdg-open", "#!/bin/sh\nexit 0\n", 0o755);
  put(".gitconfig", "[user]\n\tname = Ada Example\n\temail = ada@example.invalid\n[core]\n\teditor = echo Decide >\n");
  mkdirSync(join(home, "src/my-project"), { recursive: true });
  mkdirSync(repository);
  const env = {
    PATH: `${join(home, "bin")}:${process.env["PATH"]}`,
    HOME: home,
    TMPDIR: tmpdir(),
    GIT_CONFIG_NOSYSTEM: "1",
  };
  const run = (line: string) => {
    const options = { cwd: repository, env, encoding: "utf8", input: "", timeout: SECONDS * 1000 } as const;
    const { status, stdout, stderr } = spawnSync("bash", ["-c", line], options);
    return { code: status, said: `${stdout}${stderr}` };
  };
  const must = (line: string): void => {
    const { code, said } = run(line);
    if (code !== 0) throw new Error(`${line}: ${code}\n${said}`);
  };
  for (const [name, text] of Object.entries(FILES)) put(`repository/${name}`, text);
  for (const line of PREPARE) must(line);
  cpSync(repository, template, { recursive: true, verbatimSymlinks: true });
  return {
    run(line) {
      // At the same path: reviews belong to the repository that was reviewed.
      rmSync(repository, { recursive: true });
      cpSync(template, repository, { recursive: true, verbatimSymlinks: true });
      return run(line);
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

const LETTERS = ["a", "b", "c", "d", "e", "f", "g"];
const CODE = LETTERS.map((letter) => `export const ${letter} = load("${letter}");\n`).join("\n");

function reviewOf(findings: readonly (readonly [string, number, string])[]): string {
  const lines = (kind: string): string =>
    findings
      .filter(([label]) => label.startsWith(kind))
      .map(
        ([label, at, title]) =>
          `${label}. **${title}** — \`src/load.ts:${at}\`\n\n   \`${CODE.split("\n")[at - 1]}\`\n`,
      )
      .join("\n");
  return `### Important Issues\n\n${lines("I")}\n### Suggestions\n\n${lines("S")}`;
}

const CLAUDE = reviewOf([
  ["I1", 1, "The first value is loaded before the cache is open"],
  ["I2", 3, "A missing file of the second value ends the process"],
  ["I3", 5, "Nobody closes the handle of the third value"],
  ["S1", 7, "The fourth name hides a global"],
  ["S2", 9, "The fifth constant is never read"],
  ["S3", 11, "The sixth path could be shorter"],
  ["S4", 13, "The seventh call wants a comment"],
]);
const CODEX = reviewOf([["I1", 3, "The second value is loaded without a check for a missing file"]]);

const SARIF = {
  version: "2.1.0",
  runs: [{ tool: { driver: { name: "lint" } }, results: [{ message: { text: "Unused" }, ruleId: "unused" }] }],
};

const FILES: Readonly<Record<string, string>> = {
  ".gitignore": "*.md\n*.json\n*.sarif\npath/\narchive/\nreports/\npublic/\n!deep-review.config.json\n",
  "deep-review.config.json": JSON.stringify({
    panels: { house: ["loose-ends", { use: "acp", id: "copilot", command: ["copilot", "--acp"] }] },
  }),
  "src/load.ts": "",
  "claude.md": CLAUDE,
  "codex.md": CODEX,
  "first.md": CLAUDE,
  "second.md": CODEX,
  "results.sarif": JSON.stringify(SARIF),
  "panel.json": JSON.stringify({ findings: [{ id: "1", reviewer: "claude", text: "It is wrong" }] }),
  "script.json": JSON.stringify({
    reviewers: [
      { id: "claude", name: "Claude", family: "one", says: CLAUDE },
      { id: "codex", name: "Codex", family: "two", says: CODEX },
    ],
  }),
};

const REVIEW = "deep-review --scripted script.json --reviewers hazard-lint --quiet --again";
const commit = (message: string, ...lines: string[]): string[] => [
  ...lines,
  "git add -A",
  `git commit -q -m "${message}"`,
];
const PREPARE: readonly string[] = [
  "git init -q -b main",
  ...commit("Begin"),
  "git clone -q --bare . ../origin.git && git remote add origin ../origin.git && git fetch -q origin",
  "git checkout -q -b feature-x",
  ...commit("Try", "echo 'export const x = 1;' > src/x.ts"),
  REVIEW,
  "git checkout -q -b feature main",
  ...commit(
    "Load values",
    `printf '%s' ${JSON.stringify(CODE).replaceAll("'", "'\\''").replaceAll("\\n", "\n").replace(/^"|"$/g, "'").replaceAll('\\"', '"')} > src/load.ts`,
  ),
  REVIEW,
  ...commit("One", "echo 'export const one = 1;' > src/one.ts"),
  REVIEW,
  ...commit("Two", "echo 'export const two = 2;' > src/two.ts"),
  REVIEW,
  'deep-review decline S4 --because "the name says it"',
  "deep-review render last --format md --out path/to/reports && cp path/to/reports/report.md path/to/report.md",
  "deep-review import path/to/reports --archive ./archive",
  "echo 'export const three = 3;' > src/three.ts && git add src/three.ts",
];
