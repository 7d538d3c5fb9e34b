import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { appendDecisions, DECISIONS_FILE, parseDecisions, readDecisionsFile } from "#adapters/store/decisions.ts";
import { UserError } from "#util/errors.ts";
import { aStandingDecision } from "../../helpers/decisions.ts";

let folder = "";
const path = (): string => join(folder, DECISIONS_FILE);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-decisions-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const first = aStandingDecision();
const second = aStandingDecision({
  id: "D-00000000aa",
  date: "2026-11-03T10:00:00.000Z",
  reason: "übrig\u2028\u001b[2J",
});
const line = JSON.stringify(first);

describe("decisions of an archive", () => {
  test("are none where there is no file, nor a folder", async () => {
    expect(await readDecisionsFile(join(folder, "nowhere"))).toEqual([]);
  });

  test("are read as they were added, in plain lines that no terminal obeys", async () => {
    expect(await appendDecisions(join(folder, "new"), [first])).toEqual([first]);
    expect(await appendDecisions(join(folder, "new"), [second, first])).toEqual([second]);
    expect(await readDecisionsFile(join(folder, "new"))).toEqual([first, second]);
    const text = readFileSync(join(folder, "new", DECISIONS_FILE), "utf8");
    expect(text.split("\n")).toHaveLength(3);
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u2028]/);
  });

  test("what is there already is not written again", async () => {
    await appendDecisions(folder, [first, first]);
    const before = readFileSync(path(), "utf8");
    expect(await appendDecisions(folder, [first])).toEqual([]);
    expect(readFileSync(path(), "utf8")).toBe(before);
  });

  test("a last line without an end does not swallow the next", async () => {
    writeFileSync(path(), line);
    await appendDecisions(folder, [second]);
    expect(await readDecisionsFile(folder)).toEqual([first, second]);
  });

  test("a link or a folder under the name is neither read nor written through", async () => {
    const victim = join(folder, "victim");
    writeFileSync(victim, "");
    symlinkSync(victim, path());
    await expect(readDecisionsFile(folder)).rejects.toThrow("not a plain file");
    await expect(appendDecisions(folder, [first])).rejects.toThrow("not a plain file");
    expect(readFileSync(victim, "utf8")).toBe("");
    rmSync(path());
    symlinkSync(join(folder, "later"), path());
    await expect(appendDecisions(folder, [first])).rejects.toThrow(UserError);
    rmSync(path());
    mkdirSync(path());
    await expect(readDecisionsFile(folder)).rejects.toThrow("not a plain file");
  });
});

describe("parseDecisions", () => {
  test("takes lines in any order, twice, with other line ends, a mark at the start and empty lines", () => {
    const text = `\uFEFF${JSON.stringify(second)}\r\n\r\n${line}\n  \n${line}`;
    expect(parseDecisions(text, "f")).toEqual([first, second]);
  });

  test("of two lines with one id the same one counts, whichever stands first", () => {
    const edited = JSON.stringify({ ...first, reason: "another" });
    expect(parseDecisions(`${line}\n${edited}`, "f")).toEqual(parseDecisions(`${edited}\n${line}`, "f"));
  });

  test.each([
    ["<<<<<<< HEAD", "line 2 holds a conflict that git could not merge", "keep the lines of both sides"],
    ["=======", "conflict", "delete the markers"],
    [">>>>>>> other", "conflict", "delete the markers"],
    ["||||||| 9f2c4e6", "conflict", "delete the markers"],
    ['{"version":2,"id":"x"}', "version 2, and this program reads version 1", "update deep-review"],
    [line.slice(0, 50), "line 2 holds no JSON", "or delete it"],
    ["null", "the whole line", "or delete it"],
    [line.replace('"declined"', '"refused"'), "no decision: kind: ", "or delete it"],
    [line.replace('"version":1,"id"', '"version":1,"extra":1,"id"'), "extra", "or delete it"],
    ['{"version":1,"\u001b[2J":1}', "line 2", "or delete it"],
  ])("refuses %s, names the line and says what to do", (wrong, why, fix) => {
    expect(() => parseDecisions(`${line}\n${wrong}\n`, "the file")).toThrow(
      expect.objectContaining({
        what: "cannot read the decisions in the file",
        why: expect.stringContaining(why),
        fix: expect.stringContaining(fix),
      }),
    );
  });

  test("a line of a megabyte is a line", () => {
    const long = aStandingDecision({ reason: "x".repeat(1_000_000) });
    expect(parseDecisions(JSON.stringify(long), "f")).toEqual([long]);
    expect(() => parseDecisions("x".repeat(1_000_000), "f")).toThrow("line 1");
  });

  test("any text is decisions or a UserError", () => {
    const odd = fc.oneof(fc.string({ unit: "grapheme" }), fc.json(), fc.constantFrom(line, "\0", "x".repeat(20_000)));
    fc.assert(
      fc.property(fc.array(odd, { maxLength: 4 }), (lines) => {
        try {
          parseDecisions(lines.join("\n"), "f");
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
          // oxlint-disable-next-line no-control-regex
          expect((error as UserError).why).not.toMatch(/[\u0000-\u001f]/);
        }
      }),
      { numRuns: 40 },
    );
  });
});
