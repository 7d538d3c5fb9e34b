import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { runProgram } from "../helpers/run-program.ts";
import { removeFolder } from "../helpers/remove-folder.ts";

let folder = "";
const environment = () => ({ PATH: process.env["PATH"], HOME: folder, TMPDIR: tmpdir(), GIT_CONFIG_NOSYSTEM: "1" });
const git = (...args: string[]): void => {
  const who = ["-c", "user.name=t", "-c", "user.email=t@example.invalid"];
  execFileSync("git", [...who, ...args], { cwd: join(folder, "repo"), env: environment(), stdio: "pipe" });
};
const put = (path: string, content: string): void => {
  mkdirSync(dirname(join(folder, "repo", path)), { recursive: true });
  writeFileSync(join(folder, "repo", path), content);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-seen-"));
  mkdirSync(join(folder, "repo"));
  git("init", "-q", "-b", "main");
  put("src/a.ts", "export function sum(items) {\n  return 0;\n}\n");
  git("add", "-A");
  git("commit", "-qm", "Begin");
  git("checkout", "-qb", "feature");
});
afterEach(() => removeFolder(folder));

/** A round in which one reviewer raises one important finding; what became of it. */
async function rulingOn(finding: string): Promise<Review["clusters"][number]["ruling"] | undefined> {
  git("add", "-A");
  git("commit", "-qm", "Sum");
  const says = `### Critical Issues\n\nNone.\n\n### Important Issues\n\n${finding}\n\n### Suggestions\n\nNone.\n`;
  writeFileSync(join(folder, "script.json"), JSON.stringify({ reviewers: [{ id: "ada", name: "Ada", says }] }));
  const archive = join(folder, "archive");
  const args = ["main..feature", "--scripted", join(folder, "script.json"), "--archive", archive, "--quiet"];
  runProgram(args, { env: environment(), cwd: join(folder, "repo") });
  const [id = ""] = readdirSync(join(archive, "reviews"));
  const review = JSON.parse(readFileSync(join(archive, "reviews", id, "review.json"), "utf8")) as Review;
  return review.clusters.find(({ members }) => members.some((member) => member.finding === "ada:I1"))?.ruling;
}

const LINE = "const total = items.reduce((sum, item) => sum + item.price, 0);";
const ACCENTED = LINE.replace("total", "t\u00F6tal");
const raised = (path: string, quote?: string): string =>
  `I1. **The sum is wrong for empty items** — \`${path}\` (important, regression)\n\n${quote === undefined ? "" : `\`\`\`ts\n${quote}\n\`\`\`\n\n`}It is.`;

test.each([
  ["zero-width spaces", LINE.replaceAll(" ", " \u200B")],
  ["soft hyphens", LINE.replaceAll("t", "t\u00AD")],
  ["brackets of full width", LINE.replaceAll("(", "（").replaceAll(")", "）")],
  ["accents in two characters", ACCENTED.normalize("NFD"), ACCENTED],
  ["Cyrillic letters", LINE.replaceAll("o", "о")],
  ["letters that are written over", LINE.replaceAll(" ", " x\b")],
  ["colours of a terminal", `\u001B[8m${LINE}\u001B[0m`],
])("a line with %s cannot refute who quotes it as it is seen", async (_, line, quote = LINE) => {
  put("src/a.ts", `export function sum(items) {\n  ${line}\n  return total;\n}\n`);
  expect(await rulingOn(raised("src/a.ts:2", quote))).toMatchObject({ kind: "keep", severity: "important" });
});

test.each([
  ["accents in two characters", "src/pru\u0308fung.ts", "src/prüfung.ts:1"],
  ["a tab", "src/a\tb.ts", "src/a b.ts:1"],
  ["a quotation mark", 'src/a"b.ts', 'src/a\\"b.ts:1'],
  ["Cyrillic letters", "src/оld.ts", "src/old.ts:1"],
])("a file with %s in its name cannot refute who names it as it is seen", async (_, path, cited) => {
  put(path, "export const total = 1;\n");
  expect(await rulingOn(raised(cited))).toMatchObject({ kind: "keep", severity: "important" });
});

test("what is made up still falls", async () => {
  put("src/a.ts", `export function sum(items) {\n  ${LINE}\n  return total;\n}\n`);
  expect(await rulingOn(raised("src/a.ts:2", "for (const each of everything) total -= each.discount;"))).toMatchObject({
    kind: "drop",
    reason: "refuted",
  });
});
