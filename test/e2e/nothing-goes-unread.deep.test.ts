import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { runProgram } from "../helpers/run-program.ts";
import { verdictOf } from "./rounds/life.ts";
import { removeFolder } from "../helpers/remove-folder.ts";

let folder = "";
const environment = () => ({
  PATH: process.env["PATH"],
  HOME: join(folder, ".git/home"),
  TMPDIR: tmpdir(),
  GIT_CONFIG_NOSYSTEM: "1",
  NO_COLOR: "1",
});
const git = (...args: string[]): string => {
  const who = ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...who, ...args], {
    cwd: folder,
    env: environment(),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
};
const at = (path: string): string => join(folder, path);
const put = (path: string, content: string | Buffer): void => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), content);
};
const move = (from: string, to: string): void => {
  mkdirSync(dirname(at(to)), { recursive: true });
  renameSync(at(from), at(to));
};

/** In parts, so that scanners do not take it for a leak. */
const TOKEN = `${"ghp_"}R7kQ2mXv9LpTz4WcY8sBn3HdJf6GaE1uKoVi`;
const STOP = "export const stop = () => {\n  debugger;\n};\n";
const numbered = (count: number, name: string): string =>
  Array.from({ length: count }, (_, number) => `export const ${name}${number} = ${number};\n`).join("");
const lockOf = (version: string, packages: number): string =>
  JSON.stringify(
    { lockfileVersion: 3, all: Array.from({ length: packages }, (_, id) => `p${id}@${version}`) },
    null,
    1,
  );

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-unread-"));
  git("init", "-q", "-b", "main");
  put("src/a.ts", "export const a = 1;\n");
  put(".gitignore", ".deep-review/\n");
});
afterEach(() => removeFolder(folder));

/** Commits what is there as the base; what follows is the change, with one readable file. */
function begin(files: Readonly<Record<string, string>> = {}): void {
  const config = { ignore: ["legacy/**"], reviewers: { "loose-ends": false, "test-scout": false } };
  put("deep-review.config.json", JSON.stringify(config));
  for (const [path, content] of Object.entries(files)) put(path, content);
  git("add", "-A");
  git("commit", "-qm", "Begin");
  git("checkout", "-qb", "feature");
  put("src/a.ts", "export const a = 2;\n");
}

function commit(): void {
  git("add", "-A");
  git("commit", "-qm", "Change");
}

async function review(...args: string[]): Promise<{ code: number; record: Review; because: string }> {
  const { status: code } = runProgram(args, { env: environment(), cwd: folder });
  const reviews = at(".deep-review/reviews");
  const id = readdirSync(reviews).sort().at(-1) ?? "";
  const record = JSON.parse(readFileSync(join(reviews, id, "review.json"), "utf8")) as Review;
  return { code, record, because: record.verdict.because };
}

const foundIn = ({ clusters, findings }: Review): Set<string> =>
  new Set(
    clusters.flatMap(({ ruling, speaker }) => {
      const words = findings.find(({ id }) => id === speaker);
      return ruling.kind === "keep" ? (words?.locations ?? []).map(({ path }) => path) : [];
    }),
  );

test("what was skipped, ignored or no code before the change is read whole when it becomes code", async () => {
  const lock = `# yarn lockfile v1\n${'a@1:\n  version "1"\n'.repeat(100)}`;
  begin({
    "src/api.gen.ts": numbered(40, "api") + STOP,
    "src/marked.ts": `// @generated\n${numbered(40, "marked")}${STOP}`,
    "vendor/lib.ts": numbered(40, "lib") + STOP,
    "legacy/old.ts": numbered(40, "old") + STOP,
    "docs/sample.txt": numbered(40, "sample") + STOP,
    "docs/copied.md": numbered(40, "copied") + STOP,
    "yarn.lock": lock,
  });
  move("src/api.gen.ts", "src/api.ts");
  put("src/marked.ts", numbered(40, "marked") + STOP);
  move("vendor/lib.ts", "src/lib.ts");
  move("legacy/old.ts", "src/old.ts");
  move("docs/sample.txt", "src/sample.ts");
  put("src/copied.ts", numbered(40, "copied") + STOP);
  put("docs/copied.md", `${numbered(40, "copied")}${STOP}more\n`);
  rmSync(at("yarn.lock"));
  put("src/locked.gen.ts", `/*\n${lock}*/\n${STOP}`);
  commit();
  const { record } = await review("main..feature");
  const code = ["api", "marked", "lib", "old", "sample", "copied", "locked.gen"].map((name) => `src/${name}.ts`);
  expect(foundIn(record)).toEqual(new Set(code));
  expect(record.scope.files.filter(({ listed }) => listed !== undefined)).toEqual([]);
});

