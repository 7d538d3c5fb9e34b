import { isDeepStrictEqual } from "node:util";
import type { ToolEvent } from "#model/agent/agent-event.ts";
import type { AgentAdapter } from "#reviewers/agent/agent-adapter.ts";
import type { Clause, Violation } from "./clauses.ts";
import { faultOf, faultOfEnd } from "./event-form.ts";
import { type AgentFixture, CASES, type Recording, type ToolFacts } from "./fixture.ts";
import { attempt, parse } from "./helpers.ts";
import { complaintsOf, largeFormsOf, mutationsOf, NOISE } from "./mutate.ts";
import { jobFor, PROMPT } from "./plan-clauses.ts";
import { blocksOf, endedTools, modelOf, replay, type Replay, usageOf } from "./replay.ts";

type Add = (clause: Clause, say: string) => void;

/** Checks what an adapter's reader makes of its recordings, whole, cut and spoilt. */
export function checkReader(adapter: AgentAdapter, { demands, recordings }: AgentFixture): Violation[] {
  const found: Violation[] = [];
  const keepsStdin = attempt(() => adapter.plan(jobFor(adapter)))?.keepsStdin ?? false;
  for (const [name, outcomes] of Object.entries(CASES)) {
    const recording = recordings.find((one) => one.name === name);
    const add: Add = (clause, say) => found.push({ clause, where: name, say });
    // An excused case may be recorded all the same, with what comes of it.
    if (demands.without[name] !== undefined) continue;
    const outcome = recording?.facts.expect.outcome;
    if (outcome === undefined) add("cases", "There is no recording of it.");
    else if (!outcomes.includes(outcome)) add("cases", `The fixture expects ${outcome}, not ${outcomes.join(" or ")}.`);
  }
  for (const recording of recordings) {
    const add: Add = (clause, say) => found.push({ clause, where: recording.name, say });
    checkRecording(adapter, recording, { add, keepsStdin });
    checkCuts(adapter, recording, { add, keepsStdin });
    checkMutations(adapter, recording, add);
  }
  return found;
}

interface Watch {
  readonly add: Add;
  readonly keepsStdin: boolean;
}

function checkRecording(adapter: AgentAdapter, recording: Recording, { add, keepsStdin }: Watch): void {
  const { lines, facts } = recording;
  const { exit, expect } = facts;
  const seen = replay(adapter, facts, { lines, exit });
  checkForm(seen, lines, add);
  const again = replay(adapter, facts, { lines, exit });
  if (!isDeepStrictEqual(seen, again)) add("repeatable", "A second reader gives something else.");
  differs(blocksOf(seen.events), expect.blocks, (say) => add("text", say));
  checkVoids(seen, expect.voids ?? 0, add);
  checkTools(adapter, recording, { seen, add });
  if (expect.usage !== undefined || seen.end?.ok) {
    differs(usageOf(seen.events), expect.usage, (say) => add("usage", say));
  }
  const outcome = seen.end === undefined ? "nothing" : seen.end.ok ? "ok" : seen.end.kind;
  if (outcome !== expect.outcome) add("outcome", `It came to ${outcome}, not ${expect.outcome}.`);
  if (seen.end !== undefined && !seen.end.ok) {
    if (seen.end.waitSeconds !== expect.waitSeconds) {
      add("wait", `It waits ${seen.end.waitSeconds}, not ${expect.waitSeconds}.`);
    }
    if (!seen.end.message.includes(expect.message ?? "")) add("outcome", `It says: ${seen.end.message}`);
  }
  const retries = seen.events.filter(({ type }) => type === "retry").length;
  if (retries < (expect.retries ?? 0)) add("outcome", `It tells ${retries} of ${expect.retries} retries.`);
  if (expect.model !== modelOf(seen.events)) add("model", `It names ${modelOf(seen.events)}, not ${expect.model}.`);
  if (recording.name === "other-model" && (facts.asked?.model ?? expect.model) === expect.model) {
    add("cases", "The fixture does not tell of another model than the one that was asked for.");
  }
  checkTalk(adapter, seen, { add, keepsStdin });
}

function checkForm({ events, end, thrown }: Replay, lines: readonly string[], add: Add): void {
  if (thrown !== undefined) add("throws", thrown.slice(0, 300));
  const faults = events.map((event) => attempt(() => faultOf(event))).filter((fault) => fault !== undefined);
  if (faults[0] !== undefined) add("events", `${faults.length} times: ${faults[0]}.`);
  const endFault = end === undefined ? undefined : faultOfEnd(end);
  if (endFault !== undefined) add("events", `The end is ${endFault}.`);
  const read = lines.reduce((sum, line) => sum + line.length, 0);
  const told = events.reduce((sum, event) => sum + JSON.stringify(event).length, 0);
  // Twice the input and a frame for each line: what tells the whole again with each line is far beyond.
  if (told > 2 * read + 500 * (lines.length + 1)) add("events", `${read} characters became ${told}.`);
}

function checkVoids({ events }: Replay, wanted: number, add: Add): void {
  const voids = events.flatMap(({ type }, at) => (type === "text:void" ? [at] : []));
  if (voids.length !== wanted) add("salvage", `${voids.length} blocks are void, not ${wanted}.`);
  if (voids.some((at) => events[at + 1]?.type !== "text")) add("salvage", "A void block is not said again.");
}

