import { afterEach, beforeEach, expect, test } from "vitest";
import { type Clone, cloneOf } from "./clone-of.ts";
import type { HubPull } from "./server/hub-pull.ts";
import type { HubRepository } from "./server/hub-repository.ts";
import { useHub } from "./server/use-hub.ts";

const hub = useHub();

const BOILER = [
  "export function boil(kettle: { litres: number; isOn: boolean }): number {",
  "  kettle.isOn = true;",
  "  const minutes = kettle.litres / 0;",
  "  return minutes;",
  "}",
  "",
  "export function pour(kettle: { litres: number }, cups: number): void {",
  "  for (let cup = 0; cup <= cups; cup += 1) kettle.litres -= 0.25;",
  "}",
  "",
  "export function clean(kettle: { litres: number }): void {",
  "  console.log(kettle);",
  "  kettle.litres = 0;",
  "}",
  "",
].join("\n");

/** A finding as a reviewer writes it. */
const finding = (label: string, title: string, [line, code]: readonly [number, string]): string =>
  [
    `${label}. **${title}** \`src/boiler.ts:${line}\``,
    "",
    "```ts",
    code,
    "```",
    "",
    `${title}, on every call.`,
    "",
  ].join("\n");

const DIVIDES = finding("I1", "`boil` divides by zero", [3, "  const minutes = kettle.litres / 0;"]);
const TOO_MANY = finding("I2", "`pour` pours one cup too many", [
  8,
  "  for (let cup = 0; cup <= cups; cup += 1) kettle.litres -= 0.25;",
]);
const LOUD = finding("I3", "`clean` prints the kettle to the console", [12, "  console.log(kettle);"]);

const says = (...findings: readonly string[]): string =>
  ["## Findings", "", "### Important Issues", "", ...findings].join("\n");

let repository: HubRepository;
let fork: HubRepository;
let pull: HubPull;
let clone: Clone;

beforeEach(async () => {
  repository = await hub().repository(
    "ada/kettle",
    { "README.md": "# Kettle\n", "deep-review.config.json": '{ "reviewers": {} }\n' },
    { access: { "deep-review[bot]": "write", kim: "write" } },
  );
  const issue = repository.issue({ title: "Tea is cold", body: "Boil it." });
  fork = await repository.fork("mallory");
  await fork.push("boiler", { "src/boiler.ts": BOILER }, { message: "Boil, pour and clean" });
  pull = await repository.pull({
    branch: "boiler",
    from: fork,
    title: "Boil, pour and clean",
    body: "Known limitation: no thermostat yet.",
    closes: [issue],
  });
  await pull.thread({ author: "kim", body: "Why is the kettle never switched off?", path: "src/boiler.ts", line: 2 });
  await pull.status("ci/unit", "failure", "2 tests failed");
  clone = cloneOf({ hub: hub(), repository, token: hub().tokenFor("deep-review[bot]", { canResolve: true }) });
});

afterEach(() => clone.close());

