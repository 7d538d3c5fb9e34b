import { expect, test } from "vitest";
import { scalarAsArray } from "#reviewers/analyzer/hazard-lint/checks/scalar-as-array.ts";
import { findLines } from "./find-lines.ts";

const find = (...lines: string[]) => findLines(scalarAsArray, "bash", lines.join("\n"));

test("text expanded as an array is found", () => {
  expect(find('hosts="a b"', 'for h in "${hosts[@]}"; do ping "$h"; done')).toEqual([2]);
  expect(find("run() {", "  local args=$1", '  tool "${args[@]}"', "}")).toEqual([3]);
});

test.each([
  ["a list", "hosts=(a b)"],
  ["a list that grows", "hosts=''\nhosts+=(a)"],
  ["an element", "hosts[0]=a"],
  ["declare -a", "declare -a hosts\nhosts=''"],
  ["local -A", "local -A hosts"],
  ["mapfile", "hosts=''\nmapfile -t hosts < file"],
  ["read -a", "hosts=''\nread -ra hosts <<< text"],
  ["a name reference", "local -n hosts=$1"],
  ["a function that fills it", "hosts=''\nlist_hosts hosts"],
  ["nothing that is seen here", "echo"],
])("%s may be an array", (_, made) => {
  expect(find(...made.split("\n"), 'ping "${hosts[@]}"')).toEqual([]);
});

test("a comment about it is no use of it", () => {
  expect(find("hosts=a", '# "${hosts[@]}"')).toEqual([]);
});
