// An agent that speaks ACP, and a lot: run with `node -e`, so that it needs no file that a sandbox could hide.
const { megabytes = 0, calls = 0, line = 0, shows, complains = "", says } = JSON.parse(process.argv[1]);
const MEGABYTE = 1024 * 1024;
const CALLS_AT_ONCE = 1000;

const put = (text) => new Promise((resolve) => process.stdout.write(text, resolve));
const send = (message) => put(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const notice = (update) =>
  `${JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { sessionId: "s", update } })}\n`;
const text = (words) => notice({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: words } });

const call = (toolCallId) => {
  const about = { title: "Read src/queue.ts", kind: "read", locations: [{ path: "code/src/queue.ts" }] };
  const begun = { sessionUpdate: "tool_call", toolCallId, status: "in_progress", ...about };
  return notice(begun) + notice({ sessionUpdate: "tool_call_update", toolCallId, status: "completed" });
};

const shown = (words) => {
  const content = [{ type: "content", content: { type: "text", text: words } }];
  return notice({ sessionUpdate: "tool_call_update", toolCallId: "shows", status: "completed", content });
};

async function review() {
  process.stderr.write(complains);
  if (shows !== undefined) await put(call("shows") + shown(shows));
  const piece = text("lorem ipsum\n".repeat(MEGABYTE / 12));
  for (let at = 0; at < megabytes; at += 1) await put(piece);
  for (let at = 0; at < calls; at += CALLS_AT_ONCE) {
    const count = Math.min(CALLS_AT_ONCE, calls - at);
    await put(Array.from({ length: count }, (_, more) => call(`call-${at + more}`)).join(""));
  }
  for (let rest = line; rest > 0; rest -= MEGABYTE) await put("x".repeat(Math.min(rest, MEGABYTE)));
  if (line > 0) await put("\n");
  await put(text(says));
}

async function answer({ id, method }) {
  if (method === "initialize") return send({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  if (method === "session/new") return send({ id, result: { sessionId: "s" } });
  if (method !== "session/prompt") return undefined;
  await review();
  return send({ id, result: { stopReason: "end_turn" } });
}

let held = "";
process.stdin.on("data", (chunk) => {
  const lines = (held + chunk).split("\n");
  held = lines.pop();
  for (const one of lines) if (one.trim() !== "") void answer(JSON.parse(one));
});
process.stdin.on("end", () => process.exit(0));
