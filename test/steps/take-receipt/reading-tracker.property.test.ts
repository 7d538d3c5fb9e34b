import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { ToolEvent } from "#model/agent/agent-event.ts";
import type { Change } from "#model/change/change.ts";
import { makeChange } from "../../helpers/change.ts";
import { allOf, DESK, makePatches, readBy } from "./tracking.ts";

const RUNS = { numRuns: 100 };

/** Few different lines, so that the same ones stand in many places. */
const aLine = fc.constantFrom(
  "}",
  "",
  "return;",
  "const total = add(1, 2);",
  "log(total);",
  "const rate = ask();",
  "x",
);
const aText = fc.array(aLine, { maxLength: 14 }).map((lines) => lines.map((line) => `${line}\n`).join(""));

const aChange = fc
  .record({ a: aText, b: aText, c: aText, d: aText })
  .map(({ a, b, c, d }) => makeChange({ base: { "src/a.ts": a, "b.ts": b }, head: { "src/a.ts": c, "b.ts": d } }));

/** Every changed line of every hunk, each unlike all others. */
const aDistinctChange = fc
  .array(fc.tuple(fc.nat(3), fc.nat(4), fc.nat(9)), { minLength: 1, maxLength: 5 })
  .map((parts) => {
    const [base, head]: [string[], string[]] = [[], []];
    parts.forEach(([removed, added, kept], part) => {
      base.push(...Array.from({ length: removed }, (_, at) => `gone(${part}, ${at}, "${part}old");`));
      head.push(...Array.from({ length: added }, (_, at) => `fresh(${part}, ${at}, "${part}new");`));
      const context = Array.from({ length: kept }, (_, at) => `keep(${part}, ${at}, "${part}same");`);
      base.push(...context);
      head.push(...context);
    });
    return makeChange({ base: { "src/a.ts": base.join("\n") }, head: { "src/a.ts": head.join("\n") } });
  });

const aCommand = fc.constantFrom("cat code/src/a.ts code/b.ts", "rg -h .", "cat code/src/a.ts", "git diff", "tail log");

test("a hunk is never read when one of its changed lines was not shown", () => {
  fc.assert(
    fc.property(aDistinctChange, fc.nat(), fc.constantFrom("read", "run", "patch"), (change, pick, how) => {
      const lines = change.diffs.flatMap(({ hunks }, file) =>
        hunks.flatMap((hunk, at) =>
          hunk.lines.map((line) => ({ ...line, hunk: `${file}.${at}`, newStart: hunk.newStart })),
        ),
      );
      const needed = lines.filter(({ kind, hunk }) => {
        const adds = lines.some((other) => other.hunk === hunk && other.kind === "added");
        return kind === (adds ? "added" : "removed");
      });
      const hidden = needed[pick % Math.max(needed.length, 1)];
      if (hidden === undefined) return;
      const without = (text: string): string =>
        text
          .split("\n")
          .filter((line) => !line.includes(hidden.text))
          .join("\n");
      const { texts } = makePatches(change);
      const call: Record<string, Partial<ToolEvent>> = {
        read: { paths: [`${DESK}/code/src/a.ts`], output: without(headOf(change)) },
        run: { action: "run", detail: "cat code/src/a.ts", output: without(headOf(change)) },
        patch: { paths: ["review/patches/0001.patch"], output: without(texts.get("review/patches/0001.patch") ?? "") },
      };
      expect(readBy(change, call[how] ?? {})).not.toContain(`src/a.ts:${hidden.newStart}`);
    }),
    RUNS,
  );
});

test("a patch that is shown whole proves all its hunks, read or printed", () => {
  fc.assert(
    fc.property(aChange, (change) => {
      const { texts } = makePatches(change);
      const reads = [...texts].map(([path, output]) => ({ paths: [path], output }));
      expect(readBy(change, ...reads)).toEqual(allOf(change));
      const prints = [...texts].map(([path, output]) => ({ action: "run" as const, detail: `cat '${path}'`, output }));
      expect(readBy(change, ...prints)).toEqual(allOf(change));
      const output = [...texts.values()].join("");
      expect(readBy(change, { action: "run", detail: "git diff HEAD~1", output })).toEqual(allOf(change));
    }),
    RUNS,
  );
});

test("the lines of other files in any order prove nothing, whatever the tool", () => {
  const other = fc.array(
    fc.constantFrom("export const port = 80;", "}", "", "  return port;", "12:}", "@@ -1,2 +1,2 @@"),
    {
      maxLength: 60,
    },
  );
  fc.assert(
    fc.property(aDistinctChange, other, aCommand, (change, lines, detail) => {
      expect(readBy(change, { action: "run", detail, output: lines.join("\n") })).toEqual([]);
      expect(readBy(change, { paths: ["code/src/a.ts"], output: lines.join("\n") })).toEqual([]);
    }),
    RUNS,
  );
});

test("lines that stand everywhere prove nothing when it is not known where they are from", () => {
  const common = fc.array(fc.constantFrom("}", "", "return;", "x"), { maxLength: 40 });
  fc.assert(
    fc.property(aChange, common, (change, lines) => {
      expect(readBy(change, { action: "run", detail: "cat *", output: lines.join("\n") })).toEqual([]);
    }),
    RUNS,
  );
});

test("nothing that a tool may tell makes it throw", () => {
  const odd = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("\0", "../../x", "@@ -1 +1 @@\n+x", ":1:", "-9-", "L1:"),
  );
  fc.assert(
    fc.property(aChange, fc.array(fc.record({ paths: fc.array(odd), detail: odd, output: odd })), (change, calls) => {
      for (const action of ["read", "search", "list", "run", "write", "fetch", "other"] as const) {
        expect(() => readBy(change, ...calls.map((call) => ({ ...call, action })))).not.toThrow();
      }
    }),
    RUNS,
  );
});

/** The new side of the invented file, as far as hunks show it. */
function headOf(change: Change): string {
  const lines: string[] = [];
  for (const { hunks } of change.diffs) {
    for (const hunk of hunks)
      for (const line of hunk.lines) if (line.new !== undefined) lines[line.new - 1] = line.text;
  }
  return Array.from(lines, (line) => line ?? "unchanged").join("\n");
}
