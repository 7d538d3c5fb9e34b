import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openChange, type OpenedChange } from "#adapters/git/open-change.ts";
import { conversationSchema } from "#model/pull/conversation.ts";
import { buildConversation } from "#pipeline/pulls/build-conversation.ts";
import { type DecidedArchive, makeDecidedArchive } from "../../helpers/decided-archive.ts";
import { aComment, aPullRequest, aThread } from "../../helpers/pull-talk.ts";

let repository: DecidedArchive;
let opened: OpenedChange;
let written = "";

/** The file has sixty lines; the commit on which people commented is followed by one that changes lines 10 and 20. */
beforeAll(async () => {
  repository = makeDecidedArchive();
  const { git, put, root } = repository;
  const lines = Array.from({ length: 60 }, (_, at) => `line ${at + 1};`);
  git("checkout", "-qb", "once");
  put("src/deliver.ts", `${lines.with(39, "deliver(order);").join("\n")}\n`);
  git("commit", "-qam", "Deliver");
  written = git("rev-parse", "HEAD");
  const after = lines.with(39, "deliver(order);").with(9, "line ten;").with(19, "deliverOnce(order);");
  put("src/deliver.ts", `// First\n${after.join("\n")}\n`);
  git("commit", "-qam", "Answer");
  opened = await openChange({ folder: root, target: "main...once" });
});
afterAll(async () => {
  await opened.close();
  repository.remove();
});

const at = (line: number, body: string) =>
  aThread([aComment("grace", body)], {
    line: line + 1,
    startLine: undefined,
    originalLine: line,
    originalStartLine: undefined,
    originalCommit: written,
  });

describe("what a round keeps of its pull request", () => {
  test("says of each open thread what git says became of its lines", async () => {
    const threads = [
      at(10, "Name it."),
      at(20, "Like this:\n```suggestion\ndeliverOnce(order);\n```"),
      at(30, "Drop it."),
      at(40, "Or:\n```suggestion\ndeliver(order);\n```"),
      aThread([aComment("grace", "Gone?")], { originalCommit: "c".repeat(40), isOutdated: true }),
    ];
    const told = await buildConversation(aPullRequest({ threads }), opened);
    expect(told.feedback.map(({ place, state, because }) => [place?.start, state, because])).toEqual([
      [31, "not-acted-on", "its lines have not changed since"],
      [41, "not-acted-on", "its lines have not changed since"],
      [11, "acted-on", expect.stringMatching(/^its lines have changed since, by [0-9a-f]{7}$/)],
      [21, "acted-on", "the suggested lines are in the code now"],
      [40, "acted-on", "the platform says that it is outdated; the commit that it was written on is not here"],
    ]);
    expect(conversationSchema.parse(told)).toEqual(told);
  });

  test("is what somebody asks, without prompts, folded logs and hidden marks; and how the pull request stands", async () => {
    const dressed = [
      "**Retries never stop.**",
      "<details>\n<summary>🤖 Prompt for AI Agents</summary>\n\nIn src/deliver.ts, fix it.\n</details>",
      "<!-- fingerprinting:phantom:1234 -->",
    ].join("\n\n");
    const threads = [
      aThread([aComment("coderabbitai[bot]", dressed)]),
      aThread([aComment("grace", "Stop at 410. <!-- mark -->")]),
    ];
    const told = await buildConversation(aPullRequest({ threads, state: "closed" }), opened);
    expect(told.feedback.map(({ text }) => text)).toEqual(["Stop at 410.", "**Retries never stop.**"]);
    expect(told.state).toBe("closed");
  });

  test("is what the pull request says of itself, and names the fork where it is one", async () => {
    const pull = aPullRequest({
      head: { branch: "once", commit: "a".repeat(40), repository: "ada/shop" },
      labels: ["x"],
    });
    expect(await buildConversation(pull, opened)).toMatchObject({
      into: "main",
      baseTip: "b".repeat(40),
      from: "ada/shop",
      labels: ["x"],
      resolved: 0,
      limits: [],
    });
    expect((await buildConversation(aPullRequest(), opened)).from).toBeUndefined();
  });

  test("lists a hundred open threads, and says how many more there are", async () => {
    const threads = Array.from({ length: 103 }, () => aThread([aComment("grace", "Why?")], { side: "LEFT" }));
    const told = await buildConversation(aPullRequest({ threads }), opened);
    expect(told.feedback).toHaveLength(100);
    expect(told.limits).toEqual(["3 more open comments and threads are not listed"]);
  });
});
