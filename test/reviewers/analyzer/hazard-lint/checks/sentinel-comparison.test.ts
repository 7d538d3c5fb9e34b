import { expect, test } from "vitest";
import { sentinelComparison } from "#reviewers/analyzer/hazard-lint/checks/sentinel-comparison.ts";
import { findLines, goBody } from "./find-lines.ts";

const find = (...lines: string[]) => findLines(sentinelComparison, "go", goBody(...lines));

test("named errors compared with == or != are found", () => {
  expect(find("err := find()", "if err == ErrGone {", "}")).toEqual([3]);
  expect(find("err := find()", "if err != nil && err != sql.ErrNoRows {", "}")).toEqual([3]);
  expect(find("err := client.Do()", "if err == context.Canceled {", "}")).toEqual([3]);
  expect(find("err := loadAll(r)", "if err != io.EOF {", "}")).toEqual([3]);
});

test("nil, other variables and errors.Is are left alone", () => {
  expect(find("err := find()", "if err == nil {", "}", "if errors.Is(err, ErrGone) {", "}")).toEqual([]);
  expect(find("errBefore := find()", "err := find()", "if err == errBefore {", "}")).toEqual([]);
});

test("a reader returns io.EOF itself", () => {
  expect(find("_, err := reader.ReadString('\\n')", "if err == io.EOF {", "}")).toEqual([]);
  expect(find("err := decoder.Decode(&order)", "if err == io.EOF {", "}")).toEqual([]);
});

test("ctx.Err() is never wrapped", () => {
  expect(find("err := ctx.Err()", "if err == context.Canceled {", "}")).toEqual([]);
});

test("an Is method is the place for ==", () => {
  expect(findLines(sentinelComparison, "go", "func (e *E) Is(err error) bool {\n\treturn err == ErrGone\n}")).toEqual(
    [],
  );
});

test("text in strings and comments is no comparison", () => {
  expect(find('log("err == ErrGone") // err == ErrGone')).toEqual([]);
});

test("an inner err of another call does not hide the reader's", () => {
  const lines = ["line, err := r.ReadBytes('\\n')", "if _, err := out.Write(line); err != nil {", "\treturn err", "}"];
  expect(find(...lines, "if err != io.EOF {", "}")).toEqual([]);
});

test("a server says by a bare error that it was closed", () => {
  expect(find("if err := server.Start(); err != http.ErrServerClosed {", "}")).toEqual([]);
});
