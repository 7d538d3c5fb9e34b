import { describe, expect, test } from "vitest";
import type { Conversation, Feedback } from "#model/pull/conversation.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import type { Report } from "#model/report.ts";
import type { PreviousFinding } from "#model/history/lineage.ts";
import { decideVerdict } from "#model/verdict.ts";
import { aReviewer, type Over } from "../../../helpers/builders.ts";
import { aConversation } from "../../../helpers/conversations.ts";
import { aPull } from "../../../helpers/simulated-pull.ts";
import { aRound, plan, published } from "../publishable.ts";

const FIRST = "20261102-091500-pr-42";
const SECOND = "20261104-101500-pr-42";
const PAGE = "https://github.com/example/hookrelay";
const ID = /\b(?:R\d+\.)?[CIS]\d+\b/;

/** The summary as it stands when the review was published, without its marker. */
function summary(report: Report, pull: PullRequest = aPull()): string {
  const after = published({ report, pull });
  expect(plan({ report, pull: after }).posts).toEqual([]);
  return (after.comments[0]?.body ?? "").replaceAll("\r\n", "\n").replace(/^.*\n/, "");
}

const named = (id: string, title: string, start = 41) => ({ id, start, finding: { title } });

const earlier = (cluster: string, over: Over<PreviousFinding>): PreviousFinding =>
  ({
    ref: `R1.${cluster}`,
    title: "The old queue is never emptied",
    text: "its code was changed",
    status: "fixed",
    severity: "important",
    of: { review: FIRST, round: 1, cluster },
    rounds: [1],
    ...over,
  }) as PreviousFinding;

function second(previous: readonly PreviousFinding[], problems = [named("S1", "A name is too short")]): Report {
  const { clusters, runs } = aRound(problems).review;
  return aRound(problems, {
    id: SECOND,
    previous: previous as PreviousFinding[],
    verdict: decideVerdict(clusters, runs, { previous }),
    series: { entries: [{ review: FIRST, round: 1, kept: 2 }], notes: [] },
  });
}

describe("findings", () => {
  const report = aRound([named("I1", "The queue never ends"), named("S1", "Lines are elsewhere", 80)]);

  test("are named by severity and title, never by ids, and linked to their threads", () => {
    const body = summary(report);
    expect(body).toContain(`**Important:** The queue never ends, at [\`src/deliver.ts:41\`](${PAGE}/blob/`);
    expect(body).toContain(` ([thread](${PAGE}/pull/42#discussion_r101))\n`);
    expect(body).toContain("(only here: its lines are not in the diff)");
    expect(body).toContain('"The queue never ends" is important and stands.');
    expect(body).not.toMatch(ID);
    for (const { comments } of published({ report }).threads)
      expect(comments[0]?.body.split("\n").slice(1).join("\n")).not.toMatch(ID);
  });
  test("are counted where several decide", () => {
    const body = summary(aRound([named("I1", "One"), named("I2", "Two", 45)]));
    expect(body).toContain("2 findings are important and stand.");
  });
  test("have no link where the address is not one of this pull request", () => {
    const pull = published({ report });
    const threads = pull.threads.map((thread) => ({
      ...thread,
      comments: thread.comments.map((comment) => ({ ...comment, url: `${pull.url}#x) [y](https://x.example` })),
    }));
    expect(summary(report, { ...pull, threads })).not.toContain("[thread]");
  });
  test("that are somebody's comment lead there", () => {
    const body = `It leaks. [Comment](${PAGE}/pull/42#discussion_r7)`;
    const said = aRound([{ id: "I1", finding: { body } }], { reviewers: [aReviewer({ kind: "import" })] });
    expect(summary(said)).toContain(`([already raised there](${PAGE}/pull/42#discussion_r7))`);
  });
});

describe("earlier findings", () => {
  test("that were never published here are not told, unless they still stand", () => {
    const body = summary(second([earlier("I1", {}), earlier("I2", { status: "open", title: "Retries never stop" })]));
    expect(body).toContain("**1 suggestion** at ");
    expect(body).toContain("; of earlier findings **1 important** still open. ");
    expect(body).toContain('"Retries never stop" is important and still open.');
    expect(body).toContain("### Earlier findings\n\n- **Important:** Retries never stop: **open**.");
    expect(body).not.toContain("The old queue");
    expect(body).not.toContain("Round 2");
    expect(body).not.toMatch(ID);
  });
  test("that were published are told, with their threads, also when it is published again", () => {
    const pull = published({ report: aRound([{ id: "I1" }]) });
    expect(summary(second([earlier("I1", {})]), pull)).toContain(
      `- **Important:** The old queue is never emptied: **fixed** ([thread](${PAGE}/pull/42#discussion_r101)). Its code was changed.`,
    );
  });
  test("of a round that was published without comments are told, too", () => {
    const pull = published({ report: aRound([{ id: "I1", start: 90 }]) });
    expect(pull.threads).toEqual([]);
    expect(summary(second([earlier("I1", {})]), pull)).toContain("The old queue is never emptied: **fixed**");
  });
  test("that are raised again stand among the findings alone", () => {
    const pull = published({ report: aRound([{ id: "I1" }]) });
    const again = { status: "open", raisedAgain: ["I1"] } as Over<PreviousFinding>;
    const body = summary(second([earlier("I1", again)], [named("I1", "The old queue is never emptied")]), pull);
    expect(body).not.toContain("### Earlier findings");
    expect(body).not.toContain("still open");
  });
  test("that stand are the headline where nothing new was found", () => {
    const body = summary(second([earlier("I1", { status: "unknown" })], []));
    expect(body).toMatch(/^Nothing new found at .*; of earlier findings \*\*1 important\*\* perhaps still open\./m);
  });
});

