import { expect, test } from "vitest";
import type { Language } from "#model/change/change-index.ts";
import { sleepInLoop } from "#reviewers/analyzer/hazard-lint/checks/sleep-in-loop.ts";
import { findLines } from "./find-lines.ts";

test.each<[Language, string]>([
  ["go", "for !ready() {\n\ttime.Sleep(interval)\n}"],
  ["typescript", "while (!(await isReady())) {\n  await sleep(100);\n}"],
  [
    "typescript",
    "while (true) {\n  if (await isReady()) break;\n  await new Promise((resolve) => setTimeout(resolve, 100));\n}",
  ],
  ["python", "while not ready():\n    time.sleep(1)"],
  ["bash", "until curl -s localhost:8080; do\n  sleep 1\ndone"],
  ["bash", "while ! ready\ndo\n  sleep 1\ndone"],
  ["java", "while (!ready()) {\n  Thread.sleep(100);\n}"],
  ["rust", "loop {\n    if ready() { break; }\n    thread::sleep(pause);\n}"],
  ["ruby", "until ready?\n  sleep 1\nend"],
  ["csharp", "while (!Ready()) {\n  await Task.Delay(100);\n}"],
])("%s: %s", (language, source) => {
  expect(findLines(sleepInLoop, language, source)).toEqual([1]);
});

test.each<[string, Language, string]>([
  ["tries are counted", "go", "for i := 0; i < 10; i++ {\n\ttime.Sleep(interval)\n}"],
  ["tries are counted", "bash", "for n in 1 2 3; do\n  ready && break\n  sleep 1\ndone"],
  ["tries are counted", "python", "while not ready():\n    tries += 1\n    check(tries)\n    time.sleep(1)"],
  [
    "there is a deadline",
    "typescript",
    "while (!ready()) {\n  if (Date.now() > deadline) throw late();\n  await sleep(100);\n}",
  ],
  ["it can be cancelled", "go", "for {\n\tif ctx.Err() != nil {\n\t\treturn\n\t}\n\ttime.Sleep(interval)\n}"],
  ["it is to run for ever", "bash", "while true; do\n  collect\n  sleep 60\ndone"],
  ["it is to run for ever", "python", "while True:\n    collect()\n    time.sleep(60)"],
  ["it works through items", "go", "for _, item := range items {\n\ttime.Sleep(interval)\n}"],
  ["it works through lines", "bash", "while read -r line; do\n  sleep 1\ndone"],
  ["there is no loop", "python", "def pause():\n    time.sleep(1)"],
  ["the sleep is in a comment", "go", "for !ready() {\n\t// time.Sleep(interval)\n}"],
])("not when %s (%s)", (_, language, source) => {
  expect(findLines(sleepInLoop, language, source)).toEqual([]);
});

test("a loop around it that counts is a limit too", () => {
  expect(findLines(sleepInLoop, "go", "for i := 0; i < 3; i++ {\n\tfor !ready() {\n\t\ttime.Sleep(x)\n\t}\n}")).toEqual(
    [],
  );
});
