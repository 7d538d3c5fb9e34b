import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A project with some folders, each file with a few functions that use those of other files, tests and documents. */
export function generateProject(folder: string, files: number, changed: number): void {
  mkdirSync(folder, { recursive: true });
  git(folder, "init", "-q");
  for (let at = 0; at < files; at += 1) put(folder, pathOf(at), contentOf(at, files, 1));
  commit(folder, "Generate the project");
  for (let at = 0; at < changed; at += 1)
    put(folder, pathOf(at * Math.floor(files / changed)), contentOf(at, files, 2));
  commit(folder, "Change some of it");
}

/** Where a generated file stands. */
export function pathOf(at: number): string {
  const group = `part${Math.floor(at / 50)}`;
  if (at % 10 === 9) return `docs/${group}/page${at}.md`;
  return at % 5 === 4 ? `test/${group}/unit${at}.test.ts` : `src/${group}/unit${at}.ts`;
}

/** What stands in it. */
export function contentOf(at: number, files: number, version: number): string {
  if (at % 10 === 9) return `# Page ${at}\n\nSee \`src/part0/unit${at % 4}.ts\` and \`compute${at}\`.\n`;
  const lines = [
    `// Unit ${at} of the generated project.`,
    `import { compute${(at + 1) % files} } from "./unit${(at + 1) % files}.ts";`,
  ];
  for (let part = 0; part < 8; part += 1) {
    lines.push(
      `export function compute${at}${part === 0 ? "" : `Part${part}`}(value: number): number {`,
      `  if (value > ${part * version}) return compute${(at + 1) % files}(value - 1);`,
      `  return value + ${version};`,
      "}",
      "",
    );
  }
  return lines.join("\n");
}

/** Writes a file there. */
export function put(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function commit(folder: string, message: string): void {
  git(folder, "add", "-A");
  git(folder, "commit", "-qm", message);
}

/** Runs git there, with an identity of the bench. */
export function git(folder: string, ...args: string[]): void {
  const identity = [
    "-c",
    "user.name=bench",
    "-c",
    "user.email=bench@example.invalid",
    "-c",
    "commit.gpgsign=false",
    "-c",
    "gc.auto=0",
  ];
  spawnSync("git", [...identity, ...args], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder, GIT_CONFIG_NOSYSTEM: "1" },
  });
}
