import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readEvent } from "#cli/commands/action/find-job-pull.ts";

const head = "a".repeat(40);
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-event-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function eventOf(event: unknown) {
  const path = join(folder, "event.json");
  writeFileSync(path, typeof event === "string" ? event : JSON.stringify(event));
  return readEvent(path);
}

const run = {
  event: "pull_request",
  head_sha: head,
  head_branch: "x$(id)",
  head_repository: { owner: { login: "eve" } },
};

test.each([
  ["of a pull request", { pull_request: { number: 3, head: { sha: head } } }, { number: 3, head }],
  [
    "that tells the base branch",
    { pull_request: { number: 3, head: { sha: head }, base: { ref: "release/1" } } },
    { number: 3, head, base: "release/1" },
  ],
  ["of a comment on a pull request", { issue: { number: 3, pull_request: {} } }, { number: 3 }],
  ["of a comment on an issue", { issue: { number: 3 } }, {}],
  [
    "of a finished run",
    { workflow_run: { ...run, pull_requests: [{ number: 9 }] } },
    { head, branch: { owner: "eve", name: "x$(id)" } },
  ],
  ["of a push", { before: head, after: head }, {}],
  ["with a head that is no commit", { pull_request: { number: 3, head: { sha: "$(id)" } } }, {}],
  ["with a number that is none", { pull_request: { number: "3; id", head: { sha: head } } }, {}],
  ["that is no JSON", "{", {}],
])("an event %s", async (_title, event, expected) => {
  expect(await eventOf(event)).toEqual(expected);
});

test("a run that was not begun by a pull request, and a file that is not there, are errors", async () => {
  await expect(eventOf({ workflow_run: { ...run, event: "push" } })).rejects.toThrow("not for a pull request");
  await expect(readEvent(join(folder, "none"))).rejects.toThrow("cannot be read");
  expect(await readEvent(undefined)).toEqual({});
});
