/** An agent that speaks ACP: what it answers at first, and what when it is asked for the form. */
export interface WordyAgent {
  readonly first: string;
  readonly second: string;
}

/**
 * The command line of such an agent. It knows that it is asked again by its own answer, which lies beside the patches;
 * those it reads only at first.
 */
export function wordyAgent(agent: WordyAgent): string[] {
  return [process.execPath, "--input-type=module", "-e", PROGRAM, JSON.stringify(agent)];
}

const PROGRAM = `
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
const { first, second } = JSON.parse(process.argv[1]);
let cwd = process.cwd();
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
const update = (fields) => send({ method: "session/update", params: { sessionId: "s", update: fields } });
const say = (text) => update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
function read(path) {
  const call = { toolCallId: path, kind: "read", title: "Read", locations: [{ path }], rawInput: { path } };
  update({ sessionUpdate: "tool_call", status: "pending", ...call });
  update({ sessionUpdate: "tool_call_update", status: "completed", ...call, rawOutput: readFileSync(path, "utf8") });
}
function review() {
  const own = join(cwd, "review/first-answer.md");
  if (!existsSync(own)) {
    for (const name of readdirSync(join(cwd, "review/patches"))) read(join(cwd, "review/patches", name));
    return first;
  }
  return readFileSync(own, "utf8").trim() === first.trim() ? second : "not my answer";
}
let held = "";
process.stdin.on("data", (chunk) => {
  const lines = (held + chunk).split("\\n");
  held = lines.pop();
  for (const line of lines) {
    if (line.trim() === "") continue;
    const { id, method, params } = JSON.parse(line);
    if (method === "session/new") cwd = params.cwd;
    if (method === "session/prompt") {
      const text = review();
      if (text !== "") say(text);
    }
    send({ id, result: method === "initialize" ? { protocolVersion: 1, agentCapabilities: {} } : method === "session/prompt" ? { stopReason: "end_turn" } : { sessionId: "s" } });
  }
});
process.stdin.on("end", () => process.exit(0));
`;