test("a file that moves into an ignored folder, a lock file that is code, and decisions that are none are read", async () => {
  begin({ "src/auth.ts": numbered(40, "auth"), "mix.lock": '%{\n  "a": {:hex, :a, "1.0.0", [:mix], []},\n}\n' });
  move("src/auth.ts", "legacy/auth.ts");
  put("mix.lock", '%{\n  "a": {:hex, IO.puts "run"},\n}\n');
  put(".deep-review/decisions.jsonl", "run();\n");
  git("add", "-f", ".deep-review/decisions.jsonl");
  commit();
  rmSync(at(".deep-review/decisions.jsonl"));
  const { record } = await review("main..feature");
  expect(record.scope.files.filter(({ listed }) => listed !== undefined)).toEqual([]);
  expect(record.scope.files.map(({ path }) => path)).toContain("legacy/auth.ts");
});

test("large lock files and generated files stay skipped, with their lines, and the shortest are searched first", async () => {
  begin({
    "package-lock.json": lockOf("1.0.0", 120_000),
    "src/api.gen.ts": numbered(60_000, "generatedNumber"),
    "src/nul.gen.ts": numbered(5, "nul"),
    "z/last.gen.ts": "export const last = 1;\n",
    "logo.psd": `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 12\n`,
  });
  put("package-lock.json", lockOf("1.0.1", 120_000));
  put("src/api.gen.ts", numbered(60_000, "generatedNumberNow"));
  put("src/nul.gen.ts", `${numbered(5, "nul")}//\0\nmore();\n`);
  rmSync(at("logo.psd"));
  commit();
  const quiet = await review("main..feature");
  expect(verdictOf(quiet.record)).toBe("checks-only, nothing");
  expect(quiet.because).toContain("not read: 1 lock file (240,000 lines), 2 generated files (120,002 lines)");
  put("z/last.gen.ts", `export const last = "${TOKEN}";\n`);
  commit();
  const leaking = await review("main..feature");
  expect(verdictOf(leaking.record)).toBe("checks-only, critical");
});

test("what the working tree does not show, what git was told not to see and what paths leave out is told", async () => {
  begin({ "src/b.ts": "export const b = 1;\n", "src/c.ts": "export const c = 1;\n", "hooks/check": "test\n" });
  chmodSync(at("hooks/check"), 0o755);
  commit();
  chmodSync(at("hooks/check"), 0o644);
  put("src/b.ts", STOP);
  git("add", "src/b.ts");
  put("src/b.ts", "export const b = 2;\n");
  git("update-index", "--assume-unchanged", "src/c.ts");
  put("src/c.ts", STOP);
  put("nested/x.ts", STOP);
  execFileSync("git", ["init", "-q", at("nested")], { env: environment() });
  git("-C", at("nested"), "commit", "-q", "--allow-empty", "-m", "Inside");
  const { because } = await review("--uncommitted");
  expect(because).toContain("untracked repositories inside this one: nested/");
  expect(because).toContain("staged with other content than the reviewed working tree: src/b.ts");
  expect(because).toContain("changed but marked as unchanged for git, and not reviewed: src/c.ts");
  expect(because).toContain("1 file no longer executable: hooks/check");
  const narrowed = await review("--uncommitted", "--", "src/b.ts");
  expect(narrowed.because).toContain("not covered: 1 of 2 changed files, outside src/b.ts");
});

