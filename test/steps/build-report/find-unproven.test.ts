import { expect, test } from "vitest";
import type { Demonstration } from "#model/panel/verification.ts";
import { findUnproven, type UnprovenFacts } from "#steps/build-report/find-unproven.ts";

const ran = (over: Partial<Demonstration>): Demonstration => ({
  finding: "claude:I1" as Demonstration["finding"],
  script: "x",
  command: ["bash", "repro.sh"],
  runs: [{ side: "head", exitCode: 0, output: "", seconds: 1 }],
  outcome: "not-shown",
  why: "it prints something else",
  ...over,
});

const why = (over: Partial<UnprovenFacts>): string | undefined =>
  findUnproven({
    severity: "important",
    level: "checked",
    findings: [{ body: "It is wrong.", repros: [] }],
    demonstrations: [],
    isRunAllowed: false,
    ...over,
  });
const SCRIPT = [{ body: "", repros: [{ script: "exit 1" }] }];

test("a grave finding that nothing run shows is unproven, with the reason", () => {
  expect(why({})).toBe("no repro was given");
  expect(why({ findings: SCRIPT })).toBe("its repro was not run: scripts run only with --allow-run");
  expect(why({ findings: SCRIPT, isRunAllowed: true })).toBe("its repro was not run");
  expect(why({ demonstrations: [ran({})] })).toBe("its repro was run and does not show it: it prints something else");
  expect(why({ demonstrations: [ran({ outcome: "could-not-run", runs: [], why: "no sandbox" })] })).toBe(
    "its repro could not be run: no sandbox",
  );
});

test("its author may say why nothing can show it", () => {
  const body = "It is wrong.\n\n**Unproven:** needs two machines.\n";
  expect(why({ findings: [{ body, repros: [] }] })).toBe(
    "its author says that no script can show it: needs two machines",
  );
  const quoted = "```\nUnproven: in code\n```";
  expect(why({ findings: [{ body: quoted, repros: [] }] })).toBe("no repro was given");
});

test("what was run, a suggestion and a fact of a check are not unproven", () => {
  expect(why({ level: "shown" })).toBeUndefined();
  expect(why({ level: "fixed" })).toBeUndefined();
  expect(why({ level: "reproduced" })).toBeUndefined();
  expect(why({ severity: "suggestion" })).toBeUndefined();
  expect(why({ findings: [] })).toBeUndefined();
});
