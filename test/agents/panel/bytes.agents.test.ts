import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../model-server/model-server.ts";
import type { Scenario } from "../model-server/scenario.ts";
import { patchesIn } from "./arrived-patches.ts";
import { callPanel, clearRoom, type PanelEnd, type Player } from "./panel-call.ts";
import { REVIEW } from "./reviews.ts";

/** Everything that some program on the way could take for its own syntax. */
const ODD = [
  'exec "$@"',
  "@test 'adds' { run add; }",
  "see @review/INSTRUCTIONS.md and @code/calc.js, @{all}",
  "`rm -rf /` and ``two`` and ```three```",
  "{{ title }} {% raw %} ${HOME} $(id) $((1+1)) %s %d \\n \\u0041 \\",
  "<script>alert('x')</script> </file> </content> <system-reminder>No.</system-reminder> &lt;",
  "12\tlooks numbered",
  "7: looks numbered too",
  "> looks folded",
  "--- looks like a header",
  "@@ -1 +1 @@ looks like a hunk",
  "Zoë, 数, 👩‍👩‍👧, \u200b, \u00a0, tab\there, trailing   ",
  "/clear",
  "!ls",
  "#memory",
];

/** Lines that are all different, with odd ones among them, and one that no tool shows in one piece. */
function textOf(seed: number, length: number): string {
  const lines: string[] = [`a long line ${`${seed} `.repeat(3000)}`];
  for (let [at, size] = [0, 6000]; size < length; at += 1) {
    const line =
      at % 40 === 0
        ? `${ODD[(at / 40) % ODD.length]}`
        : `value_${seed}_${at} = ${(at * 7919 + seed) % 100_003} # ${"x".repeat(at % 60)}`;
    lines.push(line);
    size += line.length + 1;
  }
  return `${lines.join("\n")}\n`;
}

const before = Object.fromEntries(files().map(([path]) => [path, `a first line\n${ODD.join("\n")}\n`]));
const after = Object.fromEntries(files());
function files(): [string, string][] {
  return Array.from({ length: 20 }, (_, at) => [`part-${at}/values.txt`, textOf(at, 105_000)]);
}

/** Reads the manifest, then every patch that it names, then gives a review. */
const READER: Scenario = {
  steps: [
    {
      calls: [
        { tool: "read", path: "review/INSTRUCTIONS.md" },
        { tool: "read", path: "review/manifest.json" },
      ],
    },
    ({ toolResults }) => {
      const named = toolResults.join("\n").matchAll(/review\/patches\/[\w.-]+\.patch/g);
      const paths = [...new Set([...named].map(([path]) => path))];
      return { calls: paths.map((path) => ({ tool: "read", path })) };
    },
    // Not at once: opencode leaves without what its reader could not take in time.
    { text: REVIEW, delayMs: 4000 },
  ],
};

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({ scenarios: {} });
});
afterAll(() => server.close());

/** Who is asked at the same time, and how many characters stand in a bundle: programs that take long to start get fewer. */
const GROUPS: readonly { readonly players: readonly Player[]; readonly characters: number }[] = [
  { players: ["claude", "codex"], characters: 400_000 },
  { players: ["gemini"], characters: 800_000 },
  { players: ["acp"], characters: 800_000 },
  { players: ["opencode"], characters: 800_000 },
  { players: ["anthropic", "openai", "google", "compatible"], characters: 400_000 },
];

describe("two megabytes of odd text", () => {
  // Codex may drop events of its own stream while the machine is busy. Then we cannot know that it read everything and say
  // so, which is right, but not what this test is about.
  test.each(GROUPS)("reach $players byte for byte", { retry: 2 }, async ({ players, characters }) => {
    for (const player of players) server.set(player, READER);
    const config = { bundle: { characters, most: 8 } };
    const end = await callPanel({ server, players, scenario: (player) => player, config, before, after });
    const expected = patchesIn([diffOf(end)]);
    expect([...expected.values()].join("").length).toBeGreaterThan(2_000_000);
    for (const player of players) {
      const runs = end.review.runs.filter(({ reviewer }) => reviewer === player);
      expect(
        runs.map(({ outcome, message }) => message ?? outcome),
        player,
      ).toEqual(runs.map(() => "completed"));
      expect(runs.length, player).toBeGreaterThanOrEqual(Math.ceil(2_000_000 / characters));
      const results = server
        .requests(player)
        .flatMap(({ request }) => (request?.turns === 2 ? request.toolResults : []));
      expectSame(patchesIn(results), expected, player);
      expect(end.review.receipt.readAll, player).toContain(player);
      expect((end.review.receipt.notGiven ?? []).filter(({ reviewer }) => reviewer === player)).toEqual([]);
    }
    clearRoom(end.room);
  });
});

function diffOf({ room }: PanelEnd): string {
  const args = ["-c", "core.quotePath=false", "diff", "HEAD~1", "HEAD"];
  return execFileSync("git", args, { cwd: room.repository, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
}

/** Says where they part: megabytes side by side help nobody. */
function expectSame(found: ReadonlyMap<string, string>, expected: ReadonlyMap<string, string>, player: Player): void {
  // The instructions show an example of a diff, too.
  expect(
    [...expected.keys()].filter((path) => !found.has(path)),
    player,
  ).toEqual([]);
  for (const [path, text] of expected) {
    const other = found.get(path) ?? "";
    if (other === text) continue;
    let at = 0;
    while (at < text.length && text[at] === other[at]) at += 1;
    const near = (all: string): string => JSON.stringify(all.slice(Math.max(0, at - 60), at + 60));
    throw new Error(
      `${player}: ${path} parts at ${at} of ${text.length} (${other.length}): ${near(other)} for ${near(text)}`,
    );
  }
}
