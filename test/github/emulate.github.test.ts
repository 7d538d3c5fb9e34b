import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json } from "./client.ts";
import { Client } from "./client.ts";
import type { EmulatedPull } from "./emulator.ts";
import { startEmulator } from "./emulator.ts";
import { makeKettle } from "./kettle.ts";
import { useHub } from "./server/use-hub.ts";

interface Place {
  readonly repository: string;
  readonly number: number;
  readonly head: string;
}
type Ask = (api: Client, place: Place) => Promise<Json>;

const hub = useHub("all");
let emulated: EmulatedPull;
let own: Place;
beforeAll(async () => {
  emulated = await startEmulator();
  const { pull } = await makeKettle(hub());
  own = { repository: "/repos/ada/kettle", number: pull.number, head: (await pull.view()).head };
});
afterAll(() => emulated.close());

const body = async (answer: ReturnType<Client["get"]>): Promise<Json> => {
  const { status, body: said } = await answer;
  expect(status, JSON.stringify(said)).toBeLessThan(300);
  return said;
};
const comment: Ask = (api, { repository, number }) =>
  body(api.post(`${repository}/issues/${number}/comments`, { body: "One" }));
const review: Ask = (api, { repository, number }) =>
  body(api.post(`${repository}/pulls/${number}/reviews`, { event: "COMMENT", body: "Two" }));
const check: Ask = (api, { repository, head }) =>
  body(
    api.post(`${repository}/check-runs`, {
      name: "Deep Review",
      head_sha: head,
      status: "completed",
      conclusion: "neutral",
      output: { title: "Title", summary: "Summary" },
    }),
  );

const ASKED: readonly (readonly [string, Ask])[] = [
  ["a repository", (api, { repository }) => body(api.get(repository))],
  ["a pull request", (api, { repository, number }) => body(api.get(`${repository}/pulls/${number}`))],
  ["the list of pull requests", (api, { repository }) => body(api.get(`${repository}/pulls`))],
  ["a new comment", comment],
  [
    "a changed comment",
    async (api, place) => {
      const { id } = await comment(api, place);
      return body(api.call("PATCH", `${place.repository}/issues/comments/${String(id)}`, { body: "New" }));
    },
  ],
  ["the list of comments", (api, { repository, number }) => body(api.get(`${repository}/issues/${number}/comments`))],
  ["a review with an event", review],
  ["the list of reviews", (api, { repository, number }) => body(api.get(`${repository}/pulls/${number}/reviews`))],
  ["a new check run", check],
  [
    "a changed check run",
    async (api, place) => {
      const { id } = await check(api, place);
      return body(api.call("PATCH", `${place.repository}/check-runs/${String(id)}`, { conclusion: "success" }));
    },
  ],
  [
    "the check runs of a commit",
    (api, { repository, head }) => body(api.get(`${repository}/commits/${head}/check-runs`)),
  ],
];

test.each(ASKED)("%s has one shape here and in the emulator", async (_, ask) => {
  const token = hub().tokenFor("github-actions[bot]");
  const ours = typesOf(await ask(new Client(hub().url, token), own));
  const theirs = typesOf(await ask(emulated.api, emulated));
  const common = [...ours.keys()].filter((path) => theirs.has(path));
  const differing = common
    .filter((path) => ours.get(path) !== theirs.get(path))
    // What may be missing says nothing of what it is when it is there.
    .filter((path) => ours.get(path) !== "null" && theirs.get(path) !== "null");
  expect(differing.map((path) => `${path}: ${ours.get(path)}, there ${theirs.get(path)}`)).toEqual([]);
  expect(common.length).toBeGreaterThan(20);
});

/** The type at each path of a value; of a list, its first element stands for all. */
function typesOf(value: unknown, path = ""): Map<string, string> {
  if (Array.isArray(value))
    return new Map([[path, "array"], ...(value.length === 0 ? [] : typesOf(value[0], `${path}[]`))]);
  if (value === null) return new Map([[path, "null"]]);
  if (typeof value !== "object") return new Map([[path, typeof value]]);
  return new Map([
    [path, "object"],
    ...Object.entries(value).flatMap(([name, inner]) => [...typesOf(inner, `${path}.${name}`)]),
  ]);
}
