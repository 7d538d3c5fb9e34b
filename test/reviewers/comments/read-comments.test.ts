import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatMarker } from "#grammar/marker.ts";
import { reviewId } from "#model/ids.ts";
import type { PullRequest, PullThread } from "#model/pull/pull-request.ts";
import { KNOWN_BOTS, knownBotsSchema } from "#reviewers/comments/known-bots.ts";
import { readComments, ignoredCommenters } from "#reviewers/comments/read-comments.ts";
import type { Over } from "../../helpers/builders.ts";
import { HOSTILE_TEXTS } from "../../helpers/hostile.ts";
import { aComment, aPullRequest, aPullReview, aThread, ownComment } from "../../helpers/pull-talk.ts";
import { aHostilePull } from "../../helpers/pulls.ts";
import { DRESSED, NOISE } from "./bot-comments.ts";

const inThread = (login: string, body: string, over: Over<PullThread> = {}): PullRequest =>
  aPullRequest({ threads: [aThread([aComment(login, body)], over)] });

describe("a comment at a line", () => {
  test.each(DRESSED)("of $login is read without its dress: $title", ({ login, body, title, severity, dress }) => {
    const [reviewer, ...others] = readComments(inThread(login, body));
    expect(others).toEqual([]);
    expect(reviewer?.remarks).toHaveLength(1);
    const [remark] = reviewer?.remarks ?? [];
    expect(remark).toMatchObject({
      title,
      severity,
      locations: [{ path: "src/deliver.ts", start: 40, end: 41 }],
      url: "https://code.example/acme/shop/pull/42#discussion_r100",
    });
    for (const words of dress) expect(`${remark?.title}\n${remark?.body}`).not.toContain(words);
  });

  test.each(NOISE)("$body raises nothing", ({ login, body }) => {
    expect(readComments(inThread(login, body))).toEqual([]);
  });

  test("keeps all of a title that is too long, below it", () => {
    const long = `The list is walked twice - ${"and then once more ".repeat(20)}`.trim();
    for (const body of [long, `**${long}**\n\nSo.`, `### ${long}\n\nSo.`]) {
      const [remark] = readComments(inThread("grace", body))[0]?.remarks ?? [];
      expect(remark?.title.length).toBeLessThanOrEqual(161);
      expect(remark?.body).toContain(long);
    }
  });

  test("has no lines of the head where it is about lines that are gone, or were there only before", () => {
    const lost = { line: undefined, startLine: undefined, isOutdated: undefined };
    const at = (over: Over<PullThread>) => readComments(inThread("grace", "This is read twice.", over))[0]?.remarks[0];
    expect(at(lost)).toMatchObject({ locations: [{ path: "src/deliver.ts" }], places: ["line 41 at aaaaaaa"] });
    expect(at({ side: "LEFT" })).toMatchObject({ places: ["line 41 before the change"] });
    expect(at({ ...lost, originalLine: undefined, originalStartLine: undefined })).toMatchObject({ places: [] });
  });
});

