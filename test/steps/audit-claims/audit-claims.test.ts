import { describe, expect, test } from "vitest";
import type { LoggedCommand } from "#model/panel/command-log.ts";
import type { GateResult } from "#model/panel/gate.ts";
import { auditClaims } from "#steps/audit-claims/audit-claims.ts";
import { aFinding, aReviewer, aRun } from "../../helpers/builders.ts";

const ran = (command: string, output: string, state: LoggedCommand["state"] = "done"): LoggedCommand => ({
  command,
  state,
  output,
});
const TESTS = ran("npm test", " Test Files  3 passed (3)\n      Tests  14 passed (14)\n");

interface Case {
  readonly log?: readonly LoggedCommand[] | undefined;
  readonly left?: number;
  readonly gates?: readonly GateResult[];
}

function audit(text: string, { log = [], left, gates }: Case = {}) {
  const commandLog = { commands: [...log], ...(left === undefined ? {} : { left }) };
  return auditClaims({
    reviewers: [aReviewer()],
    runs: [aRun({ text, commandLog })],
    findings: [aFinding({ lines: { start: 1, end: 100 } })],
    gates,
  });
}

const audits = (text: string, about: Case = {}): string[] => audit(text, about).map((claim) => claim.audit);
const why = (text: string, about: Case = {}): string => audit(text, about)[0]?.why ?? "nothing stated";

describe("a sentence about a run", () => {
  test("is in the log if the command was run", () =>
    expect(audits("I ran `npm test`: 14 passed.", { log: [TESTS] })).toEqual(["in-log"]));
  test("is not in the log if nothing was run", () => {
    expect(audits("I ran `npm test`: 214 passed.")).toEqual(["not-in-log"]);
    expect(why("I ran `npm test`: 214 passed.")).toBe("its log shows no run of `npm test`");
  });
  test("is in the log if another command ran the same tests", () => {
    expect(
      audits("Verified locally: `npm test` passed.", { log: [ran("npx vitest run", "Tests  3 passed (3)")] }),
    ).toEqual(["in-log"]);
  });
  test("is not in the log if only other programs ran", () =>
    expect(audits("I ran `npm test`, which passed.", { log: [ran("go vet ./...", "")] })).toEqual(["not-in-log"]));
  test("cannot be told where a script may have run it", () =>
    expect(audits("I ran `pytest -q` and it passed.", { log: [ran("./run-all.sh", "ok")] })).toEqual([
      "not-available",
    ]));
  test("cannot be told where commands of the log are not kept", () =>
    expect(audits("I ran `pytest -q` and it passed.", { left: 3 })).toEqual(["not-available"]));
  test("cannot be told where only the beginning of the run is known", () =>
    expect(audits("I ran `npm test`: 14 passed.", { log: [{ command: "npm test", state: "begun" }] })).toEqual([
      "not-available",
    ]));
  test("is not in the log if the run was refused", () =>
    expect(why("I ran `npm test`: 14 passed.", { log: [ran("npm test", "", "denied")] })).toBe(
      "its log shows no run of `npm test`, and 1 command that was refused",
    ));
  test("is contradicted if the run failed", () => {
    const failed = ran("cd code && npm test 2>&1 | tail -20", "Tests  2 failed | 12 passed (14)", "failed");
    expect(audits("I ran `npm test`; all 14 tests passed.", { log: [failed] })).toEqual(["contradicted"]);
    expect(audits("The whole suite is green.", { log: [failed] })).toEqual(["contradicted"]);
  });
  test("is contradicted if the run printed another number", () => {
    expect(why("I ran `npm test`: 214 passed.", { log: [TESTS] })).toBe(
      'its log shows the run, which did not print "214 passed"',
    );
  });
  test("is not contradicted by a run of more than it names", () => {
    const both = ran("go test ./a ./b", "ok  \texample/a\t0.1s\nFAIL\texample/b\t0.1s", "failed");
    expect(audits("`go test ./a` passed locally.", { log: [both] })).toEqual(["in-log"]);
  });
  test("is not contradicted where what was printed is not known", () =>
    expect(audits("I ran `npm test`: 214 passed.", { log: [{ ...TESTS, cut: true }] })).toEqual(["in-log"]));
  test("may repeat what the gates showed", () => {
    const gate: GateResult = {
      name: "test",
      command: "npm test",
      state: "green",
      why: "it passes",
      runs: [{ side: "head", exitCode: 0, ended: "ended with 0", output: "", seconds: 1 }],
    };
    expect(audits("All tests passed.", { gates: [gate] })).toEqual(["in-log"]);
    expect(audits("All tests passed.", { gates: [{ ...gate, state: "newly-red" }] })).toEqual(["not-in-log"]);
  });
  test("without a log cannot be told", () => {
    const [claim] = auditClaims({
      reviewers: [aReviewer({ kind: "scripted" })],
      runs: [aRun({ text: "I ran `npm test`: 14 passed." })],
      findings: [],
    });
    expect(claim).toMatchObject({ audit: "not-available", why: "what its tools ran is not known" });
  });
});

describe("no statement of a run", () => {
  test.each([
    "I did not run the tests.",
    "`npm test` could not be run here.",
    "Running `npm test` would show it.",
    "The tests pass a context to `open`.",
    "If `npm test` passes, the fix is right.",
    "Fix: run `npm test` after the change.",
    "The handler runs `git gc` in the background and the build passes its flags on.",
    "I verified with `git blame` that the line is old.",
    "Confirmed by `grep -rn retry src`: nobody else calls it.",
    "When the user ran `npm start`, the server crashed.",
    "CI ran `npm test` and it failed.",
    "The existing tests pass because they never reach the branch.",
    "```bash\nnpm test # all 14 tests passed\n```",
    "> I ran `npm test`: 14 passed.",
  ])("%s", (text) => expect(audits(text)).toEqual([]));
});

