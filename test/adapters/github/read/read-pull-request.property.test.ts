import fc from "fast-check";
import { expect, test } from "vitest";
import type { GitHub } from "#adapters/github/client.ts";
import { readPullRequest } from "#adapters/github/read-pull-request.ts";
import { pullRequestSchema } from "#model/pull/pull-request.ts";
import { UserError } from "#util/errors.ts";
import { answerGraph } from "../../../helpers/scripted-github.ts";
import * as kettle from "./kettle.ts";

/** A platform that answers every request with the same value. */
function answering(data: unknown, hasToken: boolean): GitHub {
  return {
    host: "github.com",
    hasToken,
    tokenFrom: hasToken ? "GH_TOKEN" : undefined,
    calls: { reads: 0, queries: 0, writes: 0, points: 0 },
    request: () => Promise.resolve({ status: 200, data, hasNext: false }),
    graphql: () => Promise.resolve(data),
    graphqlInPart: () => Promise.resolve({ data, errors: [] }),
  };
}

const whole = await wholeAnswer();

/** What is read holds, or the user is told that it cannot be read; nothing else happens. */
async function check(data: unknown, hasToken: boolean): Promise<void> {
  const read = readPullRequest(answering(data, hasToken), { host: "github.com", ...kettle.ADDRESS });
  const result = await read.catch((error: unknown) => error);
  if (result instanceof UserError) return;
  expect(pullRequestSchema.safeParse(result).error?.issues ?? []).toEqual([]);
}

test("an answer of which any part is something else is read as far as it goes", async () => {
  const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(null, "\u0000", -1, 1e300, [], {}, "x".repeat(70_000)));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(), odd), { minLength: 1, maxLength: 4 }), async (changes) => {
      let data: unknown = structuredClone(whole);
      for (const [at, value] of changes) data = replaceAt(data, at % countParts(data), value);
      await check(data, true);
    }),
  );
});

test("an answer of any form is read or told, by either interface", async () => {
  await fc.assert(fc.asyncProperty(fc.jsonValue(), fc.boolean(), async (data, hasToken) => check(data, hasToken)));
});

async function wholeAnswer(): Promise<unknown> {
  const lists = {
    threads: [kettle.thread(1), kettle.thread(2, { line: null })],
    talk: [kettle.comment(1)],
    reviewed: [kettle.review(2)],
    contexts: [kettle.failing, kettle.deployed],
  };
  const flags = { head: true, threads: true, comments: true, reviews: true, checks: true };
  const { PULL_QUERY: query } = await import("#adapters/github/read/graph/pull-query.ts");
  const variables = { owner: "ada", name: "kettle", number: 7, ...flags };
  const said = await answerGraph(kettle.root(kettle.pull(lists)), JSON.stringify({ query, variables }));
  const { data } = (said as { json: { data: unknown } }).json;
  return JSON.parse(JSON.stringify(data)) as unknown;
}

function countParts(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return 1 + Object.values(value).reduce<number>((sum, part) => sum + countParts(part), 0);
}

/** The value with its part of this number, counted from the outside in, replaced. */
function replaceAt(value: unknown, at: number, by: unknown): unknown {
  if (at === 0) return by;
  if (typeof value !== "object" || value === null) return value;
  const copy: Record<string, unknown> = Array.isArray(value) ? (Object.assign([], value) as never) : { ...value };
  let before = 1;
  for (const [key, part] of Object.entries(value)) {
    const size = countParts(part);
    if (at < before + size) {
      copy[key] = replaceAt(part, at - before, by);
      break;
    }
    before += size;
  }
  return copy;
}
