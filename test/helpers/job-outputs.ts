/** The outputs of a step, read as the runner reads its file: `name=value`, or `name<<END` up to a line that is END. */
export function readOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const block = /^([^=]*?)<<(.*)$/.exec(line);
    if (block === null) {
      const [name = "", ...value] = line.split("=");
      if (line !== "") outputs[name] = value.join("=");
      continue;
    }
    const end = lines.indexOf(block[2] ?? "", at + 1);
    if (end < 0) throw new Error(`the output ${block[1]} has no end`);
    outputs[block[1] ?? ""] = lines.slice(at + 1, end).join("\n");
    at = end;
  }
  return outputs;
}
