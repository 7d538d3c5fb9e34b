import { describe, expect, test } from "vitest";
import type { Complaint } from "#steps/propose-rules/complaints/complaint.ts";
import { complaintOf, complaintsOf } from "#steps/propose-rules/complaints/read-complaints.ts";
import type { StandingRule } from "#steps/propose-rules/proposal.ts";
import { type ProposeInput, proposeRules } from "#steps/propose-rules/propose-rules.ts";
import { aCluster, aDecision, aReview, aStatement } from "../../helpers/builders.ts";
import { aStandingDecision } from "../../helpers/decisions.ts";

const TODAY = "2026-11-16";
const propose = (over: Partial<ProposeInput>) =>
  proposeRules({ notes: [], complaints: [], rules: [], today: TODAY, ...over });

const complaint = (at: number, over: Partial<Complaint> = {}): Complaint => ({
  fate: "declined",
  title: "`flushQueue` blocks the event loop while the disk is slow",
  text: "It writes the queue with a call that waits.",
  path: "src/queue.ts",
  review: `2026110${at}-090000-pr-7`,
  ref: `D-000000000${at}`,
  reason: "the queue is never longer than ten",
  date: `2026-11-0${at}`,
  ...over,
});

const rule = (text: string, over: Partial<StandingRule> & { readonly start?: number } = {}): StandingRule => ({
  file: ".deep-review/rules.md",
  item: { text, start: over.start ?? 3, end: over.start ?? 3 },
  ...over,
});

describe("declines", () => {
  test("of one problem in two reviews, in whatever words, make a rule with reason, files, sources and a last day", () => {
    const other = complaint(2, {
      title: "Slow disks make `flushQueue` block the event loop",
      reason: "ten entries at most",
    });
    expect(propose({ complaints: [complaint(1), other] })).toEqual([
      {
        id: expect.stringMatching(/^P-[0-9a-f]{10}$/),
        kind: "add",
        wording:
          "Do not raise “Slow disks make `flushQueue` block the event loop” again. People declined it: ten entries at most. Raise it only with new evidence, or where its code has changed.",
        paths: ["src/queue.ts"],
        because: "declined in 2 reviews",
        sources: [
          { kind: "decision", ref: "D-0000000001" },
          { kind: "decision", ref: "D-0000000002" },
        ],
        until: "2027-05-15",
      },
    ]);
  });

  test("of one review, or of two problems, make none", () => {
    expect(propose({ complaints: [complaint(1), complaint(1)] })).toEqual([]);
    expect(propose({ complaints: [complaint(1), complaint(2, { title: "The header is parsed twice" })] })).toEqual([]);
  });

  test("in several rounds of one series are one voice", () => {
    const rounds = [1, 2, 3].map((at) => complaint(at, { series: "pr-7" }));
    expect(propose({ complaints: rounds })).toEqual([]);
    expect(propose({ complaints: [...rounds, complaint(4, { series: "pr-8" })] })).toMatchObject([
      { because: "declined in 2 reviews" },
    ]);
  });

  test("that hold until a day make a rule that ends no later", () => {
    const complaints = [complaint(1, { until: "2026-12-24" }), complaint(2, { until: "2027-01-31" }), complaint(3)];
    expect(propose({ complaints })[0]?.until).toBe("2026-12-24");
    expect(propose({ complaints: [complaint(1, { until: "2029-01-01" }), complaint(2)] })[0]?.until).toBe("2027-05-15");
  });

  test("of what anybody rated critical make none", () => {
    expect(propose({ complaints: [complaint(1, { severity: "critical" }), complaint(2)] })).toEqual([]);
    expect(propose({ complaints: [complaint(1, { severity: "important" }), complaint(2)] })).toHaveLength(1);
  });

  test("make a rule without anybody's address", () => {
    const reason = "tess <tess.o+dev@mail.example.org> says: `retry@2` is fine";
    const [proposal] = propose({ complaints: [complaint(1), complaint(2, { reason })] });
    expect(proposal?.wording).not.toContain("example");
    expect(proposal?.wording).toMatch(/declined it: tess says: `retry@.*2` is fine/);
  });

  test("are known by identity when the words differ", () => {
    const identity = { version: 1, place: "abc" };
    const other = complaint(2, { title: "Waits", text: "", identity });
    expect(propose({ complaints: [complaint(1, { identity }), other] })).toHaveLength(1);
  });

  test("that somebody took back, or fixed, make none", () => {
    for (const fate of ["reopened", "fixed"] as const) {
      expect(propose({ complaints: [complaint(1), complaint(2), complaint(3, { fate })] })).toEqual([]);
    }
  });

  test("in many files hold for their common folder; a path that no rule could name makes none", () => {
    const many = [1, 2, 3, 4].map((at) => complaint(at, { path: `src/queue/part${at}.ts` }));
    expect(propose({ complaints: many })[0]?.paths).toEqual(["src/queue/**"]);
    expect(propose({ complaints: [complaint(1, { path: "a`b" }), complaint(2, { path: "a`b" })] })).toEqual([]);
  });
});

