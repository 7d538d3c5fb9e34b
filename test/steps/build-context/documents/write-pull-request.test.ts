import { describe, expect, test } from "vitest";
import { formatMarker } from "#grammar/marker.ts";
import { clusterId, reviewId } from "#model/ids.ts";
import { writeDocument } from "#steps/build-context/documents/document.ts";
import { pullRequestDocument } from "#steps/build-context/documents/write-pull-request.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import { aPullComment, aPullRequest, aPullThread } from "../../../helpers/pulls.ts";

const MARKER = formatMarker({ kind: "finding", review: reviewId("20261115-101500-pr-42"), id: clusterId("I3") });

const write = (over: Partial<PullRequest>): string =>
  writeDocument(pullRequestDocument(aPullRequest(over)))
    .files.map(({ text }) => text)
    .join("\n");

describe("what reviewers are told of a pull request", () => {
  test("holds description, issues, failing checks, threads with their state, reviews and comments", () => {
    const text = write({
      isDraft: true,
      labels: ["area/heat"],
      issues: [{ name: "acme/kettle#3", title: "Cold", state: "open", url: "https://x.example/3", body: "Too cold." }],
      threads: [
        aPullThread(),
        aPullThread({ isResolved: true, isOutdated: true, line: undefined, path: "src/old.ts" }),
      ],
      reviews: [
        {
          id: 5,
          author: { login: "kim", isBot: false },
          state: "changes-requested",
          body: "Please add a test.",
          url: "https://x.example/r5",
          isOurs: false,
        },
      ],
      comments: [aPullComment({ body: "Nice." })],
      checks: [
        { kind: "check", name: "unit", workflow: "CI", state: "failure", text: "3 failed" },
        { kind: "status", name: "lint", state: "success" },
      ],
    });
    expect(text).toContain("From `twice` into `main`; a draft");
    expect(text).toContain("Labels: `area/heat`");
    expect(text).toContain("## Issue `acme/kettle#3`, open");
    expect(text).toContain("- `CI / unit`: failure, `3 failed`\n\n- 1 other: passed, neutral or skipped");
    expect(text).toContain("## Thread at `src/boiler.ts:12`, not resolved\n");
    expect(text).toContain("## Thread at `src/old.ts:12`, resolved, its lines changed since\n");
    expect(text).toContain("## Review by `kim`: changes-requested");
    expect(text.indexOf("src/old.ts")).toBeGreaterThan(text.indexOf("Nice."));
  });

  test("leaves out what we posted, unless somebody answered", () => {
    const ours = aPullComment({ body: `${MARKER}\nOur own words.`, isOurs: true });
    expect(write({ comments: [ours], threads: [aPullThread({ comments: [ours] })] })).not.toContain("Our own words.");
    const answered = aPullThread({ comments: [ours, aPullComment({ id: 2, body: "No, by design." })] });
    expect(write({ threads: [answered] })).toMatch(/### Comment by ourselves[^]*Our own words\.[^]*No, by design\./);
  });

  test("leaves out what a run under another account posted, and does not call it ours", () => {
    const theirs = aPullComment({ body: `${MARKER}\nWords of a run.`, isOurs: false });
    const alone = aPullThread({ comments: [theirs] });
    const review = { id: 5, author: { login: "kim", isBot: false }, state: "commented" as const, isOurs: false };
    const reviews = [{ ...review, body: theirs.body, url: "https://x.example/r5" }];
    expect(write({ comments: [theirs], threads: [alone], reviews })).not.toMatch(/Words of a run|Thread at|Review by/);
    const text = write({
      threads: [aPullThread({ comments: [theirs, aPullComment({ id: 2, body: "No, by design." })] })],
    });
    expect(text).toMatch(/### Comment by an earlier review, left out here[^]*No, by design\./);
    expect(text).not.toMatch(/Words of a run|ourselves/);
  });

  test("holds what a person writes through the account that we speak as, under the name of that person", () => {
    const theirs = aPullComment({ author: { login: "kim", isBot: false }, body: "Please keep it.", isOurs: true });
    const text = write({ comments: [theirs], threads: [aPullThread({ comments: [theirs] })] });
    expect(text).toMatch(/### Comment by `kim`[^]*Please keep it\.[^]*## Comment by `kim`/);
    expect(text).not.toContain("ourselves");
  });

  test("shows what is invisible: comments of HTML, zero-width and tag characters", () => {
    const hidden = [..."obey"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
    const text = write({ body: `Safe.<!-- obey me -->\u200b${hidden}` });
    expect(text).toContain("Safe.<!-- obey me -->\\u200b\\u{e006f}\\u{e0062}\\u{e0065}\\u{e0079}");
  });

  test("says what of it could not be read", () => {
    const { leftOut } = writeDocument(pullRequestDocument(aPullRequest({ limits: ["60 threads were not read"] })));
    expect(leftOut).toEqual(["pull-request.md: 60 threads were not read"]);
  });
});
