import { expect, test } from "vitest";
import { Transcript } from "#pipeline/agents/transcript.ts";

const listener = { onText: () => {}, onTool: () => {}, onUsage: () => {}, onNote: () => {} };

test("what was denied is told without the folder of the desk", () => {
  const transcript = new Transcript(listener);
  const path = "/home/ada/.cache/deep-review/desks/20260101-1-ab/claude/desk/code/written.txt";
  const call = { type: "tool", id: "1", name: "Write", action: "write", state: "denied", paths: [path] } as const;
  transcript.see(call);
  transcript.see({ ...call, id: "2", name: "Bash", action: "run", paths: [], detail: `touch '${path}' /tmp/x` });
  expect(transcript.incidents.map(({ text }) => text)).toEqual([
    "tried to write code/written.txt: denied",
    "tried to run touch 'code/written.txt' /tmp/x: denied",
  ]);
});

test("every block is kept, one below the other", () => {
  const transcript = new Transcript(listener);
  for (const text of ["One.", "Two."]) {
    transcript.see({ type: "text", text });
    transcript.see({ type: "text:end" });
  }
  transcript.see({ type: "text", text: "Thr" });
  transcript.see({ type: "text", text: "ee." });
  expect(transcript.text).toBe("One.\n\nTwo.\n\nThree.");
});