describe("who joins the panel", () => {
  test("has the name that people know, and the family of its models where that is known", () => {
    const named = (login: string) => {
      const [{ name, family, isBot } = { name: "", family: "", isBot: false }] = readComments(
        inThread(login, "This is read twice."),
      );
      return [name, family, isBot];
    };
    expect(named("coderabbitai[bot]")).toEqual(["CodeRabbit", "coderabbit", true]);
    expect(named("chatgpt-codex-connector[bot]")).toEqual(["Codex on GitHub", "openai", true]);
    expect(named("codium-pr-agent-pro[bot]")).toEqual(["Qodo", "qodo", true]);
    expect(named("house-reviewer[bot]")).toEqual(["house-reviewer", "bot-house-reviewer", true]);
    expect(named("grace")).toEqual(["@grace", "person-grace", false]);
    // A person may take the name of a program.
    expect(named("claude")).toEqual(["@claude", "person-claude", false]);
  });

  test("is neither we, nor the author, nor a program that does not review", () => {
    const threads = [
      aThread([ownComment()]),
      aThread([aComment("ada", "This is read twice, on purpose.")]),
      aThread([aComment("codecov[bot]", "This line is not covered by tests.")]),
    ];
    expect(readComments(aPullRequest({ threads }))).toEqual([]);
  });

  test("is no run of this program under another account: neither its threads, nor its review, nor its summary", () => {
    const marked = { ...ownComment(), isOurs: false };
    const mark = formatMarker({ kind: "summary", review: reviewId("20261115-101500-pr-42") });
    const listed = `${mark}\n- \`src/a.ts:3\`: This is read twice.\n- \`src/b.ts:4\`: This is never closed.`;
    for (const login of ["grace", "github-actions[bot]"]) {
      const { author } = aComment(login, "");
      const pull = aPullRequest({
        threads: [aThread([{ ...marked, author }])],
        comments: [aComment(login, listed)],
        reviews: [aPullReview(login, { body: listed.replace("summary", "review") })],
      });
      expect(readComments(pull)).toEqual([]);
    }
  });

  test("leaves out closed and outdated threads, and counts them", () => {
    const done = "**This is read twice.**\n\n✅ Addressed in commit 1a2b3c4";
    const threads = [
      aThread([aComment("coderabbitai[bot]", "**This is read thrice.**")]),
      aThread([aComment("coderabbitai[bot]", "**This is read twice.**")], { isResolved: true }),
      aThread([aComment("coderabbitai[bot]", done)]),
      aThread([aComment("coderabbitai[bot]", "**This is read twice.**")], { isOutdated: true }),
      aThread([aComment("coderabbitai[bot]", "LGTM")]),
    ];
    expect(readComments(aPullRequest({ threads }))).toMatchObject([
      { remarks: [{ title: "This is read thrice" }], left: { resolved: 2, outdated: 1, noise: 1, tooMany: 0 } },
    ]);
  });

  test("raises one thing a thread; answers are none, but what brings code of its own is", () => {
    const comments = [
      aComment("grace", "This is read twice."),
      aComment("ada", "I do not think that it is read twice."),
      aComment("grace", "But it is, look at the caller."),
      aComment("grace", "Or so:\n```suggestion\nreadOnce();\n```"),
    ];
    const [reviewer, ...others] = readComments(aPullRequest({ threads: [aThread(comments)] }));
    expect(others).toEqual([]);
    expect(reviewer?.remarks.map(({ title }) => title)).toEqual(["This is read twice", "Or so"]);
  });

  test("says a thing once, and at most fifty things, the worst first", () => {
    const threads = Array.from({ length: 60 }, (_, at) =>
      aThread([aComment("grace", at === 59 ? "[critical] Money is lost here." : `Line ${at} is read twice.`)]),
    );
    const twice = aThread([aComment("grace", "Line 1 is read twice.")]);
    const [reviewer] = readComments(aPullRequest({ threads: [...threads, twice] }));
    expect(reviewer?.remarks).toHaveLength(50);
    expect(reviewer?.remarks[0]?.title).toBe("Money is lost here");
    expect(reviewer?.left.tooMany).toBe(10);
  });
});

