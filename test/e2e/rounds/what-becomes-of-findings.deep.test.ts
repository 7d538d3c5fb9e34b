import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  beginLife,
  editQueue,
  EMPTY_SHIFT,
  kept,
  type Life,
  LOUD_LOG,
  OFF_BY_ONE,
  origins,
  QUEUE,
  SHIFT,
  SHIFT_FIXED,
  statuses,
} from "./life.ts";

let life: Life;
beforeEach(() => {
  life = beginLife();
});
afterEach(() => life.close());

describe("what becomes of a finding", () => {
  test("fixed: the commit is named", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT, OFF_BY_ONE] } });
    const fix = editQueue(life, [SHIFT, SHIFT_FIXED], "Stop at an empty queue");
    const second = await life.round({ ada: { findings: [OFF_BY_ONE] } });
    expect(second.round.number).toBe(2);
    expect(statuses(second)).toEqual(["R1.I1 fixed", "R1.S1 open"]);
    expect(second.previous[0]?.commits?.map(({ id }) => id)).toEqual([fix]);
    expect(origins(second)).toEqual(["S1 carried-over"]);
    expect(second.previous[1]?.raisedAgain).toEqual(["S1"]);
  });

  test("half fixed: changed, and raised again", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    editQueue(life, [SHIFT, '    const job = jobs.shift();\n    await post(job ?? "");'], "Never post undefined");
    const again = {
      ...EMPTY_SHIFT,
      quote: '    const job = jobs.shift();\n    await post(job ?? "");',
      body: "`drain` no longer posts `undefined` when the queue runs empty, but still posts an empty text for every missing job.",
    };
    const second = await life.round({ ada: { findings: [again] } });
    expect(statuses(second)).toEqual(["R1.I1 partly-fixed"]);
    expect(origins(second)).toEqual(["I1 carried-over"]);
  });

  test("fixed elsewhere: its own lines are unchanged, and a reviewer shows the line that closes it", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    editQueue(
      life,
      ["  while (sent < limit) {", "  while (sent < limit && jobs.length > 0) {"],
      "Stop at an empty queue",
    );
    const fixes =
      "- R1.I1: closes — `src/queue.ts:7`\n\n  ```ts\n  while (sent < limit && jobs.length > 0) {\n  ```\n\n  The loop ends with the last job. introduces: nothing";
    const second = await life.round({ ada: { fixes } });
    expect(statuses(second)).toEqual(["R1.I1 fixed"]);
    expect(second.previous[0]?.verdicts).toMatchObject([{ reviewer: "ada", closes: "yes", isGrounded: true }]);
  });

  test("a verdict without evidence closes nothing", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    life.put("README.md", "# Queue\n\nSends jobs.\n");
    life.commit("Say more");
    const fixes = "- R1.I1: closes — `src/queue.ts:7`\n\n  ```ts\n  if (jobs.length === 0) return sent;\n  ```";
    const second = await life.round({ ada: { fixes } });
    expect(statuses(second)).toEqual(["R1.I1 open"]);
    expect(second.verdict).toMatchObject({ kind: "merge-with-fixes", because: "R1.I1 is important and still open" });
  });

  test("moved: the code stands elsewhere in the file, under other lines", async () => {
    await life.round({ ada: { findings: [OFF_BY_ONE] } });
    const [head = "", rest = ""] = QUEUE.split("export function add");
    const [add = "", clear = ""] = rest.split("export function clear");
    const drain = head.slice(head.indexOf("export async"));
    const top = head.slice(0, head.indexOf("export async"));
    life.put("src/queue.ts", `${top}export function add${add}${drain}export function clear${clear}`);
    life.commit("Order the functions");
    const second = await life.round({ ada: { findings: [{ ...OFF_BY_ONE, at: "src/queue.ts:6" }] } });
    expect(statuses(second)).toEqual(["R1.S1 open"]);
    expect(origins(second)).toEqual(["S1 moved"]);
  });

  test("file renamed: the finding goes with it", async () => {
    await life.round({ ada: { findings: [OFF_BY_ONE] } });
    life.git("mv", "src/queue.ts", "src/jobs.ts");
    life.commit("Jobs are what it holds");
    const second = await life.round({ ada: { findings: [{ ...OFF_BY_ONE, at: "src/jobs.ts:17" }] } });
    expect(statuses(second)).toEqual(["R1.S1 open"]);
    expect(second.previous[0]?.locations?.[0]?.path).toBe("src/jobs.ts");
    expect(origins(second)).toEqual(["S1 moved"]);
  });

  test("gone with the code", async () => {
    await life.round({ ada: { findings: [LOUD_LOG] } });
    editQueue(life, ['  console.log("drained", sent);\n', ""], "No more talk");
    life.git("rm", "-q", "src/queue.ts");
    life.put("src/other.ts", "export const other = 1;\n");
    life.commit("No queue after all");
    const second = await life.round({ ada: {} });
    expect(statuses(second)).toEqual(["R1.S2 gone"].map((text) => text.replace("S2", "S1")));
  });

  test("open and not raised again: it still counts", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    life.put("README.md", "# Queue\n\nSends jobs.\n");
    life.commit("Say more");
    const second = await life.round({ ada: {} });
    expect(statuses(second)).toEqual(["R1.I1 open"]);
    expect(second.verdict.kind).toBe("merge-with-fixes");
    expect(
      (await life.cli("--scripted", join(life.folder, ".git/script.json"), "--quiet", "--fail-on", "important")).code,
    ).toBe(1);
  });

  test("a fix that introduces a problem: the new one says whose fix it came with", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    const fix = editQueue(
      life,
      [SHIFT, "    const job = jobs.shift();\n    if (job === undefined) continue;\n    await post(job);"],
      "Skip what is missing",
    );
    const endless = {
      label: "C1",
      title: "The loop never ends when the queue is empty",
      at: "src/queue.ts:9",
      quote: "    if (job === undefined) continue;",
      body: "`continue` does not count, so that `sent < limit` stays true for ever and the process spins.",
    };
    const second = await life.round({ ada: { findings: [endless] } });
    expect(origins(second)).toEqual(["C1 introduced"]);
    expect(kept(second)[0]?.lineage).toMatchObject({ commit: { id: fix }, fixOf: [{ round: 1, cluster: "I1" }] });
  });

  test("new ones are told apart: latent in old lines, or in code that came since", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    life.put("src/stats.ts", "export function share(part: number, all: number): number {\n  return part / all;\n}\n");
    life.commit("Count");
    const division = {
      label: "S1",
      title: "`share` divides by zero",
      at: "src/stats.ts:2",
      quote: "  return part / all;",
      body: "Nothing keeps `all` from being 0.",
    };
    const second = await life.round({ ada: { findings: [EMPTY_SHIFT, division, { ...OFF_BY_ONE, label: "S2" }] } });
    const origin = new Map(kept(second).map(({ words, lineage }) => [words?.title, lineage?.kind]));
    expect(origin.get(EMPTY_SHIFT.title)).toBe("carried-over");
    expect(origin.get(division.title)).toBe("new-code");
    expect(origin.get(OFF_BY_ONE.title)).toBe("latent");
  });

  test("the same trouble in the next function is another problem, not the first one come back", async () => {
    const file = (fixed: number): string =>
      ["read", "write", "close"]
        .map((name, at) => {
          const result = at < fixed ? `handle.${name}() ?? 0` : `handle.${name}()!`;
          return `export function ${name}All(handle: Handle): number {\n  return ${result};\n}\n`;
        })
        .join("\n");
    const said = (name: string, line: number) => ({
      label: "I1",
      title: `\`${name}All\` assumes that there is a result`,
      at: `src/handles.ts:${line}`,
      quote: `  return handle.${name}()!;`,
      body: `When the handle is closed, \`${name}\` gives nothing, and \`${name}All\` returns it as a number.`,
    });
    life.put("src/handles.ts", file(0));
    life.commit("Handles");
    await life.round({ ada: { findings: [said("read", 2)] } });
    life.put("src/handles.ts", file(1));
    life.commit("Nothing read is zero");
    const second = await life.round({ ada: { findings: [said("write", 6)] } });
    expect(statuses(second)).toEqual(["R1.I1 fixed"]);
    expect(origins(second)).toEqual(["I2 latent"]);
    await life.cli("decline", "I2", "--because", "never closed here");
    const third = await life.round({ ada: { findings: [said("close", 10)] } });
    expect(origins(third)).toEqual(["I3 latent"]);
  });

  test("what asks to undo earlier advice says so", async () => {
    const quiet = {
      ...LOUD_LOG,
      label: "S1",
      fix: 'remove the call.\n\n```diff\n--- a/src/queue.ts\n+++ b/src/queue.ts\n@@ -12,1 +12,0 @@\n-  console.log("drained", sent);\n```',
    };
    await life.round({ ada: { findings: [quiet] } });
    editQueue(life, ['  console.log("drained", sent);\n', ""], "No more talk");
    const loud = {
      label: "S1",
      title: "Nobody sees how much `drain` has sent",
      at: "src/queue.ts:12",
      quote: "  return sent;",
      body: "Operators need to know that jobs went out.",
      fix: 'log it.\n\n```diff\n--- a/src/queue.ts\n+++ b/src/queue.ts\n@@ -12,0 +12,1 @@\n+  console.log("drained", sent);\n```',
    };
    const second = await life.round({ ada: { findings: [loud] } });
    expect(origins(second)).toEqual(["S2 contradicts"]);
    expect(kept(second)[0]?.lineage?.because).toContain("R1.S1");
  });

  test("a fix that is taken back: open again, by name of the commit", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    editQueue(life, [SHIFT, SHIFT_FIXED], "Stop at an empty queue");
    expect(statuses(await life.round({ ada: {} }))).toEqual(["R1.I1 fixed"]);
    life.git("revert", "--no-edit", "HEAD");
    const revert = life.git("rev-parse", "HEAD").trim();
    const third = await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    expect(third.round.number).toBe(3);
    expect(statuses(third)).toEqual(["R1.I1 open"]);
    expect(third.previous[0]?.commits?.at(-1)?.id).toBe(revert);
    expect(origins(third)).toEqual(["I1 carried-over"]);
  });
});