describe("drops", () => {
  const dropped = (at: number) => complaint(at, { fate: "dropped", ref: `r${at}`, reason: "Refuted: it is buffered" });

  test("in three reviews make a rule; in two, none", () => {
    expect(propose({ complaints: [dropped(1), dropped(2)] })).toEqual([]);
    const [proposal] = propose({ complaints: [dropped(1), dropped(2), dropped(3)] });
    expect(proposal?.wording).toMatch(/without evidence from the code: .*Refuted: it is buffered\.$/);
    expect(proposal?.because).toBe("dropped in 3 reviews");
  });

  test("of one check are about that check, and say how to switch it off", () => {
    const check = "hazard-lint/debugger";
    const hits = [1, 2].map((at) => complaint(at, { check, title: `Statement ${at}`, path: `legacy/${at}.js` }));
    const [proposal] = propose({ complaints: hits });
    expect(proposal?.wording).toContain("what the check hazard-lint/debugger finds");
    expect(proposal?.because).toContain("`deep-review rules hazard-lint/debugger` says how to switch the check off");
  });
});

describe("what stands already", () => {
  const note = {
    kind: "add" as const,
    wording: "Handlers write the session through SessionWriter alone.",
    review: "r1",
  };

  test("in the same or nearly the same words is not proposed again", () => {
    expect(propose({ notes: [note] })).toHaveLength(1);
    expect(propose({ notes: [note], rules: [rule("handlers write the session through SessionWriter alone")] })).toEqual(
      [],
    );
    const near = rule("All handlers write the session through the `SessionWriter` alone, since 2025.");
    expect(propose({ notes: [note], rules: [near] })).toEqual([]);
  });

  test("is changed by a note that says so; a removal needs a rule that it removes", () => {
    const rules = [rule("The session has two writers: the handler and the job.")];
    const change = {
      ...note,
      kind: "change" as const,
      wording: "The session has three writers: the handler, the job and the migration.",
    };
    expect(propose({ notes: [change], rules })[0]).toMatchObject({ kind: "change", rule: rules[0] });
    expect(propose({ notes: [change] })[0]).toMatchObject({ kind: "add" });
    const remove = { ...change, kind: "remove" as const };
    expect(propose({ notes: [remove], rules })[0]).toMatchObject({ kind: "remove", wording: rules[0]?.item.text });
    expect(propose({ notes: [remove] })).toEqual([]);
  });

  test("and that several notes ask for is one proposal that names them all", () => {
    const [proposal, ...more] = propose({ notes: [note, { ...note, review: "r2" }] });
    expect(more).toEqual([]);
    expect(proposal?.sources.map(({ ref }) => ref)).toEqual(["r1", "r2"]);
    expect(proposal?.until).toBe("2027-11-16");
  });
});

describe("a rule that people's decisions contradict is to be changed", () => {
  test("when it asks for what they decline", () => {
    const asks = rule("Flag every place where `flushQueue` blocks the event loop while the disk is slow.");
    const [proposal, ...more] = propose({ rules: [asks], complaints: [complaint(1), complaint(2)] });
    expect(more).toEqual([]);
    expect(proposal).toMatchObject({
      kind: "change",
      rule: asks,
      because: "declined in 2 reviews, although a rule asks for it",
    });
  });

  test("when it silences what they fixed after it was written", () => {
    const quiet = "Do not raise that `flushQueue` blocks the event loop while the disk is slow.";
    const fixed = [complaint(1, { fate: "fixed" }), complaint(2, { fate: "reopened" })];
    const [proposal] = propose({ rules: [rule(quiet, { written: "2026-10-01" })], complaints: fixed });
    expect(proposal).toMatchObject({ kind: "change", sources: [{ ref: "D-0000000001" }, { ref: "D-0000000002" }] });
    expect(propose({ rules: [rule(quiet, { written: "2026-11-02" })], complaints: fixed })).toEqual([]);
  });
});

