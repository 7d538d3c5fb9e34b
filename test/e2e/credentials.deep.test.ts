import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import {
  CREDENTIALS,
  filesBelow,
  KEY_LINES,
  leaksIn,
  NAME_TOKEN,
  OLD_KEY_LINES,
} from "../helpers/planted-credentials.ts";
import { loudAgent } from "../helpers/loud-agent.ts";
import { beginLife, kept, type Life } from "./rounds/life.ts";

const ALL = CREDENTIALS.map(({ line }) => line).join("\n");
const KEY = KEY_LINES.join("\n");
const CODE = `${CREDENTIALS.map(({ line }, at) => `export const k${at} = ${/^["]/.test(line) ? line : `'${line}'`};`).join("\n")}\n`;

/** A review that has credentials in every part that we read, and true findings at lines that hold one. */
const SAYS = `## Executive Summary

${ALL}

## Findings

### Critical Issues

${CREDENTIALS.map(
  (
    { line },
    at,
  ) => `C${at + 1}. **The value ${line} of k${at} reaches the log** — \`src/keys.ts:${at + 1}\` (critical, regression)

\`\`\`ts
${CODE.split("\n")[at]}
\`\`\`

Whoever reads the log has ${line}, named k${at}.

Fix: do not log ${line}.`,
).join("\n\n")}

### Important Issues

I1. **The key is in the tree** — \`deploy/${NAME_TOKEN}.pem:3\` (important, gap)

\`\`\`
${KEY_LINES[2]}
\`\`\`

Its second line is ${KEY_LINES[2]}, the whole ${KEY}

I2. **The other key is as old as the hills** — \`ops/old.pem:3\` (important, gap)

\`\`\`
${OLD_KEY_LINES[2]}
\`\`\`

Nobody knows who has ${OLD_KEY_LINES[2]} by now.

### Suggestions

None.

## Observations

- ${ALL}

Something nobody asked for: ${ALL}
`;

/** Its words in the protocol are JSON, where a line end is a letter; its tool shows lines with their numbers. */
const AGENT = {
  use: "acp",
  id: "talk",
  name: "Talk",
  command: loudAgent({
    // Without the lines of keys that stand alone: of these only a review can know what they are.
    says: SAYS.slice(0, SAYS.indexOf("### Important")),
    shows: KEY_LINES.map((line, at) => `${at + 1}→${line}`).join("\n"),
    complains: ALL,
  }),
};

let life: Life;
let review: Review;
const printed: Record<string, string> = {};

/** Runs a command and keeps all that it prints. */
async function run(...args: string[]): Promise<number> {
  const { code, stdout, stderr } = await life.cli(...args);
  printed[`${Object.keys(printed).length} ${args[0]}`] = `${stdout}\n${stderr}`;
  return code;
}

beforeAll(async () => {
  life = beginLife();
  life.git("checkout", "-q", "main");
  life.put("ops/old.pem", `${OLD_KEY_LINES.join("\n")}\n`);
  life.put("deep-review.config.json", JSON.stringify({ panels: { talk: [AGENT] } }));
  life.commit("Keys");
  life.git("checkout", "-qb", `fix-${NAME_TOKEN}`);
  life.put("src/keys.ts", CODE);
  life.put(`deploy/${NAME_TOKEN}.pem`, `${KEY}\n`);
  life.commit(`Use ${NAME_TOKEN} ${ALL}\n\n${ALL}\n\n${KEY}`);
  const script = join(life.folder, ".git/script.json");
  const reviewers = [
    { id: "ada", name: `Ada ${NAME_TOKEN}`, says: SAYS, notes: [ALL] },
    { id: "brook", name: "Brook", says: SAYS.slice(0, 3000), fails: `refused ${ALL}` },
  ];
  writeFileSync(script, JSON.stringify({ reviewers }));
  const formats = ["--format", "md,html,json,sarif,terminal", "--out", join(life.folder, ".deep-review/out")];
  await run("config", "--trust");
  await run("--scripted", script, ...formats);
  await run("--panel", "talk", "--again", "--quiet");
  expect(life.record().runs).toMatchObject([{ reviewer: "talk", outcome: "completed" }]);
  await run("--scripted", script, "--again", "--json");
  review = life.record();
});
afterAll(() => life.close());

describe("credentials that a change adds, in code, names, messages and reviewers' words,", () => {
  test("stand in no file of the archive and in nothing that commands print", async () => {
    await run("list");
    await run("show", "last");
    await run("show", "last", "C1");
    await run("explain", "C1");
    await run("decline", "C1", "--because", `${ALL} is no secret`);
    await run("decisions");
    await run("render", "last", "--format", "md");
    await run("audit", "src");
    await run("audit", "ops", "deploy");
    await run("doctor");
    await run("site", ".deep-review");
    await run("prompt");
    await run(NAME_TOKEN);
    await run("show", NAME_TOKEN);
    life.put(".git/foreign.md", SAYS);
    await run("merge", ".git/foreign.md", "--repo", ".", "--archive", ".deep-review/merged", "--format", "md");
    expect(leaksIn(printed)).toEqual([]);
    expect(leaksIn(filesBelow(join(life.folder, ".deep-review")))).toEqual([]);
  });

  test("do not make a true finding at such a line unsupported", () => {
    const placed = (review.groundings ?? []).filter(({ summary }) => summary.status === "grounded");
    const ada = review.findings.filter(({ reviewer }) => reviewer === "ada");
    expect(ada).toHaveLength(CREDENTIALS.length + 2);
    const lost = ada.filter(({ id }) => !placed.some(({ finding }) => finding === id));
    expect(lost.map(({ title }) => title)).toEqual([]);
    expect(kept(review).some(({ ruling }) => ruling.kind === "keep" && ruling.severity === "critical")).toBe(true);
  });
});
