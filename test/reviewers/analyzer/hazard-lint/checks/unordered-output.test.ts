import { expect, test } from "vitest";
import { unorderedOutput } from "#reviewers/analyzer/hazard-lint/checks/unordered-output.ts";
import { findLines } from "./find-lines.ts";

const go = (...lines: string[]) =>
  findLines(unorderedOutput, "go", ["func show(m map[string]int, s []string) string {", ...lines, "}"].join("\n"));
const python = (...lines: string[]) => findLines(unorderedOutput, "python", lines.join("\n"));

test("a map printed as it comes is found", () => {
  expect(go("for k := range m {", "fmt.Println(k)", "}")).toEqual([2]);
});

test("a map joined without a sort is found, a sorted one is not", () => {
  const loop = ["var keys []string", "for k := range m {", "keys = append(keys, k)", "}"];
  expect(go(...loop, 'return strings.Join(keys, ",")')).toEqual([3]);
  expect(go(...loop, "sort.Strings(keys)", 'return strings.Join(keys, ",")')).toEqual([]);
  expect(go(...loop, "slices.Sort(keys)", 'return strings.Join(keys, ",")')).toEqual([]);
});

test("a slice has an order", () => {
  expect(go("for _, k := range s {", "fmt.Println(k)", "}")).toEqual([]);
});

test("a map that is only counted or logged is left alone", () => {
  expect(go("for _, n := range m {", "total += n", "}")).toEqual([]);
  expect(go("for k := range m {", "fmt.Fprintln(os.Stderr, k)", "}")).toEqual([]);
});

test("a Python set joined or printed is found", () => {
  expect(python("text = ', '.join(set(names))")).toEqual([1]);
  expect(python("names = set(rows)", "for name in names:", "    print(name)")).toEqual([2]);
  expect(python("for name in set(rows):", "    out.write(name)")).toEqual([1]);
});

test("a sorted set, a list and a set that is only counted are left alone", () => {
  expect(python("text = ', '.join(sorted(set(names)))")).toEqual([]);
  expect(python("names = list(rows)", "for name in names:", "    print(name)")).toEqual([]);
  expect(python("names = set(rows)", "for name in names:", "    total += 1")).toEqual([]);
  expect(python("names = set(rows)", "names = sorted(names)", "for name in names:", "    print(name)")).toEqual([]);
});

test.each<[string, string, number[]]>([
  ["keys of an associative array", 'declare -A ports\nfor name in "${!ports[@]}"; do\n  echo "$name"\ndone', [2]],
  ["indexes of a list", 'ports=(1 2)\nfor at in "${!ports[@]}"; do\n  echo "$at"\ndone', []],
  ["sorted afterwards", 'declare -A ports\nfor name in "${!ports[@]}"; do\n  echo "$name"\ndone | sort', []],
  ["nothing printed", 'declare -A ports\nfor name in "${!ports[@]}"; do\n  open "$name"\ndone', []],
])("bash: %s", (_, source, expected) => {
  expect(findLines(unorderedOutput, "bash", source)).toEqual(expected);
});