function checkTools(
  adapter: AgentAdapter,
  { name, facts }: Recording,
  { seen, add }: { seen: Replay; add: Add },
): void {
  const calls = seen.events.filter((event) => event.type === "tool");
  const ended = endedTools(seen.events);
  for (const id of new Set(calls.map((call) => call.id))) {
    const states = calls.filter((call) => call.id === id).map(({ state }) => state);
    const ends = states.filter((state) => state !== "begun").length;
    if (states.filter((state) => state === "begun").length > 1) add("tool-pairs", `${id} begins twice.`);
    if (ends > 1) add("tool-pairs", `${id} ends ${ends} times.`);
    if (ends === 1 && states.at(-1) === "begun") add("tool-pairs", `${id} ends before it begins.`);
    if (ends === 0 && seen.end?.ok) add("tool-pairs", `${id} never ends.`);
  }
  differs(ended.map(factsOf), facts.expect.tools.map(factsOf), (say) => add("tools", say));
  for (const [index, { shows }] of facts.expect.tools.entries()) {
    if (shows !== undefined && !ended[index]?.output?.includes(shows))
      add("tools", `Call ${index + 1} does not show ${shows}.`);
  }
  const isShown = ended.some(({ action, state, output, paths }) =>
    state === "done" && (output ?? "") !== "" ? true : action === "read" && state === "done" && paths.length > 0,
  );
  if (name === "review" && adapter.isObservable && !isShown) add("observable", "No call shows what was read.");
}

/** The part of a tool call that fixtures name, with absent lines left out. */
function factsOf({ name, action, state, paths, lines }: ToolEvent | ToolFacts): unknown {
  return { name, action, state, paths, lines };
}

function checkTalk(adapter: AgentAdapter, { events }: Replay, { add, keepsStdin }: Watch): void {
  const sent = events.filter((event) => event.type === "send").map(({ text }) => text);
  if (!keepsStdin && (sent.length > 0 || events.some(({ type }) => type === "close"))) {
    add("send", "It talks to a program whose input is closed.");
  }
  if (!keepsStdin) return;
  const said = [attempt(() => adapter.plan(jobFor(adapter)))?.stdin ?? "", ...sent].join("\n").split("\n");
  const count = said.flatMap((line) => textsIn(parse(line))).filter((text) => text === PROMPT).length;
  if (count > 1) add("prompt", `It is sent ${count} times.`);
  if (count === 0 && events.some(({ type }) => type === "text")) add("prompt", "It is answered and was never sent.");
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function checkCuts(adapter: AgentAdapter, { lines, facts }: Recording, { add, keepsStdin }: Watch): void {
  for (let kept = 0; kept < lines.length; kept += 1) {
    for (const exit of [facts.exit, { code: 0, signal: null, complaint: "" }]) {
      const cut = replay(adapter, facts, { lines: lines.slice(0, kept), exit });
      if (cut.end?.ok) return add("cut", `It went well with ${kept} of ${lines.length} lines and exit ${exit.code}.`);
    }
  }
  // One that is talked to may have to be ended by us after its last word.
  if (facts.expect.outcome !== "ok" || keepsStdin) return;
  for (const exit of [
    { code: null, signal: "SIGKILL" },
    { code: 1, signal: null },
    { code: 143, signal: null },
  ]) {
    const ended = replay(adapter, facts, { lines, exit: { ...exit, complaint: "" } });
    if (ended.end?.ok) add("exit", `It went well with ${exit.signal ?? `exit code ${exit.code}`}.`);
  }
}

function checkMutations(adapter: AgentAdapter, { name: subject, lines, facts }: Recording, add: Add): void {
  const whole = replay(adapter, facts, { lines, exit: facts.exit });
  const noisy = lines.slice(0, -1).flatMap((line) => [...NOISE, line]);
  const heard = replay(adapter, facts, { lines: [...noisy, ...lines.slice(-1)], exit: facts.exit });
  if (!isDeepStrictEqual([blocksOf(heard.events), heard.end], [blocksOf(whole.events), whole.end])) {
    add(
      "noise",
      `With foreign lines it comes to ${JSON.stringify([blocksOf(heard.events), heard.end]).slice(0, 300)}.`,
    );
  }
  const large = subject === "review" ? largeFormsOf(lines) : [];
  for (const [name, mutated] of [...mutationsOf(lines), ...large]) {
    const seen = replay(adapter, facts, { lines: mutated, exit: facts.exit });
    checkForm(seen, mutated, (clause, say) => add(clause, `${name}: ${say}`));
  }
  for (const complaint of complaintsOf(facts.exit.complaint)) {
    for (const code of [null, 0, 1, 143, 255]) {
      const exit = { code, signal: code === null ? "SIGSEGV" : null, complaint };
      const seen = replay(adapter, facts, { lines: [], exit });
      checkForm(seen, [complaint], (clause, say) => add(clause, `with an odd complaint: ${say}`));
      if (seen.end?.ok) add("cut", `It went well without a line and with exit ${code}.`);
    }
  }
}

function differs(seen: unknown, wanted: unknown, add: (say: string) => void): void {
  if (isDeepStrictEqual(seen, wanted)) return;
  add(`It gives ${JSON.stringify(seen)?.slice(0, 600)}, not ${JSON.stringify(wanted)?.slice(0, 600)}.`);
}
