// Plays a recorded agent in the demo: reads the bundle on its desk like the real program, then says what was recorded, in the
// output format of that program. Started by src/pipeline/round/demo/recorded-agents.ts:
//   node recorded-agent.mjs <claude|codex|gemini> <file with the words> <seconds>
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const [format, recording, seconds] = process.argv.slice(2);
const words = readFileSync(recording, "utf8");
const duration = Number(seconds) * 1000;
const desk = process.cwd();

const PLAYERS = { claude: playClaude, codex: playCodex, gemini: playGemini };
await PLAYERS[format]();

/** Three read-only tools, and the text in pieces. */
async function playClaude() {
  print({ type: "system", subtype: "init", cwd: desk, tools: ["Glob", "Grep", "Read"] });
  const paths = listBundle();
  for (const [at, path] of paths.entries()) {
    const id = `toolu_${at}`;
    const file = join(desk, path);
    assistant({ type: "tool_use", id, name: "Read", input: { file_path: file } });
    await sleep((duration * 0.4) / paths.length);
    const lines = readFileSync(file, "utf8").split("\n");
    const content = lines.map((line, index) => `${index + 1}\t${line}`).join("\n");
    const shown = { filePath: file, numLines: lines.length, startLine: 1, totalLines: lines.length };
    print({
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
      tool_use_result: { type: "text", file: shown },
    });
  }
  const pieces = words.match(/[^]{1,200}/g) ?? [];
  for (const text of pieces) {
    print({
      type: "stream_event",
      event: { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
    });
    await sleep((duration * 0.6) / pieces.length);
  }
  assistant({ type: "text", text: words });
  print({ type: "result", subtype: "success", is_error: false, stop_reason: "end_turn" });
}

/** Shell commands, and the text at once. */
async function playCodex() {
  print({ type: "thread.started", thread_id: "recorded" });
  print({ type: "turn.started" });
  const paths = listBundle();
  for (const [at, path] of paths.entries()) {
    const item = { id: `item_${at}`, type: "command_execution", command: `/bin/bash -c "cat '${path}'"` };
    print({ type: "item.started", item: { ...item, aggregated_output: "", exit_code: null, status: "in_progress" } });
    await sleep(duration / paths.length);
    const output = readFileSync(join(desk, path), "utf8");
    print({ type: "item.completed", item: { ...item, aggregated_output: output, exit_code: 0, status: "completed" } });
  }
  print({ type: "item.completed", item: { id: "item_review", type: "agent_message", text: words } });
  print({ type: "turn.completed" });
}

/** An error of its server. Its exit code is the HTTP status modulo 256. */
async function playGemini() {
  print({ type: "init", session_id: "recorded", model: "auto" });
  await sleep(duration);
  const message = `[API Error: ${JSON.stringify({ error: { code: 429, message: words.trim() } })}]`;
  print({ type: "result", status: "error", error: { type: "unknown", message } });
  process.exitCode = 429 % 256;
}

/** What the instructions ask a reviewer to read: the scope, what programs found, and every patch. */
function listBundle() {
  const patches = readdirSync("review/patches").sort();
  return ["review/scope.md", "review/evidence.md", ...patches.map((name) => `review/patches/${name}`)];
}

function assistant(block) {
  print({ type: "assistant", message: { role: "assistant", content: [block] } });
}

function print(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