describe("the output of a script", () => {
  const review = (script: string, output: string): string =>
    `I1. **Title**\n\n\`\`\`bash repro\n${script}\n\`\`\`\n\n\`\`\`text repro-output\n${output}\n\`\`\`\n`;
  const SCRIPT = "node -e 'import(\"./src/send.js\").then((m) => console.log(m.limit()))'\necho done";

  test("is in the log if the script was run and printed it", () => {
    const log = [ran(`bash -c '${SCRIPT}'`, "limit is 410\ndone\n")];
    expect(audits(review(SCRIPT, "limit is 410\ndone"), { log })).toEqual(["in-log"]);
  });
  test("belongs to its finding", () =>
    expect(audit(review(SCRIPT, "limit is 410"))[0]).toMatchObject({ finding: "claude:I1", kind: "output", line: 8 }));
  test("is not in the log if nothing was run", () =>
    expect(audits(review(SCRIPT, "limit is 410"))).toEqual(["not-in-log"]));
  test("is contradicted if the script printed something else", () => {
    const log = [ran(SCRIPT, "limit is 5\ndone\n")];
    expect(audits(review(SCRIPT, "limit is 410\ndone"), { log })).toEqual(["contradicted"]);
    expect(why(review(SCRIPT, "limit is 410\ndone"), { log })).toContain("did not print `limit is 410`");
  });
  test("may leave lines out, and times may differ", () => {
    const log = [ran(SCRIPT, "first\nstill running after 2 s\nlast in 0.31s\n")];
    expect(audits(review(SCRIPT, "$ bash probe.sh   # head\n...\nlast in 4.5s"), { log })).toEqual(["in-log"]);
  });
  test("cannot be told if only a part of what was printed is kept", () => {
    const log = [{ ...ran(SCRIPT, "limit is 5"), cut: true as const }];
    expect(audits(review(SCRIPT, "limit is 410"), { log })).toEqual(["not-available"]);
  });
  test("cannot be told if a script of unknown text was run", () =>
    expect(audits(review(SCRIPT, "limit is 410"), { log: [ran("bash /tmp/probe.sh", "something")] })).toEqual([
      "not-available",
    ]));
  test("of a mere search is no statement of a run", () =>
    expect(audits(review("# who calls it\ngrep -rn retry src | head", "src/a.ts:3: retry()"))).toEqual([]));
});

describe("a hostile review or log", () => {
  // Reading that grows with the square of the text would not end before the time limit of a test.
  test("is read to its end", () => {
    const log = Array.from({ length: 300 }, (_, at) =>
      ran(`npm test ${"a/b ".repeat(2000)}${at}`, "x 1 passed ".repeat(60)),
    );
    const text = [
      "I ran `npm test` and `go test` and 1 passed. ".repeat(5000),
      `I verified ${"by running ".repeat(5000)}`,
      `${"`".repeat(50_001)} passed`,
      `\`\`\`bash repro\n${"echo some line of it\n".repeat(5000)}\`\`\`\n\`\`\`text repro-output\n${"a line 12:30 of 3 ms\n".repeat(20_000)}\`\`\``,
      `all ${"tests ".repeat(20_000)}`,
    ].join("\n\n");
    expect(audit(text, { log }).length).toBeGreaterThan(100);
  }, 60_000);
  test("is bounded in what is kept of it", () => {
    const [claim] = audit(`I ran \`npm test ${"x".repeat(1500)}\`: 14 passed.`);
    expect(claim?.words.length).toBeLessThanOrEqual(300);
    expect(claim?.why.length).toBeLessThan(300);
  });
  test("does not make an unnamed program's result one of the tests", () =>
    expect(audits("I ran a small script and the parser failed.", { log: [ran("node x.mjs", "null")] })).toEqual([
      "in-log",
    ]));
});

describe("a command that only shows files or prints its own words", () => {
  test.each([
    ['echo "npm test: 214 passed"', "npm test: 214 passed"],
    ['grep -n "npm test" package.json', '3: "test": "npm test"'],
    ["cat vitest.config.ts; rg -n vitest", "export default {}"],
    ["ls tests # npm test", "a.test.ts"],
    ["true # npm test", ""],
    ['bash -lc "cat vitest.config.ts"', "export default {}"],
  ])("is no run of the tests: %s", (command, output) => {
    expect(audits("I ran `npm test`: 214 passed.", { log: [ran(command, output)] })).toEqual(["not-in-log"]);
    expect(audits("I ran the test suite and everything passed.", { log: [ran(command, output)] })).toEqual([
      "not-in-log",
    ]);
  });

  test.each(["echo $(npm test)", "ls && npm test", "find . -name a -exec npm test {} +", "echo x | npm test"])(
    "may run them all the same: %s",
    (command) =>
      expect(audits("I ran `npm test` and it passed.", { log: [ran(command, "1 passed")] })).toEqual(["in-log"]),
  );

  test("does not show what a script is said to have printed", () => {
    const text = "```bash repro\nnode relay.js\n```\n\n```text repro-output\ntried nine times\n```\n";
    for (const command of ["cat relay.js", "echo tried nine times", "echo node relay.js; echo tried nine times"]) {
      expect(audits(text, { log: [ran(command, "tried nine times\n")] }), command).toEqual(["not-available"]);
    }
    expect(audits(text, { log: [ran("node relay.js", "tried nine times\n")] })).toEqual(["in-log"]);
  });
});

test("what a job or a workflow did is no statement of the reviewer", () => {
  for (const who of ["The job", "The workflow", "Our pipeline"])
    expect(audits(`${who} runs \`npm test\` and passed.`)).toEqual([]);
});
