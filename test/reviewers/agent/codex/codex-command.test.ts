import { expect, test } from "vitest";
import { readCodexCommand } from "#reviewers/agent/codex/codex-command.ts";

test.each([
  [`/bin/bash -c "cat '/desk/code/a b.ts'"`, "read", ["/desk/code/a b.ts"]],
  ["/bin/bash -lc 'sed -n 1,20p code/a.ts'", "read", ["code/a.ts"]],
  [`/usr/bin/zsh -lc "nl -ba code/a.ts | sed -n '10,40p'"`, "read", ["code/a.ts"]],
  ["/bin/bash -c 'head -n 20 code/a.ts && tail -n +5 code/b.ts'", "read", ["code/a.ts", "code/b.ts"]],
  [`/bin/bash -c "rg -n 'foo|bar' code/src"`, "search", ["code/src"]],
  ["/bin/bash -c 'ls -la code'", "list", ["code"]],
  ["/bin/bash -c 'git log --oneline'", "run", []],
  ["/bin/bash -c 'cat code/a.ts && npm test'", "run", ["code/a.ts"]],
  ["/bin/bash -c 'cat a > b'", "run", []],
  ["/bin/bash -c 'sed -i s/a/b/ code/a.ts'", "run", []],
  ["/bin/bash -c 'find . -delete'", "run", []],
  ["pwd", "list", []],
  ["", "run", []],
])("%s: %s of %j", (command, action, paths) => {
  expect(readCodexCommand(command)).toMatchObject({ action, paths });
});

test("the shell around a line is taken off, with its quotes", () => {
  expect(readCodexCommand(`/bin/bash -c 'echo '\\''a'\\'' "$B"'`).line).toBe(`echo 'a' "$B"`);
  expect(readCodexCommand('/bin/bash -lc "echo \\"a\\" \\$B"').line).toBe('echo "a" $B');
  expect(readCodexCommand("cargo test").line).toBe("cargo test");
});

test("odd lines of any length are no trouble", () => {
  for (const odd of ['"'.repeat(3999), "'".repeat(3999), '\\"'.repeat(1999), "|".repeat(3999), "a".repeat(5_000_000)]) {
    expect(readCodexCommand(odd).action).toBe("run");
  }
});
