import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openArchive } from "#adapters/store/archive.ts";
import { loadConfig } from "#pipeline/load-config.ts";
import { previewBundles } from "#pipeline/agents/prepare/preview-bundles.ts";
import { type AgentMachine, makeAgentMachine } from "../../../helpers/agent-machine.ts";

let machine: AgentMachine;
beforeEach(() => {
  machine = makeAgentMachine();
});
afterEach(() => machine.remove());

test("the parts that are shown are cut as the configuration says", async () => {
  const { repository: root, env } = machine;
  const config = { bundle: { characters: 10_000, most: 2 } };
  machine.put(join(root, "deep-review.config.json"), JSON.stringify(config));
  machine.git("add", ".");
  machine.git("commit", "-qm", "Settings");
  machine.git("checkout", "-qb", "zebra");
  for (const name of ["a", "b", "c"]) {
    machine.put(join(root, `src/${name}.js`), `export const ${name} = 1; // stripes\n`.repeat(220));
  }
  machine.git("add", ".");
  machine.git("commit", "-qm", "Stripes");
  const { set } = await previewBundles({
    change: { folder: root, target: "zebra", base: "HEAD~1" },
    config: await loadConfig({ root, env, from: "worktree", change: { folder: root } }),
    isBlind: false,
    archive: openArchive(join(root, ".deep-review")),
    root,
    isCi: false,
    signal: new AbortController().signal,
  });
  expect([set.budget, set.bundles.length]).toEqual([10_000, 2]);
});
