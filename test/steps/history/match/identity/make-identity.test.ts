import { describe, expect, test } from "vitest";
import { makeIdentity, topicOf, normaliseCode } from "#steps/history/match/identity/make-identity.ts";
import { aFinding } from "../../../../helpers/builders.ts";

const quotes = [{ code: "await deliver(hook, body);" }];

describe("an identity", () => {
  test("a renamed file keeps the fingerprint of the code", () => {
    const [one, other] = ["src/deliver.ts", "src/relay/send.ts"].map((path) =>
      makeIdentity({ problem: aFinding({ locations: [{ path }], quotes }) }),
    );
    expect(one?.code).toBe(other?.code);
    expect(one?.exact).not.toBe(other?.exact);
    expect(one?.place).not.toBe(other?.place);
  });

  test("has no fingerprint that its text does not carry", () => {
    const nothing = { title: "", locations: [], quotes: [] };
    expect(makeIdentity({ problem: nothing })).toEqual({ version: 1 });
    expect(Object.keys(makeIdentity({ problem: { ...nothing, title: "Retries never stop" } }))).toEqual(["version"]);
    expect(Object.keys(makeIdentity({ problem: aFinding({ quotes: [] }) }))).toEqual(["version", "place"]);
  });

  test("takes the file as the check of the finding found it", () => {
    const grounding = {
      finding: aFinding().id,
      commit: "9f2c4e6",
      summary: { status: "grounded" as const, why: "it stands there" },
      places: [
        { cited: { path: "deliver.ts" }, path: "src/deliver.ts", status: "exists" as const, why: "one file ends so" },
      ],
      quotes: [],
      class: { differs: false, why: "" },
      fixes: [],
      claims: [],
    };
    const short = makeIdentity({ problem: aFinding({ locations: [{ path: "deliver.ts" }], quotes }), grounding });
    expect(short).toEqual(makeIdentity({ problem: aFinding({ quotes }) }));
  });
});

describe("a topic", () => {
  test.each([
    ["`deliver` leaks the socket", "The socket that `relay.deliver()` opens is never closed: a leak"],
    ["No test for `parseHook`", "`parseHook()` is untested"],
    ["`queue.drain` swallows the error", "Failures of `drain` are silently ignored"],
  ])("%s / %s: the same", (one, other) => {
    expect(topicOf(one).split("|")[0]).not.toBe("");
    const trouble = (title: string) => new Set(topicOf(title).split("|")[1]?.split(" "));
    expect([...trouble(one)].some((kind) => trouble(other).has(kind))).toBe(true);
    const names = (title: string) => topicOf(title).split("|")[0];
    expect(names(one)).toBe(names(other));
  });

  test("the enclosing symbol makes no difference, whether the title names it or not", () => {
    expect(topicOf("`drain` of `queue` leaks", ["Queue.drain"])).toBe(topicOf("`queue` leaks", ["Queue.drain"]));
  });

  test("titles without a name are told apart by all their words", () => {
    expect(topicOf("Typo in comment")).not.toBe(topicOf("Incomplete comment"));
  });
});

describe("quoted code", () => {
  test.each([
    ["layout", "if (a.b) {\n\treturn queue.drain();\n}", "if (a.b) { return queue.drain() }"],
    ["line numbers", "41: const tries = 3;\n42: retry(tries);", "const tries = 3\nretry(tries)"],
    ["marks of a diff", "+const tries = 3;\n+retry(tries);", "const tries = 3;\nretry(tries);"],
    ["style of quotes and trailing commas", 'send(["a", "b",],);', "send(['a', 'b'])"],
    [
      "a line that says that something is left out",
      "open(socket);\n// ...\nclose(socket);",
      "open(socket);close(socket);",
    ],
    ["where a comment is wrapped", "// Retries stop\n// after three.", "// Retries stop after three."],
  ])("%s is left out", (_, one, other) => {
    expect(normaliseCode(one)).toBe(normaliseCode(other));
    expect(normaliseCode(one)).not.toBe("");
  });

  test("numbers that are code stay", () => {
    expect(normaliseCode("wait(\n  100 + step,\n  200 + step)")).not.toBe(normaliseCode("wait(step, step)"));
  });

  test("code too short to be known again is no code", () => {
    expect(normaliseCode("}")).toBe("");
  });
});
