import { beforeEach, describe, expect, test } from "vitest";
import type { Verification } from "#model/panel/verification.ts";
import type { AskAgent, Askable, AgentQuestion, AgentReply } from "#pipeline/agents/verify/ask-agent.ts";
import { verifyProblems, type VerifyHost } from "#pipeline/agents/verify/verify-problems.ts";
import { type GroundingSource } from "#steps/ground-findings/grounding-source.ts";
import { sourceFromIndex } from "#steps/ground-findings/source-from-index.ts";
import type { OpenProblem } from "#model/panel/verification.ts";
import { aFinding, aReviewer } from "../../../helpers/builders.ts";
import { makeChange, makeIndex } from "../../../helpers/change.ts";

const CODE = "export function send() {\n  while (true) retry(hook);\n}\n";
const SPEC = { base: { "src/deliver.ts": "export {};\n" }, head: { "src/deliver.ts": CODE } };
const REVIEWERS = [aReviewer(), aReviewer({ id: "codex" })];
const CODEX = { reviewer: REVIEWERS[1]! };
const GEMINI = { reviewer: aReviewer({ id: "gemini" }) };

const fence = "```";
const says = (answer: string, code = "while (true) retry(hook);", path = "src/deliver.ts:2"): string =>
  `Answer: ${answer}\n\nEvidence:\n\n\`${path}\`\n\n${fence}ts\n${code}\n${fence}\n\nBecause: it never stops.`;

let source: GroundingSource;
beforeEach(async () => {
  source = sourceFromIndex(await makeIndex(SPEC));
});

interface Asked extends AgentQuestion {
  readonly who: string;
}

/** A host whose agents answer by a function; `asked` is what they were asked, in order. */
function hostWith(
  answer: (question: Asked) => Promise<string | AgentReply> | string | AgentReply,
  over: Partial<VerifyHost<Askable>> = {},
) {
  const asked: Asked[] = [];
  const ask: AskAgent<Askable> = async ({ reviewer }, question) => {
    const one = { ...question, who: reviewer.id };
    asked.push(one);
    const said = await answer(one);
    return typeof said === "string" ? { text: said, seconds: 1 } : said;
  };
  const host: VerifyHost<Askable> = {
    candidates: [CODEX, GEMINI],
    ask,
    change: makeChange(SPEC),
    source,
    reviewers: REVIEWERS,
    instructions: "# Check one claim",
    signal: new AbortController().signal,
    ...over,
  };
  return { host, asked };
}

function problemsOf(...ids: string[]): OpenProblem[] {
  return ids.map((id) => {
    const finding = aFinding({ id, locations: [{ path: "src/deliver.ts", start: 2, end: 2 }] });
    return { finding, findings: [finding.id], severity: finding.severity, families: [finding.reviewer] };
  });
}

const inShort = (verifications: readonly Verification[]) =>
  verifications.map(({ claim, verifier, answer, silence }) => [claim, verifier?.id, silence ?? answer]);

describe("a claim", () => {
  test("is put to another vendor, with its place and patch and without who said it", async () => {
    const { host, asked } = hostWith(() => says("confirmed"));
    const { verifications, gaps } = await verifyProblems(host).finish(problemsOf("codex:I1"));
    expect(inShort(verifications)).toEqual([["codex:I1", "gemini", "confirmed"]]);
    expect(verifications[0]).toMatchObject({
      because: "it never stops.",
      seconds: 1,
      proofs: [{ place: { path: "src/deliver.ts", start: 2, end: 2 }, grounding: { status: "grounded" } }],
    });
    expect(gaps).toEqual([]);
    expect(asked[0]?.files.map(({ path }) => path)).toEqual([
      "review/INSTRUCTIONS.md",
      "review/claim.md",
      "review/patches/0001-src-deliver-ts.patch",
    ]);
    const given = asked[0]?.files.map(({ text }) => text).join("\n") ?? "";
    expect(given).toContain("Retries never stop for a subscriber that is gone");
    expect(`${given}\n${asked[0]?.prompt}`).not.toMatch(/codex/i);
    expect(asked[0]?.prompt).not.toContain("Retries");
  });

  test("is found in the code also when the verifier names it as its desk does", async () => {
    const { host } = hostWith(() => says("confirmed", undefined, "code/src/deliver.ts:2"));
    const { verifications } = await verifyProblems(host).finish(problemsOf("claude:I1"));
    expect(verifications[0]).toMatchObject({ answer: "confirmed", proofs: [{ place: { path: "src/deliver.ts" } }] });
  });

  test.each<[string, string | AgentReply, object]>([
    ["refuted", says("refuted"), { answer: "refuted" }],
    [
      "invented evidence",
      says("refuted", "if (gone(hook)) return stop(hook);"),
      { answer: "cannot-tell", stated: "refuted" },
    ],
    ["an opinion", "Answer: confirmed\n\nBecause: I think so.", { answer: "cannot-tell", stated: "confirmed" }],
    ["prose", "The loop looks odd.", { answer: "none", silence: "unreadable", text: "The loop looks odd." }],
    ["nothing", "", { answer: "none", silence: "unreadable" }],
    [
      "a failure",
      { text: "", seconds: 2, failed: { kind: "failed", message: "401: not signed in" } },
      { answer: "none", silence: "failed", because: "401: not signed in" },
    ],
    [
      "a time-out",
      { text: says("confirmed"), seconds: 2, failed: { kind: "timeout", message: "took longer than 30m" } },
      { answer: "none", silence: "timeout" },
    ],
  ])("gets what it is worth: %s", async (_, answer, expected) => {
    const { host } = hostWith(() => answer);
    const { verifications } = await verifyProblems(host).finish(problemsOf("claude:I1"));
    expect(verifications).toHaveLength(1);
    expect(verifications[0]).toMatchObject(expected);
  });

  test("is unverified when asking throws; keys in what was said are masked", async () => {
    const key = `ghp_${"a1B2".repeat(9)}`;
    const { host } = hostWith(() => Promise.reject(new Error(`no luck with ${key}`)));
    const { verifications, gaps } = await verifyProblems(host).finish(problemsOf("claude:I1"));
    expect(inShort(verifications)).toEqual([["claude:I1", "codex", "failed"]]);
    expect(JSON.stringify(verifications)).not.toContain(key);
    expect(gaps).toEqual(["1 finding was not verified: the verifier failed"]);
  });
});

