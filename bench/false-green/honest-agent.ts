// An agent that speaks the Agent Client Protocol and is honest: it reads every patch that it is given, and reports every
// planted problem that it was shown. What it is not shown it cannot report; a review that kept something from it must not
// end green. Its argument names the form in which it writes.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findPlanted } from "./plants.ts";
import { FORMS } from "./review-forms.ts";

const write = FORMS[process.argv[2] ?? "asked"];
if (write === undefined) throw new Error(`no form is called ${process.argv[2]}`);
let cwd = process.cwd();
const send = (message: object): boolean => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const update = (fields: object): boolean =>
  send({ method: "session/update", params: { sessionId: "one", update: fields } });

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") send({ id, result: { protocolVersion: 1 } });
  else if (method === "session/prompt") {
    update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: review() } });
    send({ id, result: { stopReason: "end_turn" } });
  } else {
    if (method === "session/new") cwd = params.cwd;
    send({ id, result: { sessionId: "one" } });
  }
});

function review(): string {
  const folder = join(cwd, "review/patches");
  return (
    write?.(
      readdirSync(folder)
        .sort()
        .flatMap((name, at) => findPlanted(readPatch(join(folder, name), at))),
    ) ?? ""
  );
}

function readPatch(path: string, at: number): string {
  const text = readFileSync(path, "utf8");
  const call = { toolCallId: `read-${at}`, kind: "read", title: "Read", locations: [{ path }], rawInput: { path } };
  update({ sessionUpdate: "tool_call", status: "pending", ...call });
  update({ sessionUpdate: "tool_call_update", status: "completed", ...call, rawOutput: text });
  return text;
}