test("a file that cannot be read is told also where paths narrow the review, and so are too many untracked ones", async () => {
  begin({ ".gitattributes": "*.enc.ts filter=hide\n", "src/b.enc.ts": "export const b = 1;\n" });
  git("config", "filter.hide.clean", "cat");
  put("src/b.enc.ts", STOP);
  const narrowed = await review("--", "src");
  expect(narrowed.code).toBe(3);
  expect(narrowed.because).toContain("1 file was not read: src/b.enc.ts (passes through a filter program");
  git("checkout", "-q", "--", "src/b.enc.ts");
  mkdirSync(at("out"));
  for (let file = 0; file <= 20_000; file += 1) writeFileSync(at(`out/${file}.ts`), "");
  const many = await review();
  expect(many.code).toBe(3);
  expect(many.because).toContain("1 file was not read: out/ (20,001 untracked files");
});

test("two files of the same content, of which git shows one only, are both read", async () => {
  begin();
  put(".git/info/attributes", "*.aaa -diff\n");
  put("src/b.aaa", STOP);
  put("src/b.ts", STOP);
  commit();
  const { record } = await review("main..feature");
  expect(foundIn(record)).toContain("src/b.ts");
});

test("neither line ends of another kind, nor padding, nor a name hides code", async () => {
  begin();
  put("src/returns.ts", `// fine\r${STOP.replaceAll("\n", "\r")}`);
  put("src/separator.ts", "// fine\u2028open();\n");
  put("src/turned.ts", "const level = 'user\u202e'; // \u2066admin\n");
  put("src/padded.ts", `export const stop = () => {\n  debugger;${" ".repeat(2001)}\n};\n`);
  put("src/fixtures/token.ts", `export const token = "${TOKEN}";\n`);
  put("src/examples/token.ts", `export const other = "${TOKEN.slice(0, -4)}1234";\n`);
  put("src/a\\b.ts", STOP);
  put(`src/${"c".repeat(200)}/${`${"d".repeat(200)}/`.repeat(5)}long.ts`, STOP);
  put("src/crlf.ts", "export const fine = 1;\r\n// fine\r\n");
  commit();
  const { record } = await review("main..feature");
  const names = ["returns", "separator", "turned", "padded", "fixtures/token", "examples/token", "a\\b", "long"];
  const found = [...foundIn(record)].map((path) => path.replace(/c{200}.*d\//, ""));
  expect(new Set(found)).toEqual(new Set(names.map((name) => `src/${name}.ts`)));
});

test("two names that are shown alike do not speak for each other", async () => {
  begin({ "src/\\xff.gen.ts": "export const old = 1;\n" });
  put("src/\\xff.gen.ts", "export const old = 2;\n");
  writeFileSync(Buffer.concat([Buffer.from(at("src/")), Buffer.from([0xff]), Buffer.from(".gen.ts")]), STOP);
  commit();
  const { code, because } = await review("main..feature");
  expect(code).toBe(3);
  expect(because).toContain("2 files were not read");
});

const describeOf = (path: string, quote: string): string =>
  `## Findings\n\n### Critical Issues\n\nNone.\n\n### Important Issues\n\n**I1. This opens a hole**\n- **File:** \`${path}:1\`\n\n\`\`\`\n${quote}\n\`\`\`\n\nIt lets everybody in.\n\n### Suggestions\n\nNone.\n`;

test.each([
  [
    "current.ts",
    "../../../../etc/shadow-passwords",
    () => symlinkSync("../../../../etc/shadow-passwords", at("current.ts")),
  ],
  ["run.sh", "old mode 100644\nnew mode 100755", () => chmodSync(at("run.sh"), 0o755)],
  ["gone.ts", "../where-the-link-went-before", () => rmSync(at("gone.ts"))],
])("what a reviewer says of %s is not refuted by what it is", async (path, quote, change) => {
  symlinkSync("../where-the-link-went-before", at("gone.ts"));
  begin({ "run.sh": "echo\n" });
  change();
  commit();
  put(".git/script.json", JSON.stringify({ reviewers: [{ id: "ada", name: "Ada", says: describeOf(path, quote) }] }));
  const { record } = await review("main..feature", "--scripted", at(".git/script.json"));
  expect(record.verdict.kind).toBe("merge-with-fixes");
});
