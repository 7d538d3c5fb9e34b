import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openArchive } from "#adapters/store/archive.ts";
import { readDecisionsFile } from "#adapters/store/decisions.ts";
import { formatMarker } from "#grammar/marker.ts";
import { clusterId } from "#model/ids.ts";
import type { Tree, TreeFile } from "#model/change/change.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import type { Review } from "#model/review.ts";
import { readDecisions } from "#pipeline/decisions/read-decisions.ts";
import { takeThreadDecisions } from "#pipeline/pulls/take-thread-decisions.ts";
import { aDecidableReview } from "../../helpers/decided-archive.ts";
import { aComment, aPullRequest, aThread } from "../../helpers/pull-talk.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-threads-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function tree(files: readonly TreeFile[] = []): Tree {
  return { commit: "9f2c4e6a", files, read: () => Promise.resolve(undefined) };
}

interface Given {
  readonly brings?: readonly TreeFile[];
  readonly isCi?: boolean;
}

async function take(pull: PullRequest, { brings = [], isCi = false }: Given = {}) {
  const asked: string[] = [];
  const taken = await takeThreadDecisions(pull, {
    archive: openArchive(join(folder, "archive")),
    root: folder,
    isCi,
    opened: { trusted: tree(), tip: tree(brings), change: { scope: { files: [] } } },
    permissionOf: (login) => {
      asked.push(login);
      return Promise.resolve(login === "grace" ? "write" : login === "riddle" ? "unknown" : "none");
    },
  });
  return { ...taken, asked };
}

const store = (review: Review) => openArchive(join(folder, "archive")).write(review, []);

function thread(
  review: string,
  id: string,
  reply: string,
  more: { login?: string; key?: string; latest?: string; said?: string } = {},
) {
  const { login = "grace", key, latest, said = "text" } = more;
  const marker = formatMarker({
    kind: "finding",
    review: aDecidableReview({ id: review }).id,
    id: clusterId(id),
    ...(key !== undefined && { key }),
    ...(latest !== undefined && { more: { latest } }),
  });
  const comments = [
    aComment("deep-review[bot]", `${marker}\n${said}`, { isOurs: true }),
    aComment(login, reply, { id: 7, at: "2026-11-16T10:30:00Z" }),
  ];
  return aThread(comments);
}

const KEY = "0123456789abcdef";

describe("decisions from threads", () => {
  test("are kept once, for this pull request, with who said it and where; the same run again adds none", async () => {
    const review = aDecidableReview();
    await store(review);
    const pull = aPullRequest({
      threads: [thread(review.id, "I1", "declined: wanted"), thread(review.id, "S2", "fixed in 1a2b3c4")],
    });
    const { decisions, added, notes, asked } = await take(pull);
    expect(notes).toEqual([]);
    expect(asked).toEqual(["grace"]);
    expect(added).toEqual(decisions);
    expect(decisions).toMatchObject([
      {
        kind: "declined",
        reason: "wanted",
        author: "@grace",
        date: "2026-11-16T10:30:00.000Z",
        scope: { series: "pr-42" },
        of: { review: review.id, cluster: "I1" },
        source: "thread",
        url: "https://code.example/acme/shop/pull/42#discussion_r7",
      },
      { kind: "fixed", of: { cluster: "S2" } },
    ]);
    const again = await take(pull);
    expect(again.added).toEqual([]);
    expect(again.decisions.map(({ id }) => id)).toEqual(decisions.map(({ id }) => id));
    expect(await readDecisionsFile(join(folder, "archive"))).toHaveLength(2);
  });

  test("count in CI too, where no file but the base's is believed", async () => {
    const review = aDecidableReview();
    await store(review);
    const { decisions } = await take(aPullRequest({ threads: [thread(review.id, "I1", "by design")] }), { isCi: true });
    const sources = { archive: { folder: join(folder, "archive") }, base: tree(), isCi: true };
    expect(await readDecisions(sources)).toEqual([]);
    expect(await readDecisions({ ...sources, fromThreads: decisions })).toEqual(decisions);
    expect(await readDecisions({ ...sources, isCi: false, fromThreads: decisions })).toEqual(decisions);
  });

  test("count from our own comment where its review is in another archive", async () => {
    const said = "**Important:** `pour` pours one cup\u200b too many\n\nOn every call, see \\#12.";
    const { decisions, notes } = await take(
      aPullRequest({
        threads: [thread("20261101-080000-pr-42", "I9", "declined: cups are small", { key: KEY, said })],
      }),
    );
    expect(notes).toEqual([]);
    expect(decisions).toMatchObject([
      {
        kind: "declined",
        reason: "cups are small",
        of: { review: "20261101-080000-pr-42", cluster: "I9" },
        problem: {
          identity: { exact: KEY, code: KEY },
          severity: "important",
          title: "`pour` pours one cup too many",
          text: "On every call, see #12.",
        },
      },
    ]);
    expect(decisions[0]?.problem.locations[0]?.path).toBe(aThread([aComment("x", "y")]).path);
  });

  test("are told, not lost, where they cannot be applied", async () => {
    const review = aDecidableReview();
    await store(review);
    const threads = [
      thread("20261101-000000-pr-42", "I1", "declined: x"),
      thread(review.id, "I9", "declined: x"),
      thread(review.id, "I1", "declined: x", { key: "ab12" }),
      thread(review.id, "S1", "declined: x", { login: "ada" }),
      thread(review.id, "S1", "declined: x", { login: "riddle" }),
    ];
    const { decisions, notes } = await take(aPullRequest({ threads }));
    expect(decisions).toEqual([]);
    expect(notes.map((note) => note.split(": ").at(-1))).toEqual([
      "may not write to the repository",
      "it is not known whether they may write to the repository",
      "its review is not in this archive",
      "its review has no such finding",
      "its review says something else there",
    ]);
  });

  test("are about the finding's latest name where only that review is here", async () => {
    const review = aDecidableReview();
    await store(review);
    const named = thread("20261101-000000-pr-42", "I9", "declined: x", { latest: `${review.id}/S2` });
    const { decisions } = await take(aPullRequest({ threads: [named] }));
    expect(decisions).toMatchObject([{ of: { review: review.id, cluster: "S2" } }]);
    const odd = thread("20261101-000000-pr-42", "I9", "declined: x", { latest: "../../etc/S2" });
    expect((await take(aPullRequest({ threads: [odd] }))).notes.join()).toContain("not in this archive");
  });

  test("are not read off a record that comes with the change", async () => {
    const review = aDecidableReview();
    await store(review);
    const brings = [{ path: `archive/reviews/${review.id}/review.json`, blob: "1" }];
    const pull = aPullRequest({ threads: [thread(review.id, "I1", "declined: x")] });
    const { decisions, notes } = await take(pull, { brings });
    expect(decisions).toEqual([]);
    expect(notes.join()).toContain("comes with the change itself");
  });

  test("hold in CI though the change brings a file of decisions that cannot be read", async () => {
    const review = aDecidableReview();
    await store(review);
    writeFileSync(join(folder, "archive", "decisions.jsonl"), "<<<<<<< HEAD\n");
    const pull = aPullRequest({ threads: [thread(review.id, "I1", "declined: x")] });
    const { decisions, notes } = await take(pull, { isCi: true });
    expect(decisions).toHaveLength(1);
    expect(notes.join()).toContain("could not be kept");
    await expect(take(pull)).rejects.toThrow("cannot read the decisions");
  });
});
