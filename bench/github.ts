// What reading pull requests costs: calls and points of GitHub's hourly budgets, for 300 pull requests with 50 threads each,
// from a server on this machine that answers as GitHub does and counts cost as GitHub documents it.
import { openGitHub } from "#adapters/github/client.ts";
import { PULL_QUERY } from "#adapters/github/read/graph/pull-query.ts";
import { readPullRequest } from "#adapters/github/read-pull-request.ts";
import { startHub } from "../test/github/server/hub.ts";
import { median, printTable, writeResults } from "./lib/results.ts";

const PULLS = Number(process.env["DEEP_REVIEW_PULLS"] ?? 300);
const THREADS = 50;
/** Of an hour, with a token and without. */
const POINTS = 5000;
const CALLS_ALONE = 60;

const numbered = (count: number, other: number): string =>
  Array.from({ length: count }, (_, index) => (index === other ? "boil();\n" : `line ${index + 1}\n`)).join("");

const hub = await startHub();
try {
  const pulls = await makePulls();
  const withToken = await readAll(pulls, hub.tokenFor("cy"));
  const alone = await readAll(pulls.slice(0, 8), undefined);
  const ratio = await compareTimes(pulls.slice(0, 50), hub.tokenFor("cy"));
  hub.check();
  const perHour = Math.floor(POINTS / (withToken.points / PULLS));
  const aloneEach = alone.calls / 8;
  printTable([
    ["", "pull requests", "calls", "points", "calls each", "an hour allows"],
    [
      "with a token (GraphQL)",
      PULLS,
      withToken.calls,
      withToken.points,
      withToken.calls / PULLS,
      `${perHour} of them (${POINTS} points)`,
    ],
    [
      "without (REST)",
      8,
      alone.calls,
      "–",
      aloneEach,
      `${Math.floor(CALLS_ALONE / aloneEach)} of them (${CALLS_ALONE} calls)`,
    ],
  ]);
  console.log(
    `\n${withToken.threads} threads read; ${withToken.points} of ${POINTS} points, ${percent(withToken.points / POINTS)} of an hour's.`,
  );
  console.log(`Time of a read: ${ratio.toFixed(2)} times that of the same query by a bare fetch.`);
  writeResults("github", { pulls: PULLS, threadsEach: THREADS, withToken, alone, ratioToBareFetch: ratio });
} finally {
  await hub.close();
}

/** Every pull request changes one line, at which everybody talks. */
async function makePulls(): Promise<readonly number[]> {
  const repository = await hub.repository(
    "ada/kettle",
    { "src/boil.ts": numbered(80, -1) },
    { access: { cy: "write" } },
  );
  const numbers: number[] = [];
  for (let index = 0; index < PULLS; index += 1) {
    const branch = `fix-${index}`;
    await repository.push(branch, { "src/boil.ts": numbered(80, 20) });
    const pull = await repository.pull({ branch, author: "bob", title: `Boil ${index}` });
    for (let count = 0; count < THREADS; count += 1) {
      const thread = await pull.thread({ author: "cy", path: "src/boil.ts", line: 20, body: `Remark ${count}` });
      pull.reply(thread, "bob", "Why?");
    }
    numbers.push(pull.number);
  }
  return numbers;
}

async function readAll(pulls: readonly number[], token: string | undefined) {
  const { host } = hub;
  const github = openGitHub({ host, userAgent: "bench", token });
  let threads = 0;
  for (const number of pulls) {
    const pull = await readPullRequest(github, { host, owner: "ada", repository: "kettle", number });
    if (pull.threads.length !== THREADS) throw new Error(`${pull.threads.length} threads of #${number}`);
    threads += pull.threads.length;
  }
  const { reads, queries, writes, points } = github.calls;
  if (writes > 0) throw new Error("reading wrote something");
  return { calls: reads + queries, points, threads };
}

/** In turn, so that whatever else the machine does hits both alike. */
async function compareTimes(pulls: readonly number[], token: string): Promise<number> {
  const { host } = hub;
  const github = openGitHub({ host, userAgent: "bench", token });
  const parts = ["threads", "comments", "reviews", "checks"];
  const flags = Object.fromEntries(parts.map((part) => [part, true]));
  const ratios: number[] = [];
  for (const number of pulls) {
    const variables = { owner: "ada", name: "kettle", number, head: true, ...flags };
    const start = performance.now();
    const answer = await fetch(`${hub.url}/api/graphql`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ query: PULL_QUERY, variables }),
    });
    await answer.json();
    const between = performance.now();
    await readPullRequest(github, { host, owner: "ada", repository: "kettle", number });
    ratios.push((performance.now() - between) / (between - start));
  }
  return median(ratios);
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}
