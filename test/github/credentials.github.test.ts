import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commandsIn } from "../helpers/runner-commands.ts";
import { CREDENTIALS, filesBelow, KEY_LINES, leaksIn, NAME_TOKEN } from "../helpers/planted-credentials.ts";
import { ActionJob } from "./action-job.ts";
import type { HubRepository } from "./server/hub-repository.ts";
import { useHub } from "./server/use-hub.ts";

const hub = useHub();
const ALL = CREDENTIALS.map(({ line }) => line).join(" ");
const KEY = KEY_LINES.join("\n");
const KEYS = [21].map((at) => `export const k${at} = '${CREDENTIALS[at]?.line ?? ""}';\n`).join("");

let repository: HubRepository;
let job: ActionJob;
beforeEach(async () => {
  repository = await hub().repository("ada/kettle", { "src/kettle.js": "boil();\n" }, { access: { rosa: "write" } });
  job = new ActionJob(repository);
});
afterEach(() => job.remove());

/** What an upload holds is packed. */
const unpacked = (body: unknown): string => {
  const { sarif } = (body ?? {}) as { sarif?: string };
  return sarif === undefined ? "" : gunzipSync(Buffer.from(sarif, "base64")).toString("utf8");
};

test("credentials in a pull request reach neither the log, the summary and the files of the job nor what is posted", async () => {
  const branch = `fix-${NAME_TOKEN}`;
  const files = { "src/keys.js": KEYS, [`src/${NAME_TOKEN}.js`]: "debugger;\n", "examples/id.pem": `${KEY}\n` };
  await repository.push(branch, files, { message: `Use ${ALL}\n\n${KEY}` });
  const title = `Boil with ${NAME_TOKEN}`;
  const pull = await repository.pull({ branch, title, body: `${ALL}\n\n${KEY}`, author: "rosa" });
  pull.comment("rosa", `**Important:** \`src/keys.js:1\` holds ${ALL}\n\n${KEY}`);
  job.checkOutMerge(pull);
  const payload = {
    number: pull.number,
    pull_request: { number: pull.number, title, head: { sha: (await pull.view()).head }, base: { ref: "main" } },
  };
  const run = await job.run({
    event: "pull_request_target",
    payload,
    inputs: { panel: "quick", "with-comments": "true", publish: "review,summary,check,sarif", "fail-on": "critical" },
    token: hub().tokenFor("deep-review[bot]"),
  });
  expect(run.code, run.log).toBe(1);
  expect(commandsIn(run.log).some(({ command }) => command === "error")).toBe(true);
  const posted = hub()
    .writes()
    .map(({ path, body }) => [path, `${JSON.stringify(body)}${unpacked(body)}`] as const);
  expect(posted.length).toBeGreaterThan(2);
  expect(leaksIn({ log: run.log, summary: run.summary, outputs: JSON.stringify(run.outputs) })).toEqual([]);
  expect(leaksIn(Object.fromEntries(posted))).toEqual([]);
  expect(leaksIn(filesBelow(job.temp))).toEqual([]);
});
