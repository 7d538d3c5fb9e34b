import { expect, test } from "vitest";
import { namesIn } from "#reviewers/analyzer/loose-ends/checks/message-name.ts";
import { fixedParts } from "#reviewers/analyzer/loose-ends/checks/old-message.ts";
import { dataTokens, mask, subjects } from "#reviewers/analyzer/loose-ends/text/data-tokens.ts";
import { pathsIn } from "#reviewers/analyzer/loose-ends/text/paths-in-text.ts";
import { settingsOn } from "#reviewers/analyzer/loose-ends/text/settings.ts";

const tokens = (line: string): string[] => dataTokens(line).map(({ kind, text }) => `${kind} ${text}`);

test.each([
  ["FROM orders:1.24.3-alpine", ["version 1.24.3"]],
  ["uses: acme/setup@v4.1.0", ["version v4.1.0"]],
  ["see https://example.org/a/v1.2.3/b.json.", ["url https://example.org/a/v1.2.3/b.json"]],
  [`digest: sha256:${"a1".repeat(32)}`, [`digest sha256:${"a1".repeat(32)}`]],
  ["listen on localhost:6443", ["port 6443"]],
  ["orderPort: 6443", ["port 6443"]],
  ["ORDER_PORT=6443", ["port 6443"]],
  ['read("settings.json")', ["file settings.json"]],
])("%s holds data", (line, expected) => {
  expect(tokens(line)).toEqual(expected);
});

test.each([
  "chmod 0755 file",
  "in 2024 there were 6443 orders",
  "10.0.0.1",
  "1.2",
  "a.b.c()",
  "src/settings.json",
  "max: 100",
])("%s holds none", (line) => {
  expect(tokens(line)).toEqual([]);
});

test("lines that differ in data only have the same mask", () => {
  expect(mask("image: orders:1.2.3")).toBe(mask("image:  orders:1.2.4"));
  expect(mask("image: orders:1.2.3")).not.toBe(mask("image: goods:1.2.3"));
});

test("a line is about its words, not about its form or its data", () => {
  expect(subjects('const orderPort = 6443; // version "1.2.3"')).toEqual(["order"]);
});

test("a line of data is not read", () => {
  expect(dataTokens("x ".repeat(500_000) + "https://example.org/a")).toEqual([]);
});

test("lines made to be slow are read to their end", () => {
  for (const piece of ["1.", "a", "/", ":6443", "https://", "a.b-", "--a", "a/b", "("]) {
    const line = piece.repeat(1000 / piece.length);
    for (const read of [dataTokens, pathsIn, settingsOn, namesIn, fixedParts]) expect(read(line)).toBeDefined();
  }
});
