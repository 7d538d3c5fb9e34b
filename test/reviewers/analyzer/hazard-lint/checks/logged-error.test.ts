import { expect, test } from "vitest";
import { loggedError } from "#reviewers/analyzer/hazard-lint/checks/logged-error.ts";
import { findLines, goBody } from "./find-lines.ts";

const find = (source: string, only?: number[]) => findLines(loggedError, "go", source, only);
const LOGGED = ["err := store.Put(order)", "if err != nil {", '\tslog.Error("cannot store", "err", err)', "}"];

test("a branch that only logs is found", () => {
  expect(find(goBody(...LOGGED))).toEqual([3]);
});

test("a chain of calls is a log call too", () => {
  expect(
    find(goBody("if err := store.Put(order); err != nil {", '\tlevel.Error(s.logger).Log("msg", err)', "}")),
  ).toEqual([2]);
});

test("a branch that also returns, counts or stores the error is left alone", () => {
  expect(find(goBody(...LOGGED.slice(0, 3), "\treturn err", "}"))).toEqual([]);
  expect(find(goBody(...LOGGED.slice(0, 3), "\tfailures++", "}"))).toEqual([]);
});

test("an error that is returned further down is left alone", () => {
  expect(
    find("func save() error {\n\terr := put()\n\tif err != nil {\n\t\tlog.Println(err)\n\t}\n\treturn err\n}"),
  ).toEqual([]);
});

test("a function without an error result cannot return it", () => {
  expect(find(goBody(...LOGGED).replace(" error {", " {"))).toEqual([]);
});

test("a literal inside is a function of its own", () => {
  expect(find(goBody("go func() {", ...LOGGED, "}()"))).toEqual([]);
});

test("a loop over items goes on with the next one", () => {
  expect(find(goBody("for _, item := range order.Items {", ...LOGGED, "}"))).toEqual([]);
});

test("a comment, clean-up, a fallback and low levels show that it is meant", () => {
  expect(find(goBody(...LOGGED.slice(0, 2), "\t// The cache is a convenience.", ...LOGGED.slice(2)))).toEqual([]);
  expect(find(goBody("if err := file.Close(); err != nil {", "\tlog.Println(err)", "}"))).toEqual([]);
  expect(find(goBody("if err := load(); err != nil {", '\tlog.Println("falling back to defaults", err)', "}"))).toEqual(
    [],
  );
  expect(find(goBody("if err := load(); err != nil {", '\tlog.Debugf("no cache: %v", err)', "}"))).toEqual([]);
});

test("only a branch that is new as a whole is reported", () => {
  expect(find(goBody(...LOGGED), [4])).toEqual([]);
});

test("a warning counts only where the result of the failed call is used", () => {
  const warned = (rest: string) => goBody("size, err := measure()", "if err != nil {", "\tlog.Warn(err)", "}", rest);
  expect(find(warned("use(order)"))).toEqual([]);
  expect(find(warned("use(size)"))).toEqual([3]);
});

test("an error that is looked at again is left alone", () => {
  expect(find(goBody(...LOGGED, "if err != nil && strict {", "\tundo()", "}"))).toEqual([]);
});

test("the text of an error in a warning does not make it graver", () => {
  expect(find(goBody("if err := scanner.Err(); err != nil {", "\tlog.Warn(err.Error())", "}"))).toEqual([]);
});