test("a pull request from a fork is reviewed, published, answered, fixed and reviewed again", async () => {
  const before = clone.git("for-each-ref");
  const first = await clone.review(pull.number, says(DIVIDES, TOO_MANY, LOUD));
  expect(first.code, first.stderr).toBe(0);
  expect(first.stdout).toContain("Feedback: 1 open, 1 not acted on");
  expect(first.stdout).toContain("CI: 1 of 1 checks failed: ci/unit");
  expect(clone.git("for-each-ref")).toBe(before);
  const { conversation, scope } = clone.record();
  expect(scope).toMatchObject({
    pullRequest: { number: pull.number },
    branch: "mallory:boiler",
    author: { login: "mallory" },
  });
  expect(conversation).toMatchObject({
    from: "mallory/kettle",
    feedback: [{ author: "kim", state: "not-acted-on" }],
    statedLimits: [{ author: "mallory" }],
    checks: [{ name: "ci/unit", state: "failure" }],
    issues: [{ title: "Tea is cold" }],
  });

  const published = await clone.cli("publish", "--to", "github");
  expect(published.code, published.stderr).toBe(0);
  const ours = () => pull.threads.filter(({ comments: [one] }) => one?.author.login.startsWith("deep-review"));
  expect(ours().map(({ path, line }) => [path, line])).toEqual([
    ["src/boiler.ts", 3],
    ["src/boiler.ts", 8],
    ["src/boiler.ts", 12],
  ]);
  const written = hub().writes().length;
  const again = await clone.cli("publish", "--to", "github");
  expect(again.code, again.stderr).toBe(0);
  expect(hub().writes().length).toBe(written);

  // Kim, who may write, declines the first; Mallory answers the second; then the second and the third are fixed.
  const [divides, tooMany, loud] = ours();
  if (divides === undefined || tooMany === undefined || loud === undefined) throw new Error("a thread is missing");
  pull.reply(divides, "kim", "declined: the kettle has infinite power");
  pull.reply(tooMany, "mallory", "Good catch.");
  const fixed = BOILER.replace("cup <= cups", "cup < cups").replace("  console.log(kettle);\n", "");
  await fork.push("boiler", { "src/boiler.ts": fixed }, { message: "Pour what was asked for, and be quiet" });
  const second = await clone.review(pull.number, says(DIVIDES));
  expect(second.code, second.stderr).toBe(0);
  const record = clone.record();
  expect(record.round.number).toBe(2);
  expect(record.clusters.map(({ ruling }) => ruling)).toMatchObject([{ kind: "drop", reason: "declined-earlier" }]);
  expect(record.series?.decisions).toMatchObject([
    { kind: "declined", author: "@kim", reason: "the kettle has infinite power", source: "thread" },
  ]);
  const moved = await clone.cli("publish", "--to", "github", "--json");
  expect(moved.code, moved.stderr).toBe(0);
  expect(ours().length).toBe(3);
  expect([divides, tooMany, loud].map(({ isResolved }) => isResolved)).toEqual([false, false, true]);
  const summaries = pull.comments.filter(({ body }) => body.startsWith("<!-- deep-review:summary"));
  expect(summaries.length).toBe(1);
  expect(summaries[0]?.body).toContain("infinite power");
});

test("nothing is posted when the pull request has moved on, and the review says that it has", async () => {
  hub().fault({
    kind: "do",
    on: ({ path }) => path.endsWith(`/pulls/${pull.number}`),
    action: () => fork.push("boiler", { "src/boiler.ts": `${BOILER}\n` }, { message: "One more" }),
  });
  const reviewed = await clone.review(pull.number, says(DIVIDES));
  expect(reviewed.code, reviewed.stderr).toBe(0);
  expect(reviewed.stdout).toMatch(/moved on to [0-9a-f]{7} while it was reviewed/);
  const published = await clone.cli("publish", "--to", "github");
  expect(published.code).toBe(2);
  expect(published.stderr).toMatch(/moved/);
  expect(hub().writes()).toEqual([]);
});

test("what was declined in a thread holds for a colleague, whose archive does not know the review", async () => {
  await clone.review(pull.number, says(DIVIDES, TOO_MANY));
  expect((await clone.cli("publish", "--to", "github", "--parts", "review")).code).toBe(0);
  const thread = pull.threads.find(({ line }) => line === 3);
  if (thread === undefined) throw new Error("the thread is missing");
  pull.reply(thread, "kim", "declined: the kettle has infinite power");
  const colleague = cloneOf({ hub: hub(), repository, token: hub().tokenFor("deep-review[bot]") });
  try {
    const reviewed = await colleague.review(pull.number, says(DIVIDES, TOO_MANY));
    expect(reviewed.code, reviewed.stderr).toBe(0);
    const titles = (kind: string) =>
      colleague
        .record()
        .clusters.filter(({ ruling }) => ruling.kind === kind)
        .map(({ speaker }) => speaker);
    expect(titles("keep")).toHaveLength(1);
    expect(titles("drop")).toHaveLength(1);
    expect(colleague.record().series?.decisions).toMatchObject([{ author: "@kim", source: "thread" }]);
  } finally {
    colleague.close();
  }
});
