import { describe, expect, test } from "vitest";
import { findRelatedFiles } from "#steps/build-context/pack/find-related-files.ts";
import { added } from "../arbitrary-change.ts";

const kinOf = (...paths: readonly string[]): string[] =>
  findRelatedFiles(paths.map((path) => added(path, 1))).map((pair) => [...pair].sort().join(" "));

describe("a test and its subject are kin", () => {
  test.each([
    ["src/mail.ts", "test/mail.test.ts"],
    ["pkg/mail.go", "pkg/mail_test.go"],
    ["app/mail.py", "tests/test_mail.py"],
    ["main/Mail.java", "check/MailTest.java"],
    ["lib/mail.rb", "spec/mail_spec.rb"],
    ["src/mail.ts", "test/mail.property.test.ts"],
  ])("%s and %s", (subject, own) => {
    expect(kinOf(subject, own)[0]).toBe([subject, own].sort().join(" "));
  });
});

test("files that moved together in the past are kin", () => {
  const past = new Map([["a/one.ts", [{ path: "b/two.ts", together: 4, commits: 5 }]]]);
  expect(findRelatedFiles([added("a/one.ts", 1), added("b/two.ts", 1)], past)).toEqual([["a/one.ts", "b/two.ts"]]);
});

test("a file is kin of the one whose name its lines hold", () => {
  const [pair] = findRelatedFiles([
    added("a/queue.ts", 1),
    added("b/c/send.ts", 1, 'import { push } from "../a/queue.ts";'),
  ]);
  expect(pair).toEqual(["a/queue.ts", "b/c/send.ts"]);
});

test("a name that everybody holds makes no kin", () => {
  const users = Array.from({ length: 20 }, (_, at) => added(`${String.fromCharCode(97 + at)}/x/u.ts`, 1, "queue"));
  const kin = findRelatedFiles([added("zz/y/queue.ts", 1), ...users]);
  expect(kin.filter((pair) => pair.includes("zz/y/queue.ts"))).toEqual([]);
});

test("files of one folder are kin, files of two are not", () => {
  expect(kinOf("src/a/x.ts", "src/a/y.ts", "lib/b/z.ts")).toContain("src/a/x.ts src/a/y.ts");
  expect(kinOf("src/a/x.ts", "lib/b/z.ts")).toEqual([]);
});