describe("a rule is to be removed", () => {
  const mark = { id: "P-0123456789", added: "2026-01-01", until: "2026-11-15" };

  test("when its day has passed, and not on that day", () => {
    const item = { text: "Queries have a limit here, always.", start: 3, end: 4, mark };
    expect(propose({ rules: [{ ...rule(""), item }] })[0]).toMatchObject({
      kind: "remove",
      because: "it was to hold until 2026-11-15",
    });
    expect(propose({ rules: [{ ...rule(""), item: { ...item, mark: { ...mark, until: TODAY } } }] })).toEqual([]);
  });

  test("when what it cites is gone", () => {
    expect(
      propose({ rules: [rule("Use `SessionWriter` for sessions.", { gone: ["SessionWriter"] })] })[0],
    ).toMatchObject({
      kind: "remove",
      because: "`SessionWriter` was in the code and is gone",
    });
  });

  test("when it stands there twice, for the same files; the first one stays", () => {
    const text = "Every query has a limit, as the database is shared.";
    const twice = [rule(text, { file: "AGENTS.md" }), rule(text, { start: 9 })];
    expect(propose({ rules: twice })).toMatchObject([
      { kind: "remove", because: "AGENTS.md:3 says the same", rule: twice[1] },
    ]);
    expect(propose({ rules: [rule(text, { paths: ["a/**"] }), rule(text, { paths: ["b/**"] })] })).toEqual([]);
  });
});

describe("reviews and decisions are read", () => {
  test("with what they declined and dropped, and where", () => {
    const review = aReview({
      clusters: [
        aCluster({
          id: "I1",
          members: ["claude:I1", "codex:I1"],
          statement: aStatement({ title: "Retries never stop" }),
        }),
        aCluster({ id: "X1", members: ["claude:S1"] }),
      ],
      decisions: [
        aDecision({ kind: "declined", about: { kind: "finding", cluster: "I1", text: "I1" }, reason: "by design" }),
        aDecision({ kind: "declined", about: { kind: "testing", text: "a test of the retries that never stop" } }),
      ],
    });
    expect(complaintsOf(review)).toMatchObject([
      {
        fate: "declined",
        title: "Retries never stop",
        path: "src/deliver.ts",
        reason: "by design",
        date: "2026-11-02",
      },
      { fate: "dropped", review: "20261102-091500-pr-42" },
    ]);
  });

  test("without the echo of a decision, which is read by itself", () => {
    const because = "Declined (D-0123456789) by tess@example.org: by design.";
    const kept = aCluster({ id: "I1", members: ["claude:I1", "codex:I1"], statement: aStatement() });
    const dropped = aCluster({ id: "X1", members: ["claude:S1"] });
    const drop = (said: string) =>
      aReview({
        clusters: [kept, { ...dropped, ruling: { kind: "drop", reason: "declined-earlier", because: said } }],
      });
    expect(complaintsOf(drop(because))).toEqual([]);
    expect(complaintsOf(drop("Declined in round 1"), "pr-42")).toMatchObject([{ fate: "dropped", series: "pr-42" }]);
  });

  test("and a decision with its severity, its series and its last day", () => {
    const decision = aStandingDecision({ until: "2026-12-24" });
    const { severity } = decision.problem;
    expect(complaintOf(decision, TODAY, "pr-42")).toMatchObject([{ severity, series: "pr-42", until: "2026-12-24" }]);
  });

  test("and a decision whose day has passed says nothing", () => {
    const decision = aStandingDecision();
    expect(complaintOf(decision, TODAY)).toMatchObject([{ fate: "declined", date: "2026-11-02", ref: "D-0123456789" }]);
    expect(complaintOf({ ...decision, until: "2026-11-15" }, TODAY)).toEqual([]);
  });
});