describe("the talk", () => {
  const check = { kind: "check", name: "test", workflow: "CI", state: "failure" } as const;
  const asked = (over: Partial<Feedback>): Feedback => ({
    kind: "thread",
    author: "ada",
    isBot: false,
    text: "Why?",
    url: `${PAGE}/pull/42#discussion_r7`,
    state: "not-acted-on",
    because: "its lines are as they were",
    ...over,
  });
  const told = (over: Partial<Conversation>): string => {
    const conversation = aConversation(over);
    return summary(aRound([{ id: "I1" }], { conversation } as Parameters<typeof aRound>[1]));
  };

  test("is left out where there is nothing to say", () => {
    expect(told({})).not.toMatch(/Failed checks|Open feedback/);
    expect(told({ checks: [{ ...check, state: "success" }] })).not.toContain("Failed checks");
  });
  test("names failed checks, with links into the repository alone, and not our own", () => {
    const body = told({
      checks: [
        { ...check, url: `${PAGE}/actions/runs/12/job/3` },
        { ...check, name: "x`](y) @ada", state: "timed-out", url: "https://ci.example/1" },
        { ...check, name: "Deep Review", externalId: "deep-review:20261102:0" },
      ],
    });
    expect(body).toContain(
      `- Failed checks: [\`CI / test\`](${PAGE}/actions/runs/12/job/3), \`\`CI / x\`](y) @ada\`\`.`,
    );
    expect(body).not.toContain("ci.example");
  });
  test("names feedback that nobody acted on, with a link to it", () => {
    const place = { path: "src/deliver.ts", start: 12, end: 12 };
    const body = told({
      feedback: [asked({ place }), asked({ author: "@all", url: "https://x.example/" }), asked({ state: "acted-on" })],
    });
    expect(body).toContain(
      `- Open feedback: 3, 2 not acted on: ada at \`src/deliver.ts:12\` ([comment](${PAGE}/pull/42#discussion_r7)), @\u200Ball.`,
    );
    expect(told({ feedback: [asked({ state: "acted-on" })] })).toContain("- Open feedback: 1, all acted on.");
    expect(told({ feedback: Array.from({ length: 7 }, () => asked({})) })).toMatch(/ and 2 more\.$/m);
  });
});

test("which rounds raised a finding is not told in its comment", () => {
  const of = { review: FIRST, round: 1, cluster: "I1" };
  const recognised = { of, tier: "exact", confidence: 1, because: "the same code" } as const;
  const comment = (kind: "carried-over" | "contradicts"): string => {
    const report = aRound([{ id: "I1", cluster: { lineage: { kind, because: "It is R1.I1.", recognised } } }]);
    return published({ report }).threads[0]?.comments[0]?.body ?? "";
  };
  expect(comment("carried-over")).not.toMatch(/round|R1\.I1|comes from/);
  expect(comment("contradicts")).toContain("- Contradicts what an earlier review advised");
});

test("who only commented is not told among those who reviewed", () => {
  const { reviewers, runs } = aRound([named("I1", "The queue never ends")]).review;
  const ada = { ...aReviewer({ id: "ada", name: "@ada" }), kind: "person" as const, model: undefined };
  const [run] = runs;
  if (run === undefined) throw new Error("nobody ran");
  const body = summary(
    aRound([named("I1", "The queue never ends")], {
      reviewers: [...reviewers, ada],
      runs: [...runs, { ...run, reviewer: ada.id }],
    }),
  );
  expect(body).toMatch(/Reviewed by Claude Opus 4\.7\. Also considered, from their comments here: @\u200bada\./);
});

test("what the gates showed is a line of the summary, the worst first, and its names have no effect", () => {
  const gate = (name: string, state: "newly-red" | "green") => ({
    name,
    command: "npm test",
    state,
    why: "it ran",
    runs: [],
  });
  const text = summary(
    aRound([named("S1", "A name is too short")], { gates: [gate("types", "green"), gate("@tess", "newly-red")] }),
  );
  expect(text).toMatch(/^Gates: .*tess newly red; types green\.$/m);
  expect(text).not.toContain("@tess");
});