describe("the body of a review", () => {
  const listing = `**Actionable comments posted: 1**

<details>
<summary>🧹 Nitpick comments (2)</summary><blockquote>

<details>
<summary>src/cart.ts (2)</summary><blockquote>

\`12-15\`: **Sum the prices in one pass.**

The list is walked twice.

\`\`\`diff
-const a = sum(b);
+const a = total(b);
\`\`\`

---

\`40\`: _⚠️ Potential issue_ | _🔴 Critical_

**An empty cart is charged.**

Check for it first.

</blockquote></details>

</blockquote></details>

<details>
<summary>📜 Review details</summary>

**Configuration used**: \`src/cart.ts:3\`

</details>`;

  test("is taken apart where a program lists comments by file", () => {
    const reviews = [aPullReview("coderabbitai[bot]", { body: listing })];
    const [reviewer] = readComments(aPullRequest({ reviews }));
    expect(reviewer?.remarks).toMatchObject([
      {
        title: "An empty cart is charged",
        severity: "critical",
        locations: [{ path: "src/cart.ts", start: 40, end: 40 }],
      },
      {
        title: "Sum the prices in one pass",
        severity: "suggestion",
        locations: [{ path: "src/cart.ts", start: 12, end: 15 }],
      },
    ]);
    expect(reviewer?.remarks[1]?.body).toContain("+const a = total(b);");
    expect(JSON.stringify(reviewer)).not.toContain("Configuration");
  });

  const review = `## Code review

### Overview
- Touches \`src/cart.ts:1\`

### Issues
1. **Empty carts are charged** (\`src/cart.ts:40\`)
   They should not be.
2. The total is summed twice in \`src/cart.ts:12-15\`.
3. Names could be better.

### Strengths
- Good tests in \`test/cart.test.ts:3\``;

  test("is taken apart where its items name places; summaries and praise are not", () => {
    for (const login of ["claude[bot]", "grace"]) {
      const [reviewer] = readComments(aPullRequest({ comments: [aComment(login, review)] }));
      expect(reviewer?.remarks.map(({ title, locations }) => [title, locations[0]?.start])).toEqual([
        ["Empty carts are charged", 40],
        ["The total is summed twice in `src/cart.ts:12-15`", 12],
      ]);
    }
  });

  test("of somebody who names one place in passing is no review", () => {
    const comments = [aComment("grace", "- I tried `src/cart.ts:40` here and it works")];
    expect(readComments(aPullRequest({ comments }))).toEqual([]);
  });

  test("that only sums up raises nothing", () => {
    const bodies = [
      [
        "coderabbitai[bot]",
        "<!-- This is an auto-generated comment: summarize by coderabbit.ai -->\n## Walkthrough\n\nAdds `src/cart.ts:40`.",
      ],
      ["gemini-code-assist[bot]", "## Code Review\n\nThis pull request adds a cart. I found a few things."],
      ["cursor[bot]", "Cursor Bugbot has reviewed your changes and found 2 potential issues."],
      ["Copilot", "## Pull request overview\n\n| File | Description |\n| --- | --- |\n| src/cart.ts:40 | A cart |"],
      ["github-actions[bot]", "## Coverage\n\n| File | % |\n| --- | --- |\n| `src/cart.ts:1` | 90 |"],
    ] as const;
    for (const [login, body] of bodies) {
      expect(readComments(aPullRequest({ reviews: [aPullReview(login, { body })] })), login).toEqual([]);
    }
  });
});

describe("a review that asks for changes", () => {
  const demand = "Please remove the debugger, and `docs/logging.md` still mentions load_ssl_context.";
  const read = (login: string, body: string, others: Parameters<typeof aPullReview>[1][] = []) =>
    readComments(
      aPullRequest({
        reviews: [
          aPullReview(login, { state: "changes-requested", body }),
          ...others.map((other) => aPullReview(login, other)),
        ],
      }),
    );

  test("raises what it says, though it is about no line", () => {
    expect(read("grace", demand)).toMatchObject([
      {
        name: "@grace",
        remarks: [
          {
            title: demand.slice(0, -1),
            severity: "important",
            locations: [{ path: "docs/logging.md" }],
            url: "https://code.example/acme/shop/pull/42#pullrequestreview-900",
          },
        ],
      },
    ]);
    expect(read("grace", `nit: ${demand}`)[0]?.remarks[0]?.severity).toBe("suggestion");
  });

  test("raises what it lists, and what it says before", () => {
    const body = `${demand}\n\nAnd these:\n- \`src/cart.ts:40\` charges empty carts\n- \`src/cart.ts:12\` sums twice`;
    expect(read("grace", body)[0]?.remarks.map(({ locations: [place] }) => place)).toEqual([
      { path: "docs/logging.md" },
      { path: "src/cart.ts", start: 40, end: 40 },
      { path: "src/cart.ts", start: 12, end: 12 },
    ]);
  });

  test("raises nothing where its author has approved since, or where a program only counts its comments", () => {
    expect(read("grace", demand, [{ state: "approved", at: "2026-11-17T10:00:00Z" }])).toEqual([]);
    expect(read("grace", demand, [{ state: "approved", at: "2026-11-15T10:00:00Z" }])).toHaveLength(1);
    expect(read("coderabbitai[bot]", "**Actionable comments posted: 3**")).toEqual([]);
  });
});

