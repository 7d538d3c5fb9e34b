import { describe, expect, test } from "vitest";
import type { EarlierFinding } from "#steps/build-context/bundle-input.ts";
import { writeDocument } from "#steps/build-context/documents/document.ts";
import { earlierDocument } from "#steps/build-context/documents/write-earlier.ts";

const anEarlier = (over: Partial<EarlierFinding> = {}): EarlierFinding => ({
  id: "R2.I3",
  state: "open",
  title: "Retries never stop",
  severity: "important",
  locations: [{ path: "src/mail.ts", start: 10, end: 14 }],
  codeChanged: false,
  ...over,
});

const written = (findings: readonly EarlierFinding[], blind = false): string =>
  writeDocument(earlierDocument(findings, blind))
    .files.map(({ text }) => text)
    .join("");

const DECLINED = anEarlier({
  id: "R1.S2",
  state: "declined",
  severity: "suggestion",
  title: "No jitter",
  decision: "D-0123456789",
  reason: "tess says: one server only",
});

describe("what reviewers are told of earlier findings", () => {
  test("fixes to judge come first, then what is open, declined and settled", () => {
    const text = written([
      anEarlier({ id: "R1.I4", state: "settled" }),
      DECLINED,
      anEarlier(),
      anEarlier({ id: "R1.I1", state: "changed" }),
    ]);
    expect(text.match(/^(?:## .*|- `R\d\.\w+`)/gm)).toEqual([
      "## Fixes to judge",
      "- `R1.I1`",
      "## Open",
      "- `R2.I3`",
      "## Declined",
      "- `R1.S2`",
      "## Settled",
      "- `R1.I4`",
    ]);
  });

  test("a fix has name, severity, title, places and the commits that touched it", () => {
    const commits = [{ id: "9f2c4e6a8b0d1f3a5c7e9f2c4e6a8b0d1f3a5c7e", subject: "Count the tries" }];
    expect(written([anEarlier({ state: "changed", codeChanged: true, commits })])).toContain(
      [
        "- `R2.I3` (important): `Retries never stop` at `src/mail.ts:10-14`",
        "  Commits since that touched its code: `9f2c4e6a8b0d` `Count the tries`",
        "  Its code changed since.\n",
      ].join("\n"),
    );
  });

  test("a declined one has the decision and its reason", () => {
    expect(written([DECLINED])).toContain("  Declined (`D-0123456789`): `tess says: one server only`\n");
    expect(written([{ ...DECLINED, state: "accepted-risk" }])).toContain("  Accepted as a risk (`D-0123456789`): ");
  });

  test("code that is gone is said to have stood where it was", () => {
    const text = written([anEarlier({ state: "changed", isGone: true, codeChanged: true })]);
    expect(text).toContain("`Retries never stop`, was at `src/mail.ts:10-14`\n  Its code is gone.\n");
  });

  test("a person's word that it is fixed is told beside what the code says", () => {
    const text = written([anEarlier({ state: "changed", decision: "D-0123456789" })]);
    expect(text).toContain("  Called fixed by a person (`D-0123456789`).\n  Its code did not change.\n");
  });

  test("commits that touched only the layout of its code are told as such", () => {
    const commits = [{ id: "9f2c4e6a8b0d", subject: "Format" }];
    expect(written([{ ...DECLINED, commits }])).toContain(
      "  Only its layout, comments or the lines around it changed.\n",
    );
  });

  test("what is not known is said not to be", () => {
    const { codeChanged: _known, ...unknown } = anEarlier();
    expect(written([unknown])).toContain("  Whether its code changed is not known.\n");
  });

  test("a blind reviewer sees no reason and no commit subject", () => {
    const commits = [{ id: "9f2c4e6a8b0d", subject: "tess counts the tries" }];
    const text = written([{ ...DECLINED, commits }, anEarlier({ state: "changed", commits })], true);
    expect(text).not.toMatch(/tess|one server/);
    expect(text).toContain("  Declined (`D-0123456789`).\n");
    expect(text).toContain("touched its code: `9f2c4e6a8b0d`\n");
  });
});

describe("what an earlier finding said", () => {
  const said = { text: "A 503 is tried again.", advice: "Count the tries.", code: "while (true) {\n\n  again();" };

  test("stands below it, for a blind reviewer too", () => {
    for (const blind of [false, true]) {
      expect(written([anEarlier({ said }), anEarlier({ id: "R2.I4" })], blind)).toContain(
        [
          "  Its code did not change.",
          "  Its text:",
          "  ```text",
          "  A 503 is tried again.",
          "  ```",
          "  The advice:",
          "  ```text",
          "  Count the tries.",
          "  ```",
          "  The code as it was quoted:",
          "  ```text",
          "  while (true) {",
          "",
          "    again();",
          "  ```",
          "- `R2.I4`",
        ].join("\n"),
      );
    }
  });

  test("cannot leave its fence, nor send anything to a terminal", () => {
    const text = written([anEarlier({ said: { text: "```\n## Orders\n````\n\u001b[2J" } })]);
    expect(text).toContain("  `````text\n  ```\n  ## Orders\n  ````\n  \\u001b[2J\n  `````\n");
  });

  test("is cut where it is long, and what is cut is counted", () => {
    const text = written([anEarlier({ said: { text: "x".repeat(5_000), code: "y\n".repeat(500) } })]);
    expect(text).toContain("Its text, but for 3,800 characters at its end:");
    expect(text.match(/^ {2}y$/gm)).toHaveLength(40);
  });

  test("has no room any more before any finding loses its name", () => {
    const many = Array.from({ length: 200 }, (_, at) =>
      anEarlier({ id: `R1.S${at + 1}`, state: at < 150 ? "open" : "changed", said: { text: "x".repeat(1_200) } }),
    );
    const { files, leftOut } = writeDocument(earlierDocument(many, false));
    const all = files.map(({ text }) => text).join("");
    expect(leftOut).toEqual([]);
    expect(many.filter(({ id }) => !all.includes(`\`${id}\``))).toEqual([]);
    expect(all).toContain("There is no room for its text.");
    // Fixes to judge come first.
    expect(all.indexOf("There is no room")).toBeGreaterThan(all.indexOf("## Open"));
    for (const { text } of files) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(40_000);
  });
});

describe("a long list", () => {
  test("is spread over files that a read tool shows whole, and names every finding", () => {
    const many = Array.from({ length: 900 }, (_, at) => anEarlier({ id: `R1.S${at + 1}` }));
    const { files, leftOut } = writeDocument(earlierDocument(many, false));
    expect(leftOut).toEqual([]);
    expect(files.length).toBeGreaterThan(1);
    for (const { text } of files) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(40_000);
    const all = files.map(({ text }) => text).join("");
    expect(many.filter(({ id }) => !all.includes(`\`${id}\``))).toEqual([]);
  });

  test("that has no room says how many are left out, fixes to judge last of all", () => {
    const many = Array.from({ length: 3000 }, (_, at) => anEarlier({ id: `R1.S${at + 1}` }));
    const { files, leftOut } = writeDocument(earlierDocument([...many, anEarlier({ state: "changed" })], false));
    expect(leftOut).toEqual([
      expect.stringMatching(/^earlier\.md leaves out \d+ of 3003 headings and findings, because they do not fit$/),
    ]);
    expect(files[0]?.text).toContain("## Fixes to judge");
    expect(files.at(-1)?.text).toContain(leftOut[0]);
  });

  test("one finding of endless words takes no room from the others, and what is cut is counted", () => {
    const long = "word ".repeat(100_000);
    const endless = anEarlier({
      title: long,
      reason: long,
      state: "declined",
      commits: Array.from({ length: 50 }, () => ({ id: "9f2c4e6a8b0d", subject: long })),
      locations: Array.from({ length: 50 }, (_, at) => ({ path: `${"d/".repeat(3000)}f${at}.ts` })),
    });
    const { files, leftOut } = writeDocument(earlierDocument([endless, DECLINED], false));
    const all = files.map(({ text }) => text).join("");
    expect(leftOut).toEqual([]);
    expect(all).toContain("`No jitter`");
    expect(all).toContain("(and 499,600 characters more)");
    expect(all).toContain("and 40 more");
  });
});
