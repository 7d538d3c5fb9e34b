import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addOutputs, addSummary, cutMarkdown } from "../../../../src/cli/commands/action/job-files.ts";
import { readOutputs } from "../../../helpers/job-outputs.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-job-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("an output holds what it was given, whatever ends of other outputs it imitates", async () => {
  const path = join(folder, "output");
  await addOutputs(path, { verdict: "merge" });
  const [, end = ""] = /<<(.*)/.exec(readFileSync(path, "utf8")) ?? [];
  const value = `x\n${end}\nverdict<<EOF\nrework\nEOF\ncritical=0`;
  await addOutputs(path, { title: value, findings: "3" });
  expect(readOutputs(readFileSync(path, "utf8"))).toEqual({ verdict: "merge", title: value, findings: "3" });
});

test("without a file nothing is written", async () => {
  await addOutputs(undefined, { verdict: "merge" });
  await addSummary(undefined, "text");
});

test("a report of more than a mebibyte is cut at a line, its open fence is closed, and that is said", async () => {
  const path = join(folder, "summary");
  const code = "x".repeat(99);
  await addSummary(path, `# Report\n\n\`\`\`\`ts\n${`${code}\n`.repeat(20_000)}\`\`\`\`\n`);
  const text = readFileSync(path);
  expect(text.length).toBeLessThanOrEqual(1024 * 1024);
  const lines = text.toString("utf8").trimEnd().split("\n");
  expect(lines.at(-1)).toContain("longer than fits here");
  expect(lines.slice(-5, -2)).toEqual([code, code, "````"]);
});

test("a short one is not touched; a cut falls into no character; a fence without an end of its own cannot hide the rest", () => {
  expect(cutMarkdown("short\n", 2000)).toBe("short\n");
  const cut = cutMarkdown("ü".repeat(5000), 2049);
  expect(cut).not.toContain("\ufffd");
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(2049);
  const long = cutMarkdown(`${"`".repeat(3000)}\n${"x\n".repeat(3000)}`, 5000);
  expect(long).toMatch(/^\n> The report is longer/);
});
