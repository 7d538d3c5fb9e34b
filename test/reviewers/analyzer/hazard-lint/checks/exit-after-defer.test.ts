import { expect, test } from "vitest";
import { exitAfterDefer } from "#reviewers/analyzer/hazard-lint/checks/exit-after-defer.ts";
import { findLines, goBody } from "./find-lines.ts";

const find = (lines: string[], only?: number[]) => findLines(exitAfterDefer, "go", goBody(...lines), only);

test("an exit after a defer is found, whichever of the two is new", () => {
  const lines = ["defer file.Close()", "work()", "os.Exit(1)"];
  expect(find(lines)).toEqual([4]);
  expect(find(lines, [2])).toEqual([4]);
  expect(find(lines, [4])).toEqual([4]);
  expect(find(lines, [3])).toEqual([]);
});

test("an exit before the defer skips nothing", () => {
  expect(find(["if bad {", "\tos.Exit(1)", "}", "defer file.Close()"])).toEqual([]);
});

test("a defer or exit in a function literal belongs to that literal", () => {
  expect(find(["go func() {", "\tdefer file.Close()", "}()", "os.Exit(1)"])).toEqual([]);
  expect(find(["defer file.Close()", "go func() {", "\tos.Exit(1)", "}()"])).toEqual([]);
});

test("what the end of the process does anyway need not run", () => {
  expect(find(["defer cancel()", "defer mu.Unlock()", "defer ticker.Stop()", 'log.Fatal("x")'])).toEqual([]);
  expect(find(["defer func() {", "\trecover()", "}()", "os.Exit(1)"])).toEqual([]);
});

test("a deferred literal that cleans up counts", () => {
  expect(find(["defer func() {", "\t_ = os.RemoveAll(dir)", "}()", 'log.Fatalf("x")'])).toEqual([5]);
});
