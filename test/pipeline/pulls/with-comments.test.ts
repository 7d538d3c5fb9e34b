import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openArchive } from "#adapters/store/archive.ts";
import { parseReview } from "#adapters/store/parse-review.ts";
import type { Review } from "#model/review.ts";
import { renderFiles } from "#pipeline/render-review.ts";
import { runRound } from "#pipeline/run-round.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { type DecidedArchive, makeDecidedArchive } from "../../helpers/decided-archive.ts";
import { aComment, aPullRequest, aPullReview, aThread } from "../../helpers/pull-talk.ts";
import { DRESSED } from "../../reviewers/comments/bot-comments.ts";

let repository: DecidedArchive;
let review: Review;

/** A branch that adds line 40 and 41, on which a program and a person say the same, and another person something else. */
beforeAll(async () => {
  repository = makeDecidedArchive();
  const { git, put, root } = repository;
  const lines = Array.from({ length: 60 }, (_, at) => `line ${at + 1};`);
  git("checkout", "-qb", "once");
  put("src/deliver.ts", `${lines.with(39, "  if (status >= 400) retry();").with(40, "  done();").join("\n")}\n`);
  git("commit", "-qam", "Deliver");
  const head = git("rev-parse", "HEAD");
  const retry = DRESSED[0]?.body ?? "";
  const suggestion = "The order is closed twice.\n\n```suggestion\n  doneOnce();\n```";
  const pull = aPullRequest({
    head: { branch: "once", commit: head },
    reviews: [
      aPullReview("joan", { state: "changes-requested", body: "Please remove the debugger.", commit: head }),
      aPullReview("greptile-apps[bot]", { body: "## Greptile Summary\n\nThis delivers orders." }),
    ],
    threads: [
      aThread([aComment("coderabbitai[bot]", retry)], { line: 40, startLine: undefined, originalCommit: head }),
      aThread([aComment("grace", "The retry loop never ends for a closed shop: `deliver()` tries again on a 410.")], {
        line: 40,
        startLine: undefined,
        originalCommit: head,
      }),
      aThread([aComment("linus", suggestion)], { line: 41, startLine: undefined, originalCommit: head }),
    ],
  });
  const never = new AbortController().signal;
  review = await runRound(
    { folder: root, target: "main...once" },
    {
      tool: "deep-review 0",
      place: {
        archive: openArchive(join(root, ".deep-review")),
        root,
        notes: { note: () => Promise.resolve(), knows: () => Promise.resolve(false) },
        isCi: false,
      },
      panel: { members: [] },
      history: {},
      pull: { request: pull, withComments: true },
      rules: { settings: { off: [], offIn: [], ignore: [], from: "a test" } },
      output: { emit: () => undefined },
      signals: { signal: never, stop: never },
    },
  );
});
afterAll(() => repository.remove());

describe("a round with those who commented on the panel", () => {
  test("merges what they say, grounds it and names them", () => {
    const kept = review.clusters.filter(({ ruling }) => ruling.kind === "keep");
    const voices = kept.map(({ members }) => members.map(({ finding }) => finding.split(":")[0]).sort());
    expect(voices).toContainEqual(["coderabbitai", "grace"]);
    expect(voices).toContainEqual(["linus"]);
    const fixes = review.groundings?.find(({ finding }) => finding.startsWith("linus"))?.fixes;
    expect(fixes).toMatchObject([{ status: "applies" }]);
    expect(parseReview(JSON.stringify(review), "review.json").id).toBe(review.id);
  });

  test("includes who asks for changes without a line, and names whose comments were left out", () => {
    expect(buildReport(review).kept.map(({ title }) => title)).toContain("Please remove the debugger");
    expect(review.gaps.join("\n")).toContain("nothing they wrote became a finding: Greptile (");
  });

  test("does not say of those who were not asked that they did not raise something", () => {
    const report = buildReport(review);
    for (const { silent } of report.kept) expect(silent).toEqual([]);
  });

  test("keeps what is open in the pull request, and every page of it can be written", async () => {
    expect(review.conversation?.feedback.map(({ author, state }) => [author, state])).toEqual([
      ["joan", "not-acted-on"],
      ["grace", "not-acted-on"],
      ["linus", "not-acted-on"],
      ["coderabbitai", "not-acted-on"],
    ]);
    for (const { name, content } of await renderFiles(review)) expect(content, name).toContain("never ends");
  });
});