describe("while reviewers speak", () => {
  test("what matters is asked at once and never twice, at most so many at a time", async () => {
    let running = 0;
    let most = 0;
    const gates: (() => void)[] = [];
    const { host, asked } = hostWith(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => gates.push(resolve));
      running -= 1;
      return says("confirmed");
    });
    const verifier = verifyProblems(host);
    verifier.verifyEarly(problemsOf("claude:I1", "claude:C2", "claude:I3"));
    expect(asked).toHaveLength(2);
    verifier.verifyEarly(problemsOf("claude:I1", "claude:C2", "claude:I3", "codex:I1"));
    const done = verifier.finish(problemsOf("claude:I1", "claude:C2", "claude:I3", "codex:I1"));
    const opener = setInterval(() => gates.shift()?.(), 1);
    const { verifications } = await done.finally(() => clearInterval(opener));
    expect(most).toBe(2);
    expect(inShort(verifications)).toEqual([
      ["claude:C2", "codex", "confirmed"],
      ["claude:I1", "codex", "confirmed"],
      ["claude:I3", "codex", "confirmed"],
      ["codex:I1", "gemini", "confirmed"],
    ]);
  });

  test("the limit holds over the whole round, and the rest is said", async () => {
    const { host, asked } = hostWith(() => says("confirmed"), { limits: { most: 2 } });
    const verifier = verifyProblems(host);
    verifier.verifyEarly(problemsOf("claude:I1"));
    const { verifications, gaps } = await verifier.finish(
      problemsOf("claude:I1", "claude:I2", "claude:I3", "claude:I4"),
    );
    expect(asked).toHaveLength(2);
    expect(inShort(verifications).map(([, , how]) => how)).toEqual(["confirmed", "confirmed", "limit", "limit"]);
    expect(gaps).toEqual(["2 findings were not verified: no more than 2 are verified in a round"]);
  });

  test("what nobody of another vendor can verify is said", async () => {
    const { host } = hostWith(() => says("confirmed"), { candidates: [CODEX] });
    const { verifications, gaps } = await verifyProblems(host).finish(problemsOf("codex:I1", "claude:I1"));
    expect(inShort(verifications)).toEqual([
      ["claude:I1", "codex", "confirmed"],
      ["codex:I1", undefined, "no-verifier"],
    ]);
    expect(gaps).toEqual(["1 finding was not verified: no verifier of another vendor"]);
  });
});

describe("the end", () => {
  const untilAborted = ({ signal }: AgentQuestion): Promise<never> =>
    new Promise((_resolve, reject) =>
      signal.addEventListener("abort", () => reject(new Error("ended")), { once: true }),
    );

  test("does not wait longer than it may", async () => {
    const { host } = hostWith(untilAborted, { limits: { longestSeconds: 0.05 } });
    const { verifications, gaps } = await verifyProblems(host).finish(
      problemsOf("claude:I1", "claude:I2", "claude:I3"),
    );
    expect(inShort(verifications).map(([, , how]) => how)).toEqual(["timeout", "timeout", "timeout"]);
    expect(gaps).toEqual(["3 findings were not verified: the verifier did not answer in time"]);
  });

  test("comes with the user's signal: what has no answer is unverified", async () => {
    const stop = new AbortController();
    const { host, asked } = hostWith(untilAborted, { signal: stop.signal });
    const verifier = verifyProblems(host);
    verifier.verifyEarly(problemsOf("claude:I1"));
    stop.abort();
    const { verifications } = await verifier.finish(problemsOf("claude:I1", "claude:I2"));
    expect(inShort(verifications).map(([, , how]) => how)).toEqual(["stopped", "stopped"]);
    expect(asked).toHaveLength(1);
  });

  test("of a round that is resumed keeps the answers that were there, and asks again where there was none", async () => {
    const kept: Verification[] = [];
    const first = hostWith(({ files }) => (JSON.stringify(files).includes("Second") ? "?" : says("confirmed")), {
      onAnswer: (verification) => void kept.push(verification),
    });
    const problems = problemsOf("claude:I1", "claude:I2").map((problem, at) =>
      at === 1 ? { ...problem, finding: { ...problem.finding, title: "Second" } } : problem,
    );
    await verifyProblems(first.host).finish(problems);
    expect(inShort(kept).toSorted()).toEqual([
      ["claude:I1", "codex", "confirmed"],
      ["claude:I2", "codex", "unreadable"],
    ]);
    const second = hostWith(() => says("confirmed"), { earlier: kept });
    const { verifications } = await verifyProblems(second.host).finish(problems);
    expect(second.asked).toHaveLength(1);
    expect(inShort(verifications).map(([, , how]) => how)).toEqual(["confirmed", "confirmed"]);
  });
});
