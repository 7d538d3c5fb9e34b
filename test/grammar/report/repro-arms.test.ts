import { expect, test } from "vitest";
import { readBodyParts } from "#grammar/body-parts.ts";
import { readArms } from "#grammar/report/repro-arms.ts";

const sides = (output: string) => readArms(output).arms.map((arm) => `${arm.side}: ${arm.output}`);

test("arms begin with a command and its label, and commands are no output", () => {
  const output = "$ bash probe.sh   # PR head\nok\n$ bash probe.sh   # with the patch below applied\nFAIL\n";
  expect(readArms(output)).toEqual({
    head: "ok",
    arms: [
      { side: "head", label: "PR head", output: "ok" },
      { side: "patched", label: "with the patch below applied", output: "FAIL" },
    ],
  });
});

test("arms begin with a line that names a side", () => {
  const output =
    "# review SHA\none\n# RdSlider.vue from round 1\ntwo\n# merge-base\nthree\n# PR head + fix patch\nfour";
  expect(sides(output)).toEqual(["head: one", "previous: two", "base: three", "patched: four"]);
});

test("a line that names no side is output, and output before the first label is the head's", () => {
  expect(readArms("# tests 3\n# fail 1\n")).toEqual({ head: "# tests 3\n# fail 1", arms: [] });
  expect(sides("broken\n# merge-base\nfine")).toEqual(["head: broken", "base: fine"]);
  expect(readArms("# merge-base\nfine").head).toBe("");
});

test("output of one side has no arms, with or without its command", () => {
  expect(readArms("$ bash probe.sh\none\n$ cat log\ntwo")).toEqual({ head: "one\ntwo", arms: [] });
  expect(readArms("# PR head\none").arms).toEqual([]);
  expect(readArms("")).toEqual({ head: "", arms: [] });
});

test("a finding's repro has its arms, and its output as written", () => {
  const output = "# head\n9\n# base\n3";
  const body = `\`\`\`bash repro\ncat limit\n\`\`\`\n\n\`\`\`text repro-output\n${output}\n\`\`\``;
  expect(readBodyParts(body).repros).toMatchObject([{ output, arms: [{ side: "head" }, { side: "base" }] }]);
});

test("a block `diff patch` is marked among the diffs of the fix", () => {
  const body = "```diff\n-a\n+b\n```\n\n```diff patch\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n```";
  expect(readBodyParts(body).fix).toMatchObject({ diffs: [expect.any(String), expect.any(String)], patches: [1] });
  expect(readBodyParts("```diff\n-a\n+b\n```").fix).toEqual({ diffs: ["-a\n+b"] });
});

test("an endless output is read to its end", () => {
  readArms(`${"$ x # ".repeat(100_000)}\n${"# with the ".repeat(100_000)}\n${"$ a # head\n".repeat(50_000)}`);
});