test("who is heard, but raises nothing that is taken, is known; who only thanks is not among them", () => {
  const summary = "<h3>Greptile Summary</h3>\n\nThis pull request adds a cart.";
  const pull = aPullRequest({
    threads: [aThread([aComment("joan", "This is read twice.")]), aThread([aComment("mary", "LGTM")])],
    reviews: [
      aPullReview("greptile-apps[bot]", { body: summary }),
      aPullReview("grace", { body: "The names could be better in all of it." }),
      aPullReview("joan", { body: "The names could be better in all of it." }),
      aPullReview("linus", { state: "approved", body: "Thanks, looks good!" }),
      aPullReview("emmy", { state: "approved" }),
    ],
  });
  expect(ignoredCommenters(pull)).toMatchObject([
    { name: "Greptile", left: { noise: 1, general: 0 } },
    { name: "@grace", left: { noise: 0, general: 1 } },
  ]);
});

describe("the list of known programs", () => {
  test("names each login once, and keeps to its schema", () => {
    expect(knownBotsSchema.parse(KNOWN_BOTS)).toEqual(KNOWN_BOTS);
    const logins = [...KNOWN_BOTS.bots.flatMap((bot) => bot.logins), ...KNOWN_BOTS.noReviewers];
    expect(new Set(logins).size).toBe(logins.length);
    expect(new Set(KNOWN_BOTS.bots.map(({ name }) => name)).size).toBe(KNOWN_BOTS.bots.length);
    for (const login of logins) expect(login).toBe(login.toLowerCase());
  });

  test("can be replaced", () => {
    const bot = {
      logins: ["house-*"],
      name: "House",
      family: "house",
      marks: [{ has: "!!", severity: "critical" as const }],
    };
    const knownBots = { ...KNOWN_BOTS, bots: [bot] };
    const [reviewer] = readComments(inThread("house-reviewer[bot]", "!! This is read twice."), { knownBots });
    expect(reviewer).toMatchObject({ name: "House", remarks: [{ severity: "critical" }] });
  });
});

/** Hostile text of somebody who is not the author. */
const byStranger = (text: string): PullRequest => ({ ...aHostilePull(text), author: { login: "ada", isBot: false } });

test("no comment is too odd to be read, nor too long", () => {
  for (const text of Object.values(HOSTILE_TEXTS)) readComments(byStranger(text));
  expect(readComments(byStranger(HOSTILE_TEXTS.script))).toHaveLength(1);
  const units = [
    "<details>",
    "<summary>",
    "</details>",
    "<!--",
    "`",
    "```suggestion\n",
    "![",
    "[](",
    "<a ",
    "_a_|",
    "**",
    "- `a.ts:1` ",
  ];
  for (const unit of units) readComments(byStranger(unit.repeat(10_000)));
  const piece = fc.oneof(fc.string(), fc.constantFrom(...units, "\n", "<!-- -->", "> ", "P1:", "\uD800", "`1-2`: "));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
      for (const { remarks } of readComments(byStranger(parts.join("")))) {
        for (const { title } of remarks) expect(title.length).toBeLessThanOrEqual(161);
      }
    }),
  );
});
